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
 * How somebody stands to a channel of their server: they may write in it, only see it, or not even that. `unknown` where
 * the gateway tells of no such channel: it was deleted, or is a thread that was closed; or there never was one.
 */
export type PersonStanding = 'writes' | 'reads' | 'hidden' | 'unknown';

/** What the one who asks may do in the channels of their server, as of their interaction. */
export interface PersonAccess {
  standing(channelId: string): Promise<PersonStanding>;
  /** Whether a mention of the role by them would notify those who hold it; yes for a role that is gone. */
  mayMention(channelId: string, roleId: string): boolean;
}

/** Discord has this long to say who is in a private thread; without an answer nobody is. */
const PATIENCE_MS = 2_000;
/** Asked for in one interaction at most. Those that nothing is known of count as hidden. */
const MOST_REQUESTS = 10;

/** Whether they are in the thread. The gateway tells a bot of its own membership alone, so Discord is asked. */
async function isThreadMember(thread: ThreadChannel, userId: string): Promise<boolean> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    await thread.client.rest.get(Routes.threadMembers(thread.id, userId), { signal });
    return true;
  } catch (error) {
    // They are not in it, or Discord does not say so: either way nothing of it is shown.
    if (error instanceof DiscordAPIError || signal.aborted) return false;
    throw error;
  }
}

/**
 * Reads somebody's rights from the member that their interaction carries and from what the gateway told of the server's
 * roles, channels and threads.
 */
export function personAccessOf(asking: {
  readonly guild: Guild;
  readonly member: GuildMember;
  readonly channelId: string | null;
}): PersonAccess {
  const { guild, member, channelId: here } = asking;
  const known = new Map<string, Promise<PersonStanding>>();
  let requests = 0;

  async function isIn(thread: ThreadChannel): Promise<boolean> {
    // Where they ask from they are, or manage it.
    if (thread.id === here) return true;
    if (requests >= MOST_REQUESTS) return false;
    requests += 1;
    return isThreadMember(thread, member.id);
  }

  async function standingIn(channel: GuildBasedChannel): Promise<PersonStanding> {
    const permissions = channel.permissionsFor(member);
    if (!permissions.has(Bits.ViewChannel)) return 'hidden';
    const isThread = channel.isThread();
    const isClosed = isThread && channel.type === ChannelType.PrivateThread;
    if (isClosed && !permissions.has(MANAGE_THREADS.bit) && !(await isIn(channel))) return 'hidden';
    const place = !isThread ? 'channel' : channel.locked === true ? 'locked thread' : 'thread';
    return neededToWrite(place).every(({ bit }) => permissions.has(bit)) ? 'writes' : 'reads';
  }

  return {
    standing(channelId) {
      const told = known.get(channelId);
      if (told !== undefined) return told;
      const channel = guild.channels.cache.get(channelId);
      const standing = channel === undefined ? Promise.resolve('unknown' as const) : standingIn(channel);
      known.set(channelId, standing);
      return standing;
    },
    mayMention(channelId, roleId) {
      const role = guild.roles.cache.get(roleId);
      if (role === undefined || role.mentionable) return true;
      const permissions = guild.channels.cache.get(channelId)?.permissionsFor(member) ?? null;
      return permissions?.has(Bits.MentionEveryone) === true;
    },
  };
}
