import { fullJitter } from '../backoff.ts';

/** Waits between tries of one message, between looks for it, between edits, and after a failure of the store. */
export const RETRIES = { firstMs: 1_000, maxMs: 15_000 };

/**
 * How long to wait after a refusal: as long as was told, else a backoff.
 * @param failures refusals in a row, this one included
 * @returns ms
 */
export function waitAfter(retryAfterMs: number | null, failures: number, random: () => number): number {
  return retryAfterMs ?? fullJitter(failures, RETRIES, random);
}
