import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimitError } from 'discord.js';

/** discord.js adds 50 ms to every wait; a wait of no more means that Discord named no time. */
const LIBRARY_OFFSET_MS = 50;
/** Rate limits on reading a channel last about a second; a longer one is left to the caller. */
const MAX_PAUSE_MS = 5_000;
const MAX_PAUSES = 5;

/**
 * Makes an idempotent request, and repeats it after each short rate limit: of many requests in a row, all but the
 * first few are limited. Rejects with any other failure of `request`.
 */
export async function retryRateLimits<T>(request: () => Promise<T>): Promise<T> {
  for (let pauses = 0; ; pauses += 1) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof RateLimitError) || pauses === MAX_PAUSES) throw error;
      const waitMs = Math.max(error.retryAfter, error.timeToReset);
      if (waitMs <= LIBRARY_OFFSET_MS || waitMs > MAX_PAUSE_MS) throw error;
      await sleep(waitMs);
    }
  }
}
