import { inviteLink, invitePermissions } from '#src/discord/access/needed-permissions.ts';
import { bad, type Check, good, warning } from '../check-result.ts';
import type { DiscordApi } from './api.ts';
import { wireGateway, wireOwnGuilds } from './wire.ts';

/** A server that the bot is in. */
export interface Server {
  readonly id: string;
  readonly name: string;
}

const PAGE = 200;
/** Maximum servers per gateway connection (Discord docs: Sharding). */
const MAX_SERVERS = 2_500;
/** Maximum server names in the result. */
const MAX_NAMES = 5;
const MIN_STARTS = 50;

async function allServers(api: DiscordApi): Promise<readonly Server[] | string> {
  const servers = new Map<string, Server>();
  for (let after = '0'; ; ) {
    const page = await api.get(`/users/@me/guilds?limit=${PAGE}&after=${after}`, wireOwnGuilds);
    if (!page.ok) return page.reason;
    const known = servers.size;
    for (const server of page.value) servers.set(server.id, server);
    if (page.value.length < PAGE || servers.size === known) return [...servers.values()];
    after = page.value.at(-1)?.id ?? after;
  }
}

/** Checks that the bot is in a server, and reports the invite link. */
export async function* checkServers(
  api: DiscordApi,
  options: { readonly applicationId: string; readonly guildId: string | null },
): Check<readonly Server[]> {
  const link = inviteLink(options.applicationId);
  const servers = await allServers(api);
  if (typeof servers === 'string') {
    yield bad(`The bot’s servers could not be read from Discord: ${servers}.`, 'Try again in a minute.');
    return [];
  }
  if (servers.length === 0) yield bad('The bot is in no server yet.', `Invite it: ${link}`);
  else {
    const names = servers.slice(0, MAX_NAMES).map(({ name }) => `“${name}”`);
    const more = servers.length > MAX_NAMES ? ` and ${servers.length - MAX_NAMES} more` : '';
    yield good(
      `The bot is in ${servers.length} ${servers.length === 1 ? 'server' : 'servers'}: ${names.join(', ')}${more}.`,
    );
  }
  const { guildId } = options;
  if (guildId !== null && servers.length > 0 && !servers.some(({ id }) => id === guildId))
    yield bad(
      `GUILD_ID ${guildId} is a server that the bot is not in.`,
      `Invite the bot there (${link}), or take GUILD_ID out of .env.`,
    );
  yield good(
    `It is invited by this link, which asks for ${invitePermissions.map(({ name }) => name).join(', ')}:`,
    [link],
  );
  return servers;
}

/** Checks that the gateway will accept the bot's connection. */
export async function* checkGateway(api: DiscordApi, servers: number): Check {
  const gateway = await api.get('/gateway/bot', wireGateway);
  if (!gateway.ok) {
    yield bad(
      `The gateway’s address could not be read from Discord: ${gateway.reason}.`,
      'Try again in a minute.',
    );
    return;
  }
  const { remaining, total, reset_after: resetMs } = gateway.value.session_start_limit;
  const hours = Math.ceil(resetMs / 3_600_000);
  const remedy = `Find out what restarts the bot again and again; the limit resets in ${hours} h.`;
  if (servers > MAX_SERVERS)
    yield bad(
      `The bot is in ${servers} servers; Discord allows at most ${MAX_SERVERS} for one connection.`,
      'Run a second application for the others; Gavel does not shard yet.',
    );
  if (remaining === 0) yield bad('The bot has used up its starts of today.', remedy);
  else if (remaining < MIN_STARTS)
    yield warning(`Only ${remaining} of ${total} starts are left today.`, remedy);
  else
    yield good(
      `The gateway accepts the bot: ${remaining} of ${total} starts are left today, and its one intent (Guilds) needs no approval.`,
    );
}
