import { DiscordAPIError, type REST } from 'discord.js';
import { PermissionFlagsBits as Bits, ChannelType, Routes } from 'discord-api-types/v10';
import { personOf } from '#src/alerts/target.ts';
import type { Channel, Guild } from '../guilds/guild.ts';
import { type GuildMember, hasAll, permissionsIn } from '../guilds/permissions.ts';
import { MANAGE_THREADS, neededToWrite } from './needed-permissions.ts';

/**
 * A member's access to a channel of the server. `unknown` if the gateway reports no such channel: a deleted channel, an
 * archived thread, or an id that never existed.
 */
export type MemberChannelAccess = 'writes' | 'reads' | 'hidden' | 'unknown';

/** Channel access of the requesting member, as of their interaction. */
export interface MemberAccess {
  accessTo(channelId: string): Promise<MemberChannelAccess>;
  /** Returns whether a mention of the role by this member would notify its holders; `true` for a deleted role. */
  mayMention(channelId: string, roleId: string): boolean;
  /** Returns whether the member may rename the channel. */
  mayManageChannel(channelId: string): boolean;
}

/** Timeout for the member list of a private thread. Without a response, nobody counts as a member. */
const TIMEOUT_MS = 2_000;
/** Maximum number of requests per interaction; threads beyond it count as hidden. */
const MAX_REQUESTS = 10;

/**
 * Returns whether they are a member of the thread. The gateway reports only the bot's membership, so this requires a
 * request.
 */
async function isThreadMember(threadId: string, userId: string, rest: REST): Promise<boolean> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    await rest.get(Routes.threadMembers(threadId, userId), { signal });
    return true;
  } catch (error) {
    // Not a member, or no response: the thread stays hidden in both cases.
    if (error instanceof DiscordAPIError || signal.aborted) return false;
    throw error;
  }
}

/** Returns the access of a user outside the bot's servers: only to their own direct messages. */
export function accessOfPerson(userId: string): MemberAccess {
  return {
    accessTo: async (channelId) => (personOf(channelId) === userId ? 'writes' : 'hidden'),
    mayMention: () => false,
    mayManageChannel: () => false,
  };
}

/**
 * Computes a member's channel access from their interaction and from the roles, channels and threads that the gateway
 * reported.
 */
export function memberAccessOf(deps: {
  readonly guild: Guild;
  readonly member: GuildMember;
  /** Channel of the interaction; `null` if unknown. */
  readonly channelId: string | null;
  readonly rest: REST;
  /** Epoch ms. */
  readonly now: () => number;
}): MemberAccess {
  const { guild, member, channelId: currentChannelId, rest, now } = deps;
  const cache = new Map<string, Promise<MemberChannelAccess>>();
  let requests = 0;

  const permissionsOf = (channel: Channel): bigint => permissionsIn(guild, channel, member, now()) ?? 0n;

  async function isInThread({ id }: Channel): Promise<boolean> {
    // The user is a member of the thread that they are using, or manages it.
    if (id === currentChannelId) return true;
    if (requests >= MAX_REQUESTS) return false;
    requests += 1;
    return isThreadMember(id, member.userId, rest);
  }

  async function readAccess(channel: Channel): Promise<MemberChannelAccess> {
    const permissions = permissionsOf(channel);
    if (!hasAll(permissions, Bits.ViewChannel)) return 'hidden';
    const isPrivate = channel.type === ChannelType.PrivateThread;
    if (isPrivate && !hasAll(permissions, MANAGE_THREADS.bit) && !(await isInThread(channel)))
      return 'hidden';
    const kind = channel.thread === null ? 'channel' : channel.thread.isLocked ? 'locked thread' : 'thread';
    return neededToWrite(kind).every(({ bit }) => hasAll(permissions, bit)) ? 'writes' : 'reads';
  }

  return {
    accessTo(channelId) {
      if (personOf(channelId) !== null) return accessOfPerson(member.userId).accessTo(channelId);
      const cached = cache.get(channelId);
      if (cached !== undefined) return cached;
      const channel = guild.channels.get(channelId);
      const accessTo = channel === undefined ? Promise.resolve('unknown' as const) : readAccess(channel);
      cache.set(channelId, accessTo);
      return accessTo;
    },
    mayManageChannel(channelId) {
      const channel = guild.channels.get(channelId);
      return channel !== undefined && hasAll(permissionsOf(channel), Bits.ViewChannel | Bits.ManageChannels);
    },
    mayMention(channelId, roleId) {
      const role = guild.roles.get(roleId);
      if (role === undefined || role.isMentionable) return true;
      const channel = guild.channels.get(channelId);
      return channel !== undefined && hasAll(permissionsOf(channel), Bits.MentionEveryone);
    },
  };
}
