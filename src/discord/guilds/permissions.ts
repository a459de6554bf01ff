import { computePermissions } from './computed-permissions.ts';
import type { Channel, Guild } from './guild.ts';

/** A member of a server, from an interaction or the gateway. */
export interface GuildMember {
  readonly userId: string;
  readonly roleIds: readonly string[];
  /** End of their time-out by a moderator, epoch ms; `null` without one. */
  readonly timedOutUntil: number | null;
}

/** A member who asks, with their permissions in the channel of the interaction. */
export interface Requester extends GuildMember {
  readonly permissions: bigint;
}

/**
 * Computes a member's permissions in a channel; `null` in a thread whose channel is unknown.
 * @param now epoch ms, for time-outs
 */
export function permissionsIn(
  guild: Guild,
  channel: Channel,
  member: GuildMember,
  now: number,
): bigint | null {
  const { parentId } = channel;
  const holder = channel.thread === null ? channel : guild.channels.get(parentId ?? '');
  if (holder === undefined) return null;
  const { userId, roleIds, timedOutUntil } = member;
  return computePermissions(
    guild.id,
    (id) => guild.roles.get(id)?.permissions,
    {
      userId,
      roleIds,
      isOwner: userId === guild.ownerId,
      isInTimeOut: timedOutUntil !== null && timedOutUntil > now,
    },
    holder.overwrites,
  );
}

/** Returns whether `permissions` contains all of the needed ones. */
export const hasAll = (permissions: bigint, needed: bigint): boolean => (permissions & needed) === needed;

/** Returns whether `permissions` contains any of the wanted ones. */
export const hasAny = (permissions: bigint, wanted: bigint): boolean => (permissions & wanted) !== 0n;
