import { inviteLink } from '../../discord/invite.ts';
import { invitedWith } from '../../discord/needed-permissions.ts';
import { bad, type Check, good, warning } from '../finding.ts';
import type { DiscordApi } from './api.ts';
import { wireGateway, wireOwnGuilds } from './wire.ts';

/** A server that the bot is in. */
export interface Server {
  readonly id: string;
  readonly name: string;
}

const PAGE = 200;
/** Where Discord no longer lets one connection in (Discord docs: Sharding). */
const MOST_SERVERS = 2_500;
/** So many names are told. */
const NAMED = 5;
const FEW_STARTS = 50;

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

/** Checks that the bot is in a server, and tells how it is invited. */
export async function* checkServers(
  api: DiscordApi,
  options: { readonly applicationId: string; readonly guildId: string | null },
): Check<readonly Server[]> {
  const link = inviteLink(options.applicationId);
  const servers = await allServers(api);
  if (typeof servers === 'string') {
    yield bad(`Discord does not tell which servers the bot is in: ${servers}.`, 'Try again in a minute.');
    return [];
  }
  if (servers.length === 0) yield bad('The bot is in no server yet.', `Invite it: ${link}`);
  else {
    const names = servers.slice(0, NAMED).map(({ name }) => `“${name}”`);
    const more = servers.length > NAMED ? ` and ${servers.length - NAMED} more` : '';
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
    `It is invited by this link, which asks for ${invitedWith.map(({ name }) => name).join(', ')}:`,
    [link],
  );
  return servers;
}

/** Checks that the gateway will let the bot in. */
export async function* checkGateway(api: DiscordApi, servers: number): Check {
  const gateway = await api.get('/gateway/bot', wireGateway);
  if (!gateway.ok) {
    yield bad(`Discord does not tell where its gateway is: ${gateway.reason}.`, 'Try again in a minute.');
    return;
  }
  const { remaining, total, reset_after: resetMs } = gateway.value.session_start_limit;
  const hours = Math.ceil(resetMs / 3_600_000);
  const remedy = `Find out what restarts the bot again and again; the count begins anew in ${hours} h.`;
  if (servers > MOST_SERVERS)
    yield bad(
      `The bot is in ${servers} servers; Discord lets one connection hear of ${MOST_SERVERS} at most.`,
      'Run a second application for the others; Gavel does not shard yet.',
    );
  if (remaining === 0) yield bad('The bot has used up its starts of today.', remedy);
  else if (remaining < FEW_STARTS)
    yield warning(`Only ${remaining} of ${total} starts are left today.`, remedy);
  else
    yield good(
      `The gateway lets the bot in: ${remaining} of ${total} starts are left today, and its one intent (Guilds) needs no approval.`,
    );
}
