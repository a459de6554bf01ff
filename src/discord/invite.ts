import { OAuth2Scopes } from 'discord.js';
import { invitedWith } from './needed-permissions.ts';

/**
 * Where an admin invites the bot to a server, with the least permissions it works with (Discord docs: OAuth2, Bot
 * Authorization Flow).
 */
export function inviteLink(applicationId: string): string {
  const permissions = invitedWith.reduce((all, { bit }) => all | bit, 0n);
  const query = new URLSearchParams({
    client_id: applicationId,
    scope: `${OAuth2Scopes.Bot} ${OAuth2Scopes.ApplicationsCommands}`,
    permissions: permissions.toString(),
  });
  return `https://discord.com/oauth2/authorize?${query.toString()}`;
}
