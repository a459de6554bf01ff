import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import type { Overwrite } from './guild.ts';

/** The member whose permissions are computed. */
export interface Member {
  readonly userId: string;
  readonly roleIds: readonly string[];
  readonly isOwner: boolean;
  /** Whether a moderator timed the member out. */
  readonly isInTimeOut: boolean;
}

const MATCH_ALL: bigint = Object.values(Bits).reduce((all, bit) => all | bit, 0n);
/** Permissions that a timed-out member keeps (Discord docs: Permissions for Timed Out Members). */
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
 * Computes a member's permissions in a channel (Discord docs: Permissions, Permission Overwrites).
 * Without View Channel the others have no effect. A thread has the overwrites of its parent channel.
 * @param permissionsOf returns the permissions of a role; @everyone has the server's id
 */
export function computePermissions(
  guildId: string,
  permissionsOf: (roleId: string) => bigint | undefined,
  member: Member,
  overwrites: readonly Overwrite[],
): bigint {
  const base = [guildId, ...member.roleIds].reduce((bits, id) => bits | (permissionsOf(id) ?? 0n), 0n);
  if (member.isOwner || (base & Bits.Administrator) !== 0n) return MATCH_ALL;
  const byId = new Map(overwrites.map((overwrite) => [overwrite.id, overwrite]));
  const permissions = withOverwrites(base, guildId, member, byId);
  return member.isInTimeOut ? permissions & IN_TIME_OUT : permissions;
}
