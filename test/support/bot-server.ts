import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { LocalDiscord, Person } from '../../sandbox/discord/local-discord.ts';
import type { OptionValues } from '../../sandbox/discord/person/options.ts';

/** What an admin gives the bot when inviting it as the documents say. */
export const BOT_PERMISSIONS: bigint =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.ReadMessageHistory;

/** A server that the bot is in, with an admin, a plain member and a channel. */
export interface BotServer {
  readonly guildId: string;
  readonly channelId: string;
  readonly adminId: string;
  readonly admin: Person;
  readonly member: Person;
  /** Makes one more channel. */
  addChannel(name: string): string;
  /** Lets the channel follow sales of a collection, or of all, as the admin would: by slash command, and confirmed. */
  follow(channelId: string, collection?: string): Promise<void>;
  /** Sets up an alert with any options of `/alerts add`, and confirms it. Answers what the admin then reads. */
  subscribe(channelId: string, options: OptionValues): Promise<string>;
}

/** People here wait longer for an answer than the bot ever takes, on a busy machine too. */
const ANSWER_WITHIN_MS = 25_000;

/** Founds a server. */
export function createBotServer(
  discord: LocalDiscord,
  options: { readonly name: string; readonly applicationId: string },
): BotServer {
  const { name, applicationId } = options;
  const adminId = discord.createUser({ name: `${name}-admin` }).id;
  const memberId = discord.createUser({ name: `${name}-member` }).id;
  const guildId = discord.createGuild({ name, ownerId: adminId }).id;
  const channelId = discord.createChannel({ guildId, name: 'sales' }).id;
  discord.addMember({ guildId, userId: memberId });
  discord.installBot({ guildId, applicationId, permissions: BOT_PERMISSIONS });
  const person = (userId: string) => discord.person({ userId, channelId, answerWithinMs: ANSWER_WITHIN_MS });
  const admin = person(adminId);

  async function subscribe(followed: string, options: OptionValues): Promise<string> {
    const { message: draft, outcome } = await admin.command('alerts add', { channel: followed, ...options });
    if (draft === null) throw new Error(`There is no draft to confirm: ${outcome}`);
    const confirmed = await admin.press(draft, 'Confirm');
    const content = confirmed.message?.content ?? confirmed.outcome;
    if (!content.startsWith('✅')) throw new Error(`Nothing was set up: ${content}`);
    return content;
  }

  return {
    guildId,
    channelId,
    adminId,
    admin,
    member: person(memberId),
    addChannel: (channelName) => discord.createChannel({ guildId, name: channelName }).id,
    subscribe,
    async follow(followed, collection) {
      await subscribe(followed, { collection });
    },
  };
}
