import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { GuildSettings } from '#src/alerts/settings.ts';
import { hasAny, type Requester } from '../guilds/permissions.ts';
import { UserError } from '../user-error.ts';

/** The permission that a command, button, menu or modal requires. */
export type Requirement = 'manage-alerts' | 'manage-server';

/** Permissions of a member in the server of the interaction. */
export interface Rights {
  /** For alerts and settings: members with Manage Server, or with the manager role. */
  readonly mayManage: boolean;
  /** For settings that grant permissions, and for irreversible actions: only members with Manage Server. */
  readonly mayManageServer: boolean;
}

/** Rights of a user outside of servers. */
export const NO_RIGHTS: Rights = { mayManage: false, mayManageServer: false };

/** Reads a member's permissions from their interaction, which always carries the current ones. */
export function rightsOf(
  { permissions, roleIds }: Pick<Requester, 'permissions' | 'roleIds'>,
  { managerRoleId }: Pick<GuildSettings, 'managerRoleId'>,
): Rights {
  const mayManageServer = hasAny(
    permissions,
    PermissionFlagsBits.ManageGuild | PermissionFlagsBits.Administrator,
  );
  const holdsRole = managerRoleId !== null && roleIds.includes(managerRoleId);
  return { mayManageServer, mayManage: mayManageServer || holdsRole };
}

/** Returns whether the permissions are sufficient; lookups require none. */
export function meetsRequirement(rights: Rights, requirement: Requirement | undefined): boolean {
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

/** @throws UserError that names the missing permission */
export function requireRights(
  requirement: Requirement | undefined,
  rights: Rights,
  { managerRoleId }: Pick<GuildSettings, 'managerRoleId'>,
): void {
  if (meetsRequirement(rights, requirement)) return;
  throw new UserError(({ permissions }) =>
    requirement === 'manage-alerts' && managerRoleId !== null
      ? permissions.needManageServerOrRole(`<@&${managerRoleId}>`)
      : permissions.needManageServer,
  );
}
