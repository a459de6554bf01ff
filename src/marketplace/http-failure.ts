import { errors } from 'undici';
import { HOUR_MS } from '#src/chain/durations.ts';
import { createFieldReader, isRecord, paths } from './decode/record.ts';
import { readNumber, readText } from './decode/scalar.ts';
import { BadResponse, NotFound, RateLimited, Unavailable } from './errors.ts';
import { parseJson } from './json.ts';

/** Header names in lower case; a repeated header is an array. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

const DEFAULT_WAIT_MS = 60_000;
const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = HOUR_MS;
const MAX_DETAIL_LENGTH = 200;

const RETRY_AFTER = paths('retryAfter retry_after error.retryAfter error.retry_after');
const MESSAGE = paths('error.message error.error message error detail error.code');

/** Returns the first value of a header, or `null`. */
export function header(headers: Headers, name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value)?.trim() ?? null;
}

function tryParse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // An error's body may be anything; `null` means that it is not JSON.
    return null;
  }
}

/** Extracts the message of an error body in any format: `{error}`, `{message}`, an object under `error`, HTML, text. */
export function describeBody(text: string): string | null {
  const body = tryParse(text);
  const message = isRecord(body) ? createFieldReader(body).first(MESSAGE, readText) : readText(body);
  const title = /<title>([^<]{1,200})/i.exec(text)?.[1];
  const plain = text.trimStart().startsWith('<') || body !== null ? null : readText(text);
  const words = message ?? title ?? plain;
  if (words === null) return null;
  const line = words.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return line === '' ? null : line.slice(0, MAX_DETAIL_LENGTH).toWellFormed();
}

function retryAfterHeader(headers: Headers, now: number): number | null {
  const text = header(headers, 'retry-after');
  if (text === null) return null;
  const seconds = readNumber(text);
  if (seconds !== null) return seconds < 0 ? null : seconds * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Returns the end of the server's rate-limit window, epoch ms; `null` if absent or past. */
export function windowEnd(headers: Headers, now: number): number | null {
  const reset = readNumber(header(headers, 'x-ratelimit-reset'));
  if (reset === null) return null;
  const end = reset > 1e11 ? reset : reset * 1_000;
  return end > now ? end : null;
}

/**
 * Returns the delay requested by a 429, ms: Retry-After (seconds or a date), `retryAfter` in the body,
 * X-RateLimit-Reset (epoch seconds), else one minute; at least a second and at most an hour.
 * @param now epoch milliseconds
 */
function retryAfterMs(headers: Headers, body: string, now: number): number {
  const parsed = tryParse(body);
  const seconds = isRecord(parsed) ? createFieldReader(parsed).first(RETRY_AFTER, readNumber) : null;
  const fromBody = seconds === null || seconds < 0 ? null : seconds * 1_000;
  const end = windowEnd(headers, now);
  const wait =
    retryAfterHeader(headers, now) ?? fromBody ?? (end === null ? null : end - now) ?? DEFAULT_WAIT_MS;
  return Math.min(Math.max(wait, MIN_WAIT_MS), MAX_WAIT_MS);
}

/**
 * Returns whether an error message says that the resource does not exist; some deployments send it with a 400 or a 200.
 */
export function reportsNotFound(words: string | null): boolean {
  return words !== null && /\bnot[ _]?found\b|\bdoes(?: not|n.t) exist\b|\bno such\b/i.test(words);
}

/** An answer with an error status. */
export interface Refusal {
  readonly status: number;
  readonly headers: Headers;
  /** The part of the body that was read. */
  readonly body: string;
}

/** Shorter parts of a URL are numbers and path names of the API; masking them would hide ordinary words. */
const MIN_MASKED_LENGTH = 4;

/** Returns path segments and query values of a URL, as written and decoded, longest first. */
function requestValues(path: string): readonly string[] {
  const url = new URL(path, 'http://marketplace.invalid');
  const written = [...url.pathname.split('/'), ...[...url.searchParams.values()]];
  const decoded = written.map((value) => new URLSearchParams(`value=${value}`).get('value') ?? '');
  return [...new Set([...written, ...decoded])]
    .filter((value) => value.length >= MIN_MASKED_LENGTH)
    .toSorted((a, b) => b.length - a.length);
}

/** Masks the request's values in a message, because a member may have typed them and errors are logged. */
function redactRequest(words: string, path: string): string {
  return requestValues(path).reduce(
    (text, value) => text.replace(new RegExp(value.replace(/[^\w\s]/g, '\\$&'), 'gi'), '…'),
    words,
  );
}

/**
 * Creates the typed error for an error status.
 * @param what the requested resource, as the end of "The marketplace has no …"
 * @param path the requested path and query
 */
export function refusalError(
  refusal: Refusal,
  { what, path }: { readonly what: string; readonly path: string },
  now: number,
): NotFound | RateLimited | Unavailable | BadResponse {
  const { status, headers, body } = refusal;
  const words = describeBody(body);
  const detail = words === null ? `status ${status}` : `status ${status} (${redactRequest(words, path)})`;
  if (status === 404 || status === 410 || (status === 400 && reportsNotFound(words)))
    return new NotFound(what, words);
  if (status === 429) return new RateLimited(retryAfterMs(headers, body, now));
  if (status === 408 || status === 425 || status >= 500) return new Unavailable(detail);
  return new BadResponse(detail);
}

function codeOf(error: unknown): string | null {
  return isRecord(error) && typeof error['code'] === 'string' ? error['code'] : null;
}

/** Creates the typed error for a failed request: connection refused, dropped, timed out, too large, not HTTP. */
export function transportError(error: unknown): Unavailable | BadResponse {
  const options = { cause: error };
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    return new BadResponse('it is larger than allowed', options);
  }
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError) {
    return new BadResponse('it is not HTTP', options);
  }
  const reason = codeOf(error) ?? (error instanceof Error ? error.message : String(error));
  return new Unavailable(reason, options);
}
