import { errors } from 'undici';
import { createFieldReader, isRecord, paths } from './decode/record.ts';
import { readNumber, readText } from './decode/scalar.ts';
import { BadResponse, NotFound, RateLimited, Unavailable } from './errors.ts';
import { parseJson } from './json.ts';

/** Header names in lower case; a header that came twice is an array. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

const DEFAULT_WAIT_MS = 60_000;
const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 3_600_000;
const LONGEST_DETAIL = 200;

const RETRY_AFTER = paths('retryAfter retry_after error.retryAfter error.retry_after');
const MESSAGE = paths('error.message error.error message error detail error.code');

/** The one value of a header, or `null`. */
export function header(headers: Headers, name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value)?.trim() ?? null;
}

function tryParse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // An error's body may be anything; that it is no JSON is told by `null`.
    return null;
  }
}

/** The words of an error body in any of its shapes: `{error}`, `{message}`, an object under `error`, HTML, text. */
export function describeBody(text: string): string | null {
  const body = tryParse(text);
  const message = isRecord(body) ? createFieldReader(body).first(MESSAGE, readText) : readText(body);
  const title = /<title>([^<]{1,200})/i.exec(text)?.[1];
  const plain = text.trimStart().startsWith('<') || body !== null ? null : readText(text);
  const words = message ?? title ?? plain;
  if (words === null) return null;
  const line = words.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return line === '' ? null : line.slice(0, LONGEST_DETAIL).toWellFormed();
}

function retryAfterHeader(headers: Headers, now: number): number | null {
  const text = header(headers, 'retry-after');
  if (text === null) return null;
  const seconds = readNumber(text);
  if (seconds !== null) return seconds < 0 ? null : seconds * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** When the server's rate-limit window ends, epoch ms; `null` where it does not tell or it is over. */
export function windowEnd(headers: Headers, now: number): number | null {
  const reset = readNumber(header(headers, 'x-ratelimit-reset'));
  if (reset === null) return null;
  const end = reset > 1e11 ? reset : reset * 1_000;
  return end > now ? end : null;
}

/**
 * How long a 429 asks to wait, in ms: Retry-After (seconds or a date), `retryAfter` in the body, X-RateLimit-Reset
 * (epoch seconds), else a minute; never more than an hour.
 * @param now epoch milliseconds
 */
function retryAfterMs(headers: Headers, body: string, now: number): number {
  const parsed = tryParse(body);
  const seconds = isRecord(parsed) ? createFieldReader(parsed).first(RETRY_AFTER, readNumber) : null;
  const fromBody = seconds === null || seconds < 0 ? null : seconds * 1_000;
  const end = windowEnd(headers, now);
  const wait =
    retryAfterHeader(headers, now) ?? fromBody ?? (end === null ? null : end - now) ?? DEFAULT_WAIT_MS;
  return Math.min(Math.max(wait, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
}

/** Whether the words of an error say that the thing does not exist; some deployments say so with a 400 or a 200. */
export function saysNotFound(words: string | null): boolean {
  return words !== null && /\bnot[ _]?found\b|\bdoes(?: not|n.t) exist\b|\bno such\b/i.test(words);
}

/** An answer that is no success, as it came. */
export interface Refusal {
  readonly status: number;
  readonly headers: Headers;
  /** As much of the body as was read. */
  readonly body: string;
}

/** Shorter parts of a URL are numbers and words of the API, and would blank out ordinary words. */
const MIN_MASKED_LENGTH = 4;

/** The values in a URL: what stands between its slashes and in its query, as written and decoded, the longest first. */
function valuesIn(path: string): readonly string[] {
  const url = new URL(path, 'http://marketplace.invalid');
  const written = [...url.pathname.split('/'), ...[...url.searchParams.values()]];
  const decoded = written.map((value) => new URLSearchParams(`value=${value}`).get('value') ?? '');
  return [...new Set([...written, ...decoded])]
    .filter((value) => value.length >= MIN_MASKED_LENGTH)
    .toSorted((a, b) => b.length - a.length);
}

/** The words without what was asked for, which a member may have typed: errors are logged. */
function withoutAsked(words: string, path: string): string {
  return valuesIn(path).reduce(
    (text, value) => text.replace(new RegExp(value.replace(/[^\w\s]/g, '\\$&'), 'gi'), '…'),
    words,
  );
}

/**
 * The typed error of a status that is no success.
 * @param what the thing that was asked for, as the end of "The marketplace has no …"
 * @param path the path and query that were asked for
 */
export function refusalError(
  refusal: Refusal,
  { what, path }: { readonly what: string; readonly path: string },
  now: number,
): NotFound | RateLimited | Unavailable | BadResponse {
  const { status, headers, body } = refusal;
  const words = describeBody(body);
  const detail = words === null ? `status ${status}` : `status ${status} (${withoutAsked(words, path)})`;
  if (status === 404 || status === 410 || (status === 400 && saysNotFound(words)))
    return new NotFound(what, words);
  if (status === 429) return new RateLimited(retryAfterMs(headers, body, now));
  if (status === 408 || status === 425 || status >= 500) return new Unavailable(detail);
  return new BadResponse(detail);
}

function codeOf(error: unknown): string | null {
  return isRecord(error) && typeof error['code'] === 'string' ? error['code'] : null;
}

/** The typed error of a request that broke: refused, dropped, timed out, too large, no HTTP. */
export function transportError(error: unknown): Unavailable | BadResponse {
  const options = { cause: error };
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    return new BadResponse('it is larger than what is allowed', options);
  }
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError) {
    return new BadResponse('it is not HTTP', options);
  }
  const reason = codeOf(error) ?? (error instanceof Error ? error.message : String(error));
  return new Unavailable(reason, options);
}
