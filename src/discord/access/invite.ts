import { OAuth2Scopes } from 'discord-api-types/v10';
import { invitePermissions } from './needed-permissions.ts';

/** Builds the invite link, with the minimum of permissions (Discord docs: OAuth2, Bot Authorization Flow). */
export function inviteLink(applicationId: string): string {
  const permissions = invitePermissions.reduce((all, { bit }) => all | bit, 0n);
  const query = new URLSearchParams({
    client_id: applicationId,
    scope: `${OAuth2Scopes.Bot} ${OAuth2Scopes.ApplicationsCommands}`,
    permissions: permissions.toString(),
  });
  return `https://discord.com/oauth2/authorize?${query.toString()}`;
}
