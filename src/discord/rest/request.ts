import { setTimeout as delay } from 'node:timers/promises';
import type { RESTOptions } from 'discord.js';
import { Agent, Dispatcher1Wrapper } from 'undici';

/** The URL up to and including the API version. */
const BEFORE_ROUTE = /^.*?\/v\d+(?=\/)/;
const ID = /^\d+$/;
/** Fixed segments of Discord's routes; all other segments are variable. */
const WORD = /^(?:@me|@original|[a-z][a-z-]{1,29})$/;
/** Segments that precede an id and a token; the token may look like a word. */
const WITH_TOKEN = new Set(['webhooks', 'interactions']);

/**
 * Returns the route of a request without its parameters: `/channels/:id/messages/:id`. The number of templates is small
 * and constant, and none contains an id or the token of an interaction.
 */
export function routeTemplate(url: string): string {
  const path = (url.split(/[?#]/, 1)[0] ?? '').replace(BEFORE_ROUTE, '');
  const segments = path.split('/').slice(1);
  const written = segments.map((segment, index) => {
    if (WITH_TOKEN.has(segments[index - 2] ?? '')) return ':token';
    if (ID.test(segment)) return ':id';
    return WORD.test(segment) ? segment : ':other';
  });
  return `/${written.join('/')}`;
}

/** Scope of the rate limit of a 429 (Discord docs: Rate Limits, `X-RateLimit-Scope`). */
export type RateLimitScope = 'user' | 'shared' | 'global' | 'unknown';

/** Result of one request to Discord. */
export interface DiscordRequest {
  readonly method: string;
  /** The route without ids and tokens: `/channels/:id/messages`. */
  readonly route: string;
  /** `null` without a response. */
  readonly status: number | null;
  /** Time until the response headers arrived, ms. */
  readonly tookMs: number;
  /** Scope of a 429; `null` for other responses. */
  readonly limited: RateLimitScope | null;
}

type MakeRequest = RESTOptions['makeRequest'];

const SCOPES: readonly RateLimitScope[] = ['user', 'shared', 'global'];

function scopeOf(headers: { get(name: string): string | null }): RateLimitScope {
  const value = headers.get('x-ratelimit-scope');
  return SCOPES.find((scope) => scope === value) ?? 'unknown';
}

/**
 * Middleboxes (scrubbers, NAT) drop connections that are idle for 3 to 5 s, and a request on such a connection is never
 * answered (discord.js#11554). The server's keep-alive hint is ignored.
 */
const KEEP_ALIVE_MS = 2_000;
const KEPT_CONNECTIONS = new Dispatcher1Wrapper(
  new Agent({ keepAliveTimeout: KEEP_ALIVE_MS, keepAliveMaxTimeout: KEEP_ALIVE_MS }),
);
/** Without pipelining, undici opens a connection for each request. */
const FRESH_CONNECTIONS = new Dispatcher1Wrapper(new Agent({ pipelining: 0 }));

/** Responses to an interaction that may be sent twice: the first one, because Discord refuses a second, and edits. */
const REPEATABLE =
  /^(?:POST .*\/interactions\/\d+\/[^/]+\/callback|PATCH .*\/webhooks\/\d+\/[^/]+\/messages\/)/;
/** A first response is due within 3 s. */
const SECOND_TRY_AFTER_MS = 1_000;
const ALREADY_ACKNOWLEDGED = 40_060;

type Init = Parameters<MakeRequest>[1];

const request = (
  url: string,
  init: Init,
  dispatcher: Dispatcher1Wrapper,
  signal: Init['signal'] | AbortSignal,
): Promise<Response> =>
  // The types of undici 6, undici 8 and Node describe the same objects.
  fetch(url, { ...init, signal, dispatcher, redirect: 'manual' } as unknown as RequestInit);

/** Handles a refused repetition: Discord had received the first request, and only its answer was lost. */
async function acknowledged(answer: Response): Promise<Response> {
  if (answer.status !== 400) return answer;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  const isAcknowledged =
    typeof body === 'object' && body !== null && 'code' in body && body.code === ALREADY_ACKNOWLEDGED;
  return isAcknowledged ? new Response(null, { status: 204 }) : answer;
}

/** Repeats the request on a fresh connection if there is no answer within a second. The first answer counts. */
async function requestTwice(url: string, init: Init): Promise<Response> {
  const [first, second] = [new AbortController(), new AbortController()];
  const within = ({ signal }: AbortController) =>
    init.signal === undefined || init.signal === null ? signal : AbortSignal.any([init.signal, signal]);
  const firstTry = request(url, init, KEPT_CONNECTIONS, within(first));
  const isSettled = firstTry.then(
    () => true,
    () => true,
  );
  const waiting = new AbortController();
  const isLate = delay(SECOND_TRY_AFTER_MS, false, { signal: waiting.signal }).catch(() => true);
  if (await Promise.race([isSettled, isLate])) {
    waiting.abort();
    return firstTry;
  }
  const secondTry = request(url, init, FRESH_CONNECTIONS, within(second)).then(acknowledged);
  const tagged = [
    firstTry.then((answer) => ({ answer, other: second })),
    secondTry.then((answer) => ({ answer, other: first })),
  ];
  try {
    const { answer, other } = await Promise.any(tagged);
    other.abort();
    return answer;
  } catch {
    // Both failed; the first error explains why.
    return firstTry;
  }
}

/**
 * Makes every request to Discord, with Node's own `fetch`. discord.js would use its bundled undici 6 through the
 * process's global dispatcher. The marketplace client's undici 8 has replaced that dispatcher, and it rejects uploads
 * ("body must be a FormData created by this undici package instance").
 *
 * Redirects are not followed, because they come from a proxy and the token must not be sent to their target.
 */
export const makeRequest: MakeRequest = (url, init) =>
  REPEATABLE.test(`${init.method} ${url}`)
    ? requestTwice(url, init)
    : request(url, init, KEPT_CONNECTIONS, init.signal);

/**
 * Wraps `makeRequest` with a callback for the result of each request.
 * @param watch.now ms, monotonic
 */
export function observeRequests(observer: {
  readonly now: () => number;
  readonly onRequest: (request: DiscordRequest) => void;
}): MakeRequest {
  return async (url, init) => {
    const startedAt = observer.now();
    const report = (status: number | null, limited: RateLimitScope | null) =>
      observer.onRequest({
        method: init.method ?? 'GET',
        route: routeTemplate(url),
        status,
        tookMs: Math.max(0, observer.now() - startedAt),
        limited,
      });
    try {
      const answer = await makeRequest(url, init);
      report(answer.status, answer.status === 429 ? scopeOf(answer.headers) : null);
      return answer;
    } catch (error) {
      report(null, null);
      throw error;
    }
  };
}
