import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { LocalDiscord, Person } from '../../sandbox/discord/local-discord.ts';

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
  readonly admin: Person;
  readonly member: Person;
  /** Makes one more channel. */
  addChannel(name: string): string;
  /** Lets the channel follow a collection, or all of them, as the admin would: by slash command. */
  follow(channelId: string, collection?: string): Promise<void>;
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
  return {
    guildId,
    channelId,
    admin,
    member: person(memberId),
    addChannel: (channelName) => discord.createChannel({ guildId, name: channelName }).id,
    async follow(followed, collection) {
      const reply = await admin.command('alerts add', { channel: followed, collection });
      const content = reply.message?.content ?? reply.outcome;
      if (!content.includes('now follows')) throw new Error(`The channel does not follow: ${content}`);
    },
  };
}
