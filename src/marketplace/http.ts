import type { Logger } from 'pino';
import { type Dispatcher, Pool } from 'undici';
import { createAnswerMemory } from './answer-memory.ts';
import { deadline } from './deadline.ts';
import { BadResponse, NotFound, RateLimited, Unavailable } from './errors.ts';
import { type Answer, parseAnswer, readBody, textOf } from './http-body.ts';
import { header, refusalError, transportError } from './http-failure.ts';
import { createRateBudget } from './rate-budget.ts';
import type { ServerClock } from './server-clock.ts';

const MAX_REDIRECTS = 3;
const MAX_CONNECTIONS = 20;
/** An error's body is only read for its message. */
const MAX_ERROR_BODY_BYTES = 64 * 1_024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const HEADERS = { accept: 'application/json', 'accept-encoding': 'gzip, br', 'user-agent': 'gavel' };

/** Field notes: 750 requests a minute in general, 500 for collections and search. */
type RequestGroup = 'general' | 'collections';

/** One request of an endpoint. */
export interface Request {
  /** Path below the base URL, starting with `/api`, its segments already encoded. */
  readonly path: string;
  readonly query?: URLSearchParams;
  /** The requested resource, as the end of "The marketplace has no …". */
  readonly what: string;
  readonly signal?: AbortSignal | undefined;
  /** Name of the endpoint, without the path's parameters; each endpoint has its own circuit breaker. */
  readonly endpoint: string;
  /** Requests that share one rate limit. */
  readonly group: RequestGroup;
  /** May use the reserve of the rate limit, and is never retried or queued. */
  readonly urgent?: boolean;
  /** Sent repeatedly: uses `If-None-Match`. */
  readonly repeated?: boolean;
}

/** The outcome of one request, including its redirects. `left`: the caller aborted it. */
export interface MarketplaceRequest {
  readonly endpoint: string;
  readonly outcome: 'ok' | 'not_found' | 'rate_limited' | 'unavailable' | 'bad_response' | 'left';
  /** Time until the body was read, ms. */
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
 * Creates a source of JSON at `baseUrl` (may have a path prefix and a trailing slash): keep-alive connections, one
 * deadline for a request with its redirects, a size limit for bodies, redirects within the origin only. Respects the
 * rate limit in the server's headers and the delay of a 429.
 * @throws TypeError for an invalid base URL
 */
export function createJsonSource(deps: {
  baseUrl: string;
  log: Logger;
  now: () => number;
  /** Monotonic clock in ms, for delays and freshness; default `now`. */
  monotonic?: () => number;
  /** For a whole request, including redirects. */
  timeoutMs: number;
  /** Largest accepted body, bytes, before and after decompression. */
  maxBytes: number;
  /** Receives the headers and times of every answer. */
  serverClock?: Pick<ServerClock, 'learn'> | undefined;
  /** Called at the end of every request. */
  onRequest?: ((request: MarketplaceRequest) => void) | undefined;
}): JsonSource {
  const { log, now, monotonic = now, timeoutMs, maxBytes } = deps;
  const base = new URL(deps.baseUrl);
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, '');
  const pool = new Pool(base.origin, {
    connections: MAX_CONNECTIONS,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });

  const budget = createRateBudget({ now, monotonic });
  const answers = createAnswerMemory({ now: monotonic });

  async function send(path: string, etag: string | null, signal: AbortSignal): Promise<Answer> {
    const condition = etag === null ? {} : { 'if-none-match': etag };
    const askedAt = monotonic();
    const response: Dispatcher.ResponseData = await pool.request({
      method: 'GET',
      path,
      signal,
      headers: { ...HEADERS, ...condition },
    });
    const { statusCode: status, headers } = response;
    deps.serverClock?.learn({ headers, askedAt, answeredAt: monotonic() });
    if (status >= 200 && status < 300) {
      return { status, headers, body: await readBody(response.body, maxBytes) };
    }
    if (REDIRECTS.has(status)) {
      await response.body.dump({ limit: MAX_ERROR_BODY_BYTES, signal });
      return { status, headers, body: Buffer.alloc(0) };
    }
    try {
      return { status, headers, body: await readBody(response.body, MAX_ERROR_BODY_BYTES) };
    } catch (error) {
      // The status is enough without the body, unless the request was aborted or timed out.
      signal.throwIfAborted();
      log.debug({ err: error, status }, 'body of an error response not read');
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

  /** Reads the body of an error; empty if it cannot be decoded, because the status is enough. */
  async function refusalText(answer: Answer): Promise<string> {
    try {
      return await textOf(answer, MAX_ERROR_BODY_BYTES);
    } catch (error) {
      log.debug({ err: error, status: answer.status }, 'body of an error response not read');
      return '';
    }
  }

  async function fetchJson(request: Request, signal: AbortSignal): Promise<unknown> {
    const query = request.query?.toString() ?? '';
    const first = `${prefix}${request.path}${query === '' ? '' : `?${query}`}`;
    const known = request.repeated === true ? answers.get(first) : null;
    let path = first;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      budget.consume(request.group, request.urgent === true);
      const answer = await send(path, known?.etag ?? null, signal);
      const { status, headers } = answer;
      if (status !== 429) budget.learn(request.group, headers);
      if (status === 304 && known !== null) return known.body;
      if (status >= 200 && status < 300) {
        const text = await textOf(answer, maxBytes);
        if (request.repeated !== true) return await parseAnswer(text);
        const body = answers.same(first, text) ?? (await parseAnswer(text));
        answers.set(first, { etag: header(headers, 'etag'), body, text });
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
    throw new BadResponse(`it redirects more than ${MAX_REDIRECTS} times`);
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
      const startedAt = now();
      const report = (outcome: MarketplaceRequest['outcome']) =>
        deps.onRequest?.({ endpoint: request.endpoint, outcome, tookMs: Math.max(0, now() - startedAt) });
      try {
        const answer = await ask(request);
        report('ok');
        return answer;
      } catch (error) {
        report(outcomeOf(error));
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      await pool.destroy();
    },
  };
}
