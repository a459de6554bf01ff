import type { Logger } from 'pino';
import { type Dispatcher, Pool } from 'undici';
import { createAnswerMemory } from './answer-memory.ts';
import { deadline } from './deadline.ts';
import { BadResponse, NotFound, RateLimited, Unavailable } from './errors.ts';
import { type Answer, parseAnswer, readBody, textOf } from './http-body.ts';
import { header, refusalError, transportError } from './http-failure.ts';
import { createRateBudget } from './rate-budget.ts';
import type { ServerClock } from './server-clock.ts';

const MOST_REDIRECTS = 3;
const MOST_CONNECTIONS = 20;
/** An error's body is only read for its words. */
const LARGEST_REFUSAL = 64 * 1_024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const HEADERS = { accept: 'application/json', 'accept-encoding': 'gzip, br', 'user-agent': 'gavel' };

/** Field notes: 750 requests a minute in general, 500 for collections and search. */
type RequestGroup = 'general' | 'collections';

/** One request, as the endpoints see it. */
export interface Request {
  /** Path below the base URL, starting with `/api`, its segments already encoded. */
  readonly path: string;
  readonly query?: URLSearchParams;
  /** What is asked for, as the end of "The marketplace has no …". */
  readonly what: string;
  readonly signal?: AbortSignal | undefined;
  /** Names the endpoint, whatever the path's parameters are: what fails of it may fail of all of it. */
  readonly endpoint: string;
  /** The requests that one rate limit is on together, as far as is known. */
  readonly group: RequestGroup;
  /** May use the last of the rate limit, which other requests leave alone, and is never retried or held back. */
  readonly urgent?: boolean;
  /** Asked for again and again: let the server say that nothing has changed. */
  readonly repeated?: boolean;
}

/** How one request of an endpoint ended, redirects and all. `left`: whoever asked did not wait for the answer. */
export interface MarketplaceRequest {
  readonly endpoint: string;
  readonly outcome: 'ok' | 'not_found' | 'rate_limited' | 'unavailable' | 'bad_response' | 'left';
  /** Until everything was read, ms. */
  readonly tookMs: number;
}

/** Fetches JSON from one origin. */
export interface JsonSource extends AsyncDisposable {
  /**
   * @throws NotFound, RateLimited, Unavailable, BadResponse; the reason of the request's own signal when that aborts
   */
  get(request: Request): Promise<unknown>;
}

function outcomeOf(error: unknown): MarketplaceRequest['outcome'] {
  if (error instanceof NotFound) return 'not_found';
  if (error instanceof RateLimited) return 'rate_limited';
  if (error instanceof Unavailable) return 'unavailable';
  return error instanceof BadResponse ? 'bad_response' : 'left';
}

function isTyped(error: unknown): error is NotFound | RateLimited | Unavailable | BadResponse {
  return [NotFound, RateLimited, Unavailable, BadResponse].some((type) => error instanceof type);
}

/**
 * A source of JSON at `baseUrl` (it may carry a path prefix and a trailing slash): keep-alive connections, one
 * deadline over everything a request does, a bound on what is read, redirects within the origin only. It stays within
 * the rate limit that the server tells of, and waits out what a 429 asks for.
 * @throws TypeError for a base URL that is none
 */
export function createJsonSource(deps: {
  baseUrl: string;
  log: Logger;
  now: () => number;
  /** ms of a clock that only goes forward, for pauses and freshness; `now` unless told otherwise. */
  monotonic?: () => number;
  /** For a whole request, redirects included. */
  timeoutMs: number;
  /** Largest body that is read, bytes, before and after decompression. */
  maxBytes: number;
  /** Learns from every answer. */
  serverClock?: Pick<ServerClock, 'learn'> | undefined;
  /** Called at the end of every request. */
  onRequest?: ((request: MarketplaceRequest) => void) | undefined;
}): JsonSource {
  const { log, now, monotonic = now, timeoutMs, maxBytes } = deps;
  const base = new URL(deps.baseUrl);
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, '');
  const pool = new Pool(base.origin, {
    connections: MOST_CONNECTIONS,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });

  const budget = createRateBudget({ now, monotonic });
  const memory = createAnswerMemory({ now: monotonic });

  async function send(path: string, etag: string | null, signal: AbortSignal): Promise<Answer> {
    const condition = etag === null ? {} : { 'if-none-match': etag };
    const askedAt = now();
    const response: Dispatcher.ResponseData = await pool.request({
      method: 'GET',
      path,
      signal,
      headers: { ...HEADERS, ...condition },
    });
    const { statusCode: status, headers } = response;
    deps.serverClock?.learn({ headers, askedAt, answeredAt: now() });
    if (status >= 200 && status < 300) {
      return { status, headers, body: await readBody(response.body, maxBytes) };
    }
    if (REDIRECTS.has(status)) {
      await response.body.dump({ limit: LARGEST_REFUSAL, signal });
      return { status, headers, body: Buffer.alloc(0) };
    }
    try {
      return { status, headers, body: await readBody(response.body, LARGEST_REFUSAL) };
    } catch (error) {
      // The status says enough where the body cannot be read, unless it is our own time that is up.
      signal.throwIfAborted();
      log.debug({ err: error, status }, 'The body of an error could not be read.');
      return { status, headers, body: Buffer.alloc(0) };
    }
  }

  function nextPath(current: string, answer: Answer): string {
    const location = header(answer.headers, 'location') ?? '';
    const here = `${base.origin}${current}`;
    if (location === '' || !URL.canParse(location, here)) {
      throw new BadResponse(`status ${answer.status} without a usable location`);
    }
    const target = new URL(location, here);
    if (target.origin !== base.origin)
      throw new BadResponse(`it redirects to another origin, ${target.origin}`);
    return `${target.pathname}${target.search}`;
  }

  /** The words of a refusal; its status says enough where they cannot be read. */
  async function refusalText(answer: Answer): Promise<string> {
    try {
      return await textOf(answer, LARGEST_REFUSAL);
    } catch (error) {
      log.debug({ err: error, status: answer.status }, 'The body of an error could not be read.');
      return '';
    }
  }

  async function fetchJson(request: Request, signal: AbortSignal): Promise<unknown> {
    const query = request.query?.toString() ?? '';
    const first = `${prefix}${request.path}${query === '' ? '' : `?${query}`}`;
    const known = request.repeated === true ? memory.recall(first) : null;
    let path = first;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      budget.spend(request.group, request.urgent === true);
      const answer = await send(path, known?.etag ?? null, signal);
      const { status, headers } = answer;
      if (status !== 429) budget.learn(request.group, headers);
      if (status === 304 && known !== null) return known.body;
      if (status >= 200 && status < 300) {
        const text = await textOf(answer, maxBytes);
        const body = parseAnswer(text);
        if (request.repeated === true) memory.keep(first, header(headers, 'etag'), body, text.length);
        return body;
      }
      if (!REDIRECTS.has(status)) {
        const refusal = { status, headers, body: await refusalText(answer) };
        const error = refusalError(refusal, { what: request.what, path }, now());
        if (error instanceof RateLimited) budget.refused(request.group, error.retryAfterMs);
        throw error;
      }
      path = nextPath(path, answer);
    }
    throw new BadResponse(`it redirects more than ${MOST_REDIRECTS} times`);
  }

  async function ask(request: Request): Promise<unknown> {
    request.signal?.throwIfAborted();
    using limit = deadline(timeoutMs, request.signal);
    try {
      return await fetchJson(request, limit.signal);
    } catch (error) {
      request.signal?.throwIfAborted();
      throw isTyped(error) ? error : transportError(error);
    }
  }

  return {
    async get(request) {
      const begunAt = now();
      const tell = (outcome: MarketplaceRequest['outcome']) =>
        deps.onRequest?.({ endpoint: request.endpoint, outcome, tookMs: Math.max(0, now() - begunAt) });
      try {
        const answer = await ask(request);
        tell('ok');
        return answer;
      } catch (error) {
        tell(outcomeOf(error));
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      await pool.destroy();
    },
  };
}
