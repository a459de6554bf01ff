import { PermissionFlagsBits as Bits } from 'discord.js';

/** Permissions that a channel gives and takes, for a role or a member. */
export interface Overwrite {
  /** Of the role or the member. */
  readonly id: string;
  readonly allow: bigint;
  readonly deny: bigint;
}

/** Who is asked about. */
export interface Member {
  readonly userId: string;
  readonly roleIds: readonly string[];
  readonly isOwner: boolean;
  /** Must keep silent at the moment. */
  readonly isInTimeOut: boolean;
}

const EVERYTHING: bigint = Object.values(Bits).reduce((all, bit) => all | bit, 0n);
/** All that somebody in time-out may still do (Discord docs: Permissions for Timed Out Members). */
const IN_TIME_OUT = Bits.ViewChannel | Bits.ReadMessageHistory;

function withOverwrites(
  base: bigint,
  guildId: string,
  member: Member,
  overwrites: ReadonlyMap<string, Overwrite>,
): bigint {
  const apply = (permissions: bigint, all: readonly (Overwrite | undefined)[]): bigint => {
    const deny = all.reduce((bits, one) => bits | (one?.deny ?? 0n), 0n);
    const allow = all.reduce((bits, one) => bits | (one?.allow ?? 0n), 0n);
    return (permissions & ~deny) | allow;
  };
  const everyone = apply(base, [overwrites.get(guildId)]);
  const roles = apply(
    everyone,
    member.roleIds.map((id) => overwrites.get(id)),
  );
  return apply(roles, [overwrites.get(member.userId)]);
}

/**
 * What a member was given in a channel, from what REST tells (Discord docs: Permissions, Permission Overwrites). Without View
 * Channel nothing of it is of use. A thread has the overwrites of its channel.
 * @param roles permissions by role id; that of @everyone has the server's id
 */
export function computePermissions(
  guildId: string,
  roles: ReadonlyMap<string, bigint>,
  member: Member,
  overwrites: readonly Overwrite[],
): bigint {
  const base = [guildId, ...member.roleIds].reduce((bits, id) => bits | (roles.get(id) ?? 0n), 0n);
  if (member.isOwner || (base & Bits.Administrator) !== 0n) return EVERYTHING;
  const byId = new Map(overwrites.map((overwrite) => [overwrite.id, overwrite]));
  const permissions = withOverwrites(base, guildId, member, byId);
  return member.isInTimeOut ? permissions & IN_TIME_OUT : permissions;
}
