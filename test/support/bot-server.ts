import { PermissionFlagsBits } from 'discord-api-types/v10';
import { isDraft, previewRule } from '../../sandbox/demo/preview-rule.ts';
import type { LocalDiscord, Person } from '../../sandbox/discord/local-discord.ts';
import type { OptionValues } from '../../sandbox/discord/person/options.ts';

/** The permissions that the documented invite link grants. */
export const BOT_PERMISSIONS: bigint =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.ReadMessageHistory;

/** A server with the bot, an admin, a member without permissions and a channel. */
export interface BotServer {
  readonly guildId: string;
  readonly channelId: string;
  readonly adminId: string;
  readonly admin: Person;
  readonly memberId: string;
  readonly member: Person;
  /** Creates another channel and returns its id. */
  addChannel(name: string): string;
  /** Adds a rule for sales of a collection, or of all collections, by `/alerts add`, with Confirm where it asks for that. */
  follow(channelId: string, collection?: string): Promise<void>;
  /** Adds a rule with anything that `/alerts add` or its preview asks for, and confirms it. Returns the bot's answer. */
  subscribe(channelId: string, options: OptionValues): Promise<string>;
}

/** Longer than the bot takes for an answer, also on a busy machine. */
const ANSWER_WITHIN_MS = 25_000;

/** Creates a server. */
export function createBotServer(
  discord: LocalDiscord,
  options: { readonly name: string; readonly applicationId: string; readonly channelName: string },
): BotServer {
  const { name, applicationId, channelName } = options;
  const adminId = discord.createUser({ name: `${name}-admin` }).id;
  const memberId = discord.createUser({ name: `${name}-member` }).id;
  const guildId = discord.createGuild({ name, ownerId: adminId }).id;
  const channelId = discord.createChannel({ guildId, name: channelName }).id;
  discord.addMember({ guildId, userId: memberId });
  discord.installBot({ guildId, applicationId, permissions: BOT_PERMISSIONS });
  const person = (userId: string) => discord.person({ userId, channelId, answerWithinMs: ANSWER_WITHIN_MS });
  const admin = person(adminId);

  async function subscribe(followed: string, options: OptionValues): Promise<string> {
    const asked = { channel: followed, ...options };
    const { message: draft, outcome } = await previewRule(admin, 'alerts add', asked);
    if (draft === null) throw new Error(`There is no draft to confirm: ${outcome}`);
    const done = isDraft(draft) ? await admin.press(draft, 'Confirm') : { message: draft, outcome };
    const content = done.message?.content ?? done.outcome;
    if (!content.startsWith('✅')) throw new Error(`Nothing was set up: ${content}`);
    return content;
  }

  return {
    guildId,
    channelId,
    adminId,
    admin,
    memberId,
    member: person(memberId),
    addChannel: (called) => discord.createChannel({ guildId, name: called }).id,
    subscribe,
    async follow(followed, collection) {
      await subscribe(followed, { collection });
    },
  };
}
