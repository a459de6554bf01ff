import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';
import type { EditOutcome, OpenOutcome, SendOutcome } from '../../outbox/posting.ts';

/** JSON error codes that stop a channel (Discord docs: Opcodes and Status Codes, JSON). */
const CHANNEL_CODES: ReadonlyMap<number, 'paused' | 'closed'> = new Map([
  [10003, 'closed'], // Unknown Channel
  [10004, 'closed'], // Unknown Guild
  [50001, 'paused'], // Missing Access
  [50013, 'paused'], // Missing Permissions
  [50008, 'paused'], // Cannot send messages in a non-text channel
  [50083, 'paused'], // Thread is archived
  [160005, 'paused'], // Thread is locked
  [50007, 'paused'], // Cannot send messages to this user
  [50278, 'paused'], // Cannot send messages to this user, who shares no server with the bot
]);
const UNKNOWN_MESSAGE = 10008;
const ALREADY_PUBLISHED = 40033;
/** Rate limits that Discord may report as a JSON error code instead of a 429 (Discord docs: JSON Error Codes). */
const RATE_LIMIT_CODES = new Set([
  20016, // slow mode
  20022, // edits of a published message
  20028, // writes in a channel
  20029, // writes in a server
  30046, // edits of a message older than an hour
]);
const RATE_LIMIT_CODE_PAUSE_MS = 60_000;
/** Of the codes that stop a channel, those that also do so for an edit; the others are about the message. */
const CODES_STOPPING_EDITS = new Set([10003, 10004, 50001, 50013, 50007, 50278]);

/** System and undici codes of connections that failed, so nothing was sent. */
const NOT_SENT_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** Error of discord.js after a 401, before it makes any request: it has dropped the token. */
const TOKEN_UNSET = /^Expected token to be set/;
/** A 4xx without a JSON error code comes from a proxy in front of Discord. An early retry would prolong the block. */
const PROXY_ERROR_PAUSE_MS = 30_000;

/**
 * discord.js adds 50 ms to every wait, and reports only these where Discord named no time. They are not used as a
 * delay: retrying every 50 ms would make the limit worse.
 */
const LIBRARY_OFFSET_MS = 50;

function codeOf(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return null;
}

function outcomeOfApiError(error: DiscordAPIError): SendOutcome {
  const detail = `${error.status} ${error.code}: ${error.message}`;
  if (error.status === 401) return { type: 'unauthorized' };
  if (typeof error.code !== 'number') return { type: 'refused', retryAfterMs: PROXY_ERROR_PAUSE_MS, detail };
  if (error.code === UNKNOWN_MESSAGE) return { type: 'sent', messageId: null };
  if (RATE_LIMIT_CODES.has(error.code))
    return { type: 'refused', retryAfterMs: RATE_LIMIT_CODE_PAUSE_MS, detail };
  const state =
    CHANNEL_CODES.get(error.code) ?? (error.status === 403 || error.status === 404 ? 'paused' : null);
  if (state !== null) return { type: 'stopped', state, code: error.code, detail };
  return { type: 'invalid', detail };
}

/**
 * Classifies a failed request to post a message. This table is the only one:
 *
 * | error | meaning |
 * |---|---|
 * | rate limit, known before or reported by a 429 | refused: retry after the reported time, else with a backoff |
 * | 20016, 20022, 20028, 20029, 30046 (rate limits reported as a code) | refused: retry after a minute |
 * | no connection | refused: retry with a backoff |
 * | 401, and every request after it | unauthorized: the bot stops posting |
 * | 10003, 10004 | the channel queue is closed |
 * | 50001, 50013, any other 403 or 404 | the channel queue is paused |
 * | 50007, 50278 | the queue of a person is paused |
 * | 10008 for a repeated nonce | sent: the message was posted and has been deleted since |
 * | 4xx without a JSON error code (a proxy, a ban page) | refused: retry after 30 s |
 * | other 4xx | invalid: Discord rejects the body |
 * | 5xx | ambiguous, and perhaps caused by the message itself (`outbox/server-errors.ts`) |
 * | timeout, reset, closed socket, unreadable answer | ambiguous: it may have been posted |
 */
export function outcomeOfFailure(error: unknown): SendOutcome {
  if (error instanceof RateLimitError) {
    const waitMs = Math.max(error.retryAfter, error.timeToReset);
    return {
      type: 'refused',
      retryAfterMs: waitMs > LIBRARY_OFFSET_MS ? waitMs : null,
      detail: `rate limit (${error.scope})`,
    };
  }
  if (error instanceof DiscordAPIError) return outcomeOfApiError(error);
  if (error instanceof HTTPError) {
    return { type: 'ambiguous', detail: `status ${error.status}`, serverError: error.status >= 500 };
  }
  if (error instanceof Error && TOKEN_UNSET.test(error.message)) return { type: 'unauthorized' };
  const code = codeOf(error);
  if (code !== null && NOT_SENT_CODES.has(code)) return { type: 'refused', retryAfterMs: null, detail: code };
  const detail = code ?? (error instanceof Error ? error.message : String(error));
  return { type: 'ambiguous', detail, serverError: false };
}

/**
 * Classifies a failed request to edit or publish a message. Both requests can be repeated safely, so a request that
 * may have succeeded and one that certainly failed are treated alike: retried later. After an error about the message
 * itself it is abandoned.
 */
export function outcomeOfFailedEdit(error: unknown): EditOutcome {
  if (error instanceof DiscordAPIError && error.code === ALREADY_PUBLISHED) return { type: 'done' };
  const outcome = outcomeOfFailure(error);
  switch (outcome.type) {
    case 'sent':
      return { type: 'impossible', detail: 'the message was deleted' };
    case 'refused':
      return {
        type: 'later',
        retryAfterMs: outcome.retryAfterMs,
        detail: outcome.detail,
        serverError: false,
      };
    case 'ambiguous':
      return {
        type: 'later',
        retryAfterMs: null,
        detail: outcome.detail,
        serverError: outcome.serverError,
      };
    case 'invalid':
      return { type: 'impossible', detail: outcome.detail };
    case 'stopped':
      return CODES_STOPPING_EDITS.has(outcome.code)
        ? outcome
        : { type: 'impossible', detail: outcome.detail };
    case 'unauthorized':
      return outcome;
    default:
      return outcome satisfies never;
  }
}

/**
 * Classifies a failed request to open somebody's direct messages. It can be repeated safely, so one that may have succeeded is tried
 * again; whatever Discord says of the person (50007, 50278, 10013, 50033 …) stops their queue.
 */
export function outcomeOfFailedOpening(error: unknown): OpenOutcome {
  const outcome = outcomeOfFailure(error);
  switch (outcome.type) {
    case 'unauthorized':
      return outcome;
    case 'stopped':
      return { ...outcome, state: 'paused' };
    case 'invalid':
      return {
        type: 'stopped',
        state: 'paused',
        code: error instanceof DiscordAPIError ? Number(error.code) : 0,
        detail: outcome.detail,
      };
    case 'refused':
      return { type: 'later', retryAfterMs: outcome.retryAfterMs, detail: outcome.detail };
    case 'ambiguous':
      return { type: 'later', retryAfterMs: null, detail: outcome.detail };
    case 'sent':
      return { type: 'later', retryAfterMs: null, detail: 'Unknown Message' };
    default:
      return outcome satisfies never;
  }
}
