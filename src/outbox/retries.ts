import { fullJitter } from '#src/chain/backoff.ts';
import { HOUR_MS } from '#src/chain/durations.ts';

/** Backoff between attempts of one message, reads of the channel and edits, and after a failure of the store. */
export const RETRIES = { firstMs: 1_000, maxMs: 15_000 };

/** Backoff after a refusal for which Discord named no cause: each may count towards a ban. */
const UNEXPLAINED_RETRIES = { firstMs: 1_000, maxMs: 60_000 };

/**
 * A request times out after 6 s (`discord/posting/notifier.ts`), so after 7 s none can still be running and its result
 * can be checked.
 */
export const REQUEST_LIFETIME_MS = 7_000;

/** Upper bound for `Retry-After`. A longer stored pause is the result of a clock that was set. */
export const MAX_PAUSE_MS = HOUR_MS;

/**
 * Returns how long to wait after a refusal: Discord's `Retry-After` up to one hour, otherwise a backoff.
 * @param failures refusals in a row, including this one
 * @returns ms
 */
export function retryDelayMs(
  retryAfterMs: number | null,
  failures: number,
  random: () => number,
  backoff = RETRIES,
): number {
  return retryAfterMs === null
    ? fullJitter(failures, backoff, random)
    : Math.min(Math.max(0, retryAfterMs), MAX_PAUSE_MS);
}

/** @param outcome.code the cause that Discord named; `null` for none, absent for a failure of another kind */
export const backoffAfter = ({ code }: { readonly code?: number | null }): typeof RETRIES =>
  code === undefined ? RETRIES : UNEXPLAINED_RETRIES;
