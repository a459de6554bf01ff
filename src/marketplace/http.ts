import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Logger } from 'pino';
import { type Dispatcher, Pool } from 'undici';
import { BadResponse, type NotFound, type RateLimited, Unavailable } from './errors.ts';
import { type Headers, header, refusalError, transportError } from './http-failure.ts';
import { parseJson } from './json.ts';

const MOST_REDIRECTS = 3;
const MOST_CONNECTIONS = 10;
/** An error's body is only read for its words. */
const LARGEST_REFUSAL = 64 * 1_024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

const DECODERS: Readonly<
  Record<string, (data: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** One request, as the endpoints see it. */
export interface Request {
  /** Path below the base URL, starting with `/api`, its segments already encoded. */
  readonly path: string;
  readonly query?: URLSearchParams;
  /** What is asked for, as the end of "The marketplace has no …". */
  readonly what: string;
  readonly signal?: AbortSignal | undefined;
}

/** Fetches JSON from one origin. */
export interface JsonSource extends AsyncDisposable {
  /**
   * @throws NotFound, RateLimited, Unavailable, BadResponse; the reason of the request's own signal when that aborts
   */
  get(request: Request): Promise<unknown>;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

async function readBody(body: AsyncIterable<unknown>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > limit) throw new BadResponse(`it is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function inflated(answer: Answer, limit: number): Promise<Buffer> {
  const encoding = header(answer.headers, 'content-encoding')?.toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return answer.body;
  const decode = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (decode === undefined) throw new BadResponse(`its encoding ${encoding.slice(0, 40)} is unknown`);
  try {
    return await decode(answer.body, { maxOutputLength: limit });
  } catch (error) {
    throw new BadResponse(`its ${encoding} data is damaged or too large`, { cause: error });
  }
}

function parseAnswer(text: string): unknown {
  if (text.trim() === '') throw new BadResponse('it is empty');
  try {
    return parseJson(text);
  } catch (error) {
    const kind = text.trimStart().startsWith('<') ? 'HTML instead of JSON' : 'no valid JSON';
    throw new BadResponse(kind, { cause: error });
  }
}

/** Aborts when the time is up or the caller's signal says so, whichever is first. */
function deadline(timeoutMs: number, signal: AbortSignal | undefined): { signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new Unavailable(`no answer within ${timeoutMs} ms`)),
    timeoutMs,
  );
  const follow = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', follow);
    },
  };
}

function isTyped(error: unknown): error is NotFound | RateLimited | Unavailable | BadResponse {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('MARKETPLACE_');
}

/**
 * A source of JSON at `baseUrl` (it may carry a path prefix and a trailing slash): keep-alive connections, one
 * deadline over everything a request does, a bound on what is read, redirects within the origin only.
 * @throws TypeError for a base URL that is none
 */
export function createJsonSource(deps: {
  baseUrl: string;
  log: Logger;
  now: () => number;
  /** For a whole request, redirects included. */
  timeoutMs: number;
  /** Largest body that is read, bytes, before and after decompression. */
  maxBytes: number;
}): JsonSource {
  const { log, now, timeoutMs, maxBytes } = deps;
  const base = new URL(deps.baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const pool = new Pool(base.origin, {
    connections: MOST_CONNECTIONS,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });

  async function send(path: string, signal: AbortSignal): Promise<Answer> {
    const response: Dispatcher.ResponseData = await pool.request({
      method: 'GET',
      path,
      signal,
      headers: { accept: 'application/json', 'accept-encoding': 'gzip, br', 'user-agent': 'gavel' },
    });
    const { statusCode: status, headers } = response;
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

  async function fetchText(request: Request, signal: AbortSignal): Promise<string> {
    const query = request.query?.toString() ?? '';
    let path = `${prefix}${request.path}${query === '' ? '' : `?${query}`}`;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const answer = await send(path, signal);
      const body = await inflated(answer, maxBytes);
      if (answer.status >= 200 && answer.status < 300) return body.toString('utf8');
      if (!REDIRECTS.has(answer.status)) {
        const refusal = { status: answer.status, headers: answer.headers, body: body.toString('utf8') };
        throw refusalError(refusal, request.what, now());
      }
      path = nextPath(path, answer);
    }
    throw new BadResponse(`it redirects more than ${MOST_REDIRECTS} times`);
  }

  return {
    async get(request) {
      request.signal?.throwIfAborted();
      using limit = deadline(timeoutMs, request.signal);
      try {
        return parseAnswer(await fetchText(request, limit.signal));
      } catch (error) {
        request.signal?.throwIfAborted();
        throw isTyped(error) ? error : transportError(error);
      }
    },
    async [Symbol.asyncDispose]() {
      await pool.destroy();
    },
  };
}
