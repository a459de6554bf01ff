import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimitError } from 'discord.js';

/** discord.js adds 50 ms to every wait: where no time was told, it says no more than that. */
const NO_TIME_TOLD_MS = 50;
/** Limits of reading a channel last for about a second; one that lasts longer than this is left to whoever asked. */
const LONGEST_PAUSE_MS = 5_000;
const MOST_PAUSES = 5;

/**
 * Makes a request that may be repeated, again after each short rate limit: of many requests in a row, all but the first few meet
 * one. Rejects with what `request` does for any other failure.
 */
export async function afterRateLimits<T>(request: () => Promise<T>): Promise<T> {
  for (let pauses = 0; ; pauses += 1) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof RateLimitError) || pauses === MOST_PAUSES) throw error;
      const waitMs = Math.max(error.retryAfter, error.timeToReset);
      if (waitMs <= NO_TIME_TOLD_MS || waitMs > LONGEST_PAUSE_MS) throw error;
      await sleep(waitMs);
    }
  }
}
