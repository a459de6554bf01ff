import {
  PermissionFlagsBits as Bits,
  ChannelType,
  DiscordAPIError,
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  Routes,
  type ThreadChannel,
} from 'discord.js';
import { MANAGE_THREADS, neededToWrite } from './needed-permissions.ts';

/**
 * A member's access to a channel of the server. `unknown` where the gateway reports no such channel: a deleted
 * channel, an archived thread, or an id that never existed.
 */
export type MemberChannelAccess = 'writes' | 'reads' | 'hidden' | 'unknown';

/** Channel access of the member who asked, as of their interaction. */
export interface MemberAccess {
  accessTo(channelId: string): Promise<MemberChannelAccess>;
  /** Whether a mention of the role by this member would notify its holders; `true` for a deleted role. */
  mayMention(channelId: string, roleId: string): boolean;
}

/** Timeout for the members of a private thread; without a response nobody is one. */
const TIMEOUT_MS = 2_000;
/** Maximum number of requests per interaction; threads beyond it count as hidden. */
const MAX_REQUESTS = 10;

/**
 * Whether they are a member of the thread. The gateway reports only the membership of the bot, so this takes a
 * request.
 */
async function isThreadMember(thread: ThreadChannel, userId: string): Promise<boolean> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    await thread.client.rest.get(Routes.threadMembers(thread.id, userId), { signal });
    return true;
  } catch (error) {
    // Not a member, or no response: in both cases the thread stays hidden.
    if (error instanceof DiscordAPIError || signal.aborted) return false;
    throw error;
  }
}

/**
 * Computes a member's channel access from their interaction and from the roles, channels and threads that the gateway
 * reported.
 */
export function memberAccessOf(interaction: {
  readonly guild: Guild;
  readonly member: GuildMember;
  readonly channelId: string | null;
}): MemberAccess {
  const { guild, member, channelId: currentChannelId } = interaction;
  const cache = new Map<string, Promise<MemberChannelAccess>>();
  let requests = 0;

  async function isInThread(thread: ThreadChannel): Promise<boolean> {
    // They are a member of the thread that they ask from, or manage it.
    if (thread.id === currentChannelId) return true;
    if (requests >= MAX_REQUESTS) return false;
    requests += 1;
    return isThreadMember(thread, member.id);
  }

  async function readAccess(channel: GuildBasedChannel): Promise<MemberChannelAccess> {
    const permissions = channel.permissionsFor(member);
    if (!permissions.has(Bits.ViewChannel)) return 'hidden';
    const isThread = channel.isThread();
    const isPrivate = isThread && channel.type === ChannelType.PrivateThread;
    if (isPrivate && !permissions.has(MANAGE_THREADS.bit) && !(await isInThread(channel))) return 'hidden';
    const kind = !isThread ? 'channel' : channel.locked === true ? 'locked thread' : 'thread';
    return neededToWrite(kind).every(({ bit }) => permissions.has(bit)) ? 'writes' : 'reads';
  }

  return {
    accessTo(channelId) {
      const cached = cache.get(channelId);
      if (cached !== undefined) return cached;
      const channel = guild.channels.cache.get(channelId);
      const accessTo = channel === undefined ? Promise.resolve('unknown' as const) : readAccess(channel);
      cache.set(channelId, accessTo);
      return accessTo;
    },
    mayMention(channelId, roleId) {
      const role = guild.roles.cache.get(roleId);
      if (role === undefined || role.mentionable) return true;
      const permissions = guild.channels.cache.get(channelId)?.permissionsFor(member) ?? null;
      return permissions?.has(Bits.MentionEveryone) === true;
    },
  };
}
