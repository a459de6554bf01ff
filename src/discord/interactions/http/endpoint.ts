import type { IncomingMessage, ServerResponse } from 'node:http';
import { InteractionResponseType, InteractionType } from 'discord-api-types/v10';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { MAX_AGE_MS } from './signature.ts';
import { createSignedBodyReader, parseBody, type UnsignedReason } from './signed-body.ts';

/** Path of the Interactions Endpoint URL. */
export const INTERACTIONS_PATH = '/interactions';

/** Result of a request. */
export type EndpointOutcome = 'accepted' | 'ping' | 'repeated' | 'unreadable' | 'not ready' | UnsignedReason;

/**
 * Serves requests for `INTERACTIONS_PATH`. Rejects, without an answer, if the interaction's handler throws
 * synchronously.
 */
export type InteractionsEndpoint = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Upper bound for an interaction. The largest ones are a component's, with its message of at most 6,000 characters of
 * embeds and 25 components, and a modal's, with five texts of 4,000 characters. JSON takes up to 12 bytes per
 * character.
 */
const MAX_BODY_BYTES = 256 * 1_024;

/**
 * Number of interactions whose repetition is detected. Only Discord can sign more within the time for which requests
 * are accepted.
 */
const MAX_REMEMBERED = 10_000;

/** Discord may add types that are unknown here. */
const PING: number = InteractionType.Ping;

const DISCORD_ID = z.string().regex(/^\d{1,19}$/);

/** Common fields of interactions, read before a handler is called. */
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
 * Receives interactions over HTTP (Discord docs: Receiving and Responding). An interaction is answered with 202 and no
 * body as soon as its signature was verified. The response follows on the callback route, as for those from the
 * gateway. A body is parsed only after its signature was verified, and an interaction that arrives twice is handled
 * once.
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
  // A request is accepted for twice the maximum age, because it may be from before or after the bot's time.
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
        // A reverse proxy that reuses connections would sometimes write to one that is just being closed.
        connection: 'close',
        ...(isPing ? { 'content-type': 'application/json' } : { 'content-length': '0' }),
        ...(outcome === 'wrong method' ? { allow: 'POST' } : {}),
      })
      .end(isPing ? JSON.stringify({ type: InteractionResponseType.Pong }) : undefined);
  };
}
