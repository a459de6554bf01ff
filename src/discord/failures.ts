import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';
import type { SendOutcome, TouchUpOutcome } from '../domain/posting.ts';

/** Discord's JSON error codes that say where a channel stands (Discord docs: Opcodes and Status Codes, JSON). */
const CHANNEL_CODES: ReadonlyMap<number, 'paused' | 'closed'> = new Map([
  [10003, 'closed'], // Unknown Channel
  [10004, 'closed'], // Unknown Guild
  [50001, 'paused'], // Missing Access
  [50013, 'paused'], // Missing Permissions
  [50008, 'paused'], // Cannot send messages in a non-text channel
  [50083, 'paused'], // Thread is archived
  [160005, 'paused'], // Thread is locked
]);
const UNKNOWN_MESSAGE = 10008;
const ALREADY_PUBLISHED = 40033;
/** Limits that Discord may tell as a code instead of a 429 (Discord docs: JSON Error Codes). */
const COOLING_DOWN = new Set([
  20016, // slow mode
  20022, // edits of a published message
  20028, // writes in a channel
  20029, // writes in a server
  30046, // edits of a message older than an hour
]);
const COOL_DOWN_MS = 60_000;
/** Of the codes that stop a lane, those that say so when a message is only changed; others are about that message. */
const STOPPING_WHEN_CHANGED = new Set([10003, 10004, 50001, 50013]);

/** System and undici codes of a request of which nothing was written: no connection came about. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** What discord.js throws, without a request, once a 401 made it forget the token. */
const TOKEN_FORGOTTEN = /^Expected token to be set/;
/** A 4xx that carries none of Discord's codes comes from what stands before it; asking again soon would make it worse. */
const GATEKEEPER_PAUSE_MS = 30_000;

/** discord.js adds this to every wait, so where no time was told it says 50 ms; that would be hammering. */
const LIBRARY_OFFSET_MS = 50;

function codeOf(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return null;
}

function refusalOf(error: DiscordAPIError): SendOutcome {
  const detail = `${error.status} ${error.code}: ${error.message}`;
  if (error.status === 401) return { type: 'unauthorized' };
  if (typeof error.code !== 'number') return { type: 'refused', retryAfterMs: GATEKEEPER_PAUSE_MS, detail };
  if (error.code === UNKNOWN_MESSAGE) return { type: 'sent', messageId: null };
  if (COOLING_DOWN.has(error.code)) return { type: 'refused', retryAfterMs: COOL_DOWN_MS, detail };
  const state =
    CHANNEL_CODES.get(error.code) ?? (error.status === 403 || error.status === 404 ? 'paused' : null);
  if (state !== null) return { type: 'stopped', state, code: error.code, detail };
  return { type: 'invalid', detail };
}

/**
 * What a failed request to post a message means for the message: the one table of failures.
 *
 * | error | meaning |
 * |---|---|
 * | rate limit, known before or told by a 429 | refused: again after the time told, else with a backoff |
 * | 20016, 20022, 20028, 20029, 30046 (rate limits told by a code) | refused: again after a minute |
 * | no connection came about | refused: again with a backoff |
 * | 401, and every request after it | unauthorized: everything stops |
 * | 10003, 10004 | the lane is closed |
 * | 50001, 50013, any other 403 or 404 | the lane is paused |
 * | 10008 for a repeated nonce | it was posted, and deleted since |
 * | 4xx without a code of Discord's (a proxy, a ban page) | refused: again after 30 s |
 * | other 4xx | invalid in this form |
 * | 5xx | ambiguous, and perhaps about the message itself (`pipeline/delivery/server-errors.ts`) |
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
  if (error instanceof DiscordAPIError) return refusalOf(error);
  if (error instanceof HTTPError) {
    return { type: 'ambiguous', detail: `status ${error.status}`, serverError: error.status >= 500 };
  }
  if (error instanceof Error && TOKEN_FORGOTTEN.test(error.message)) return { type: 'unauthorized' };
  const code = codeOf(error);
  if (code !== null && NEVER_SENT.has(code)) return { type: 'refused', retryAfterMs: null, detail: code };
  const detail = code ?? (error instanceof Error ? error.message : String(error));
  return { type: 'ambiguous', detail, serverError: false };
}

/**
 * What a failed request to edit or publish a message means. Both may be repeated, so what may have happened and what
 * certainly did not are the same: later. An error about the message itself means that it is let be.
 */
export function outcomeOfFailedTouchUp(error: unknown): TouchUpOutcome {
  if (error instanceof DiscordAPIError && error.code === ALREADY_PUBLISHED) return { type: 'done' };
  const outcome = outcomeOfFailure(error);
  switch (outcome.type) {
    case 'sent':
      return { type: 'impossible', detail: 'the message was deleted' };
    case 'refused':
      return { type: 'later', retryAfterMs: outcome.retryAfterMs, detail: outcome.detail };
    case 'ambiguous':
      return { type: 'later', retryAfterMs: null, detail: outcome.detail };
    case 'invalid':
      return { type: 'impossible', detail: outcome.detail };
    case 'stopped':
      return STOPPING_WHEN_CHANGED.has(outcome.code)
        ? outcome
        : { type: 'impossible', detail: outcome.detail };
    case 'unauthorized':
      return outcome;
    default:
      return outcome satisfies never;
  }
}
