import { fullJitter } from '../backoff.ts';

/** Waits between tries of one message, between looks for it, between edits, and after a failure of the store. */
export const RETRIES = { firstMs: 1_000, maxMs: 15_000 };

/** What Discord asks for beyond this is asked again by then; and what is remembered beyond it is a changed clock. */
export const LONGEST_REST_MS = 3_600_000;

/**
 * How long to wait after a refusal: as long as was told, an hour at most, else a backoff.
 * @param failures refusals in a row, this one included
 * @returns ms
 */
export function waitAfter(retryAfterMs: number | null, failures: number, random: () => number): number {
  return retryAfterMs === null
    ? fullJitter(failures, RETRIES, random)
    : Math.min(Math.max(0, retryAfterMs), LONGEST_REST_MS);
}
