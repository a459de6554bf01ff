import type { IncomingMessage, ServerResponse } from 'node:http';
import { InteractionResponseType, InteractionType } from 'discord-api-types/v10';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { MAX_AGE_MS } from './signature.ts';
import { createSignedBodyReader, parseBody, type UnsignedReason } from './signed-body.ts';

/** The path that Discord is given as Interactions Endpoint URL. */
export const INTERACTIONS_PATH = '/interactions';

/** What became of a request. */
export type EndpointOutcome = 'accepted' | 'ping' | 'repeated' | 'unreadable' | 'not ready' | UnsignedReason;

/** Serves requests for `INTERACTIONS_PATH`. Rejects, without an answer, when the interaction's handler throws at once. */
export type InteractionsEndpoint = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * The largest interaction is a component's: it holds its message, at most 6,000 characters of embeds and 25 components; or a modal's,
 * five texts of 4,000 characters. JSON takes up to 12 bytes for a character.
 */
const MAX_BODY_BYTES = 256 * 1_024;

/** Interactions whose repetition is noticed. Only Discord can sign more within the time that requests are accepted. */
const MAX_REMEMBERED = 10_000;

/** Discord may add types that are not known here. */
const PING: number = InteractionType.Ping;

const DISCORD_ID = z.string().regex(/^\d{1,19}$/);

/** What is read of every interaction before a handler gets it. */
const envelope = z.object({ id: DISCORD_ID, type: z.int(), guild_id: DISCORD_ID.nullish() });

const STATUS: Readonly<Record<Exclude<EndpointOutcome, 'incomplete'>, number>> = {
  accepted: 202,
  ping: 200,
  repeated: 202,
  forged: 401,
  stale: 401,
  unreadable: 400,
  'too large': 413,
  'wrong method': 405,
  'not ready': 503,
};

/**
 * Receives interactions over HTTP (Discord docs: Receiving and Responding). An interaction is answered with 202 and no body as soon as
 * its signature was checked; the response follows on the callback route, as for those from the gateway. Nothing of a body is parsed
 * before its signature was checked, and an interaction that comes twice is handled once.
 *
 * @param deps.now epoch ms by Discord's clock
 * @param deps.receive takes an interaction's payload, and returns `false` while the bot cannot handle it yet
 */
export function createInteractionsEndpoint(deps: {
  readonly publicKey: string;
  readonly now: () => number;
  readonly receive: (payload: unknown, guildId: string | null) => boolean;
  readonly onRequest: (outcome: EndpointOutcome) => void;
}): InteractionsEndpoint {
  const { receive, onRequest } = deps;
  const readSignedBody = createSignedBodyReader(deps.publicKey, deps.now, MAX_BODY_BYTES);
  // A request is accepted for twice its greatest age: as long before the bot's time as after it.
  const seen = new LRUCache<string, true>({
    max: MAX_REMEMBERED,
    ttl: 2 * MAX_AGE_MS,
    perf: { now: deps.now },
    ttlResolution: 0,
  });

  function outcomeOf(body: Uint8Array): EndpointOutcome {
    const payload = parseBody(body);
    const read = envelope.safeParse(payload);
    if (!read.success) return 'unreadable';
    const { id, type, guild_id: guildId } = read.data;
    if (type === PING) return 'ping';
    if (seen.has(id)) return 'repeated';
    if (!receive(payload, guildId ?? null)) return 'not ready';
    seen.set(id, true);
    return 'accepted';
  }

  async function judge(request: IncomingMessage): Promise<EndpointOutcome> {
    const body = await readSignedBody(request);
    return typeof body === 'string' ? body : outcomeOf(body);
  }

  return async (request, response) => {
    const outcome = await judge(request);
    onRequest(outcome);
    if (outcome === 'incomplete') return;
    const isPing = outcome === 'ping';
    response
      .writeHead(STATUS[outcome], {
        'cache-control': 'no-store',
        // A reverse proxy that keeps connections would now and then write to one that is just being closed.
        connection: 'close',
        ...(isPing ? { 'content-type': 'application/json' } : { 'content-length': '0' }),
        ...(outcome === 'wrong method' ? { allow: 'POST' } : {}),
      })
      .end(isPing ? JSON.stringify({ type: InteractionResponseType.Pong }) : undefined);
  };
}
