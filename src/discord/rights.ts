import { type GuildMember, PermissionFlagsBits, type PermissionsBitField } from 'discord.js';
import type { GuildSettings } from '../domain/settings.ts';
import { UserError } from './user-error.ts';

/** What a command, button, menu or form asks of the one who uses it. */
export type Requirement = 'manage-alerts' | 'manage-server';

/** What somebody may do in the server that they ask from. */
export interface Rights {
  /** Alerts and settings: who has Manage Server, or holds the role that the server chose for it. */
  readonly mayManage: boolean;
  /** Only who has Manage Server: what decides about the others, and what cannot be undone. */
  readonly mayManageServer: boolean;
}

/** Reads somebody's rights from what their interaction tells of them, so they are never older than that. */
export function rightsOf(
  person: {
    readonly memberPermissions: Readonly<PermissionsBitField>;
    readonly member: Pick<GuildMember, 'roles'>;
  },
  { managerRoleId }: Pick<GuildSettings, 'managerRoleId'>,
): Rights {
  const mayManageServer = person.memberPermissions.has(PermissionFlagsBits.ManageGuild);
  const holdsRole = managerRoleId !== null && person.member.roles.cache.has(managerRoleId);
  return { mayManageServer, mayManage: mayManageServer || holdsRole };
}

/** Whether the rights are enough; nothing is asked of lookups. */
export function fulfils(rights: Rights, requirement: Requirement | undefined): boolean {
  switch (requirement) {
    case undefined:
      return true;
    case 'manage-alerts':
      return rights.mayManage;
    case 'manage-server':
      return rights.mayManageServer;
    default:
      return requirement satisfies never;
  }
}

/**
 * Lets pass who may.
 * @throws UserError that says what is missing
 */
export function demand(
  requirement: Requirement | undefined,
  rights: Rights,
  { managerRoleId }: Pick<GuildSettings, 'managerRoleId'>,
): void {
  if (fulfils(rights, requirement)) return;
  const role =
    requirement === 'manage-alerts' && managerRoleId !== null ? ` or the role <@&${managerRoleId}>` : '';
  throw new UserError(`You need the permission “Manage Server”${role} in this server to do that.`);
}
