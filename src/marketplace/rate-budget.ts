import { HOUR_MS } from '#src/chain/durations.ts';
import { type Clocks, startTimer } from '#src/chain/elapsed.ts';
import { readCount } from './decode/scalar.ts';
import { RateLimited } from './errors.ts';
import { type Headers, header, windowEnd } from './http-failure.ts';

/** Share of a limit that only urgent requests may use. */
const RESERVE = 0.05;
/** Longer windows are ignored, because the server's clock is probably wrong. */
const MAX_WINDOW_MS = HOUR_MS;

interface Window {
  remaining: number;
  readonly reserve: number;
  /** End of the window, epoch ms; identifies it. */
  readonly end: number;
  /** Returns the remaining time, ms; 0 or less when it is over. */
  readonly leftMs: () => number;
  /** Whether a 429 set it, in which case headers of answers to earlier requests do not change it. */
  readonly refused: boolean;
}

/** Remaining requests per rate-limit group. */
export interface RateBudget {
  /**
   * Consumes one request.
   * @throws RateLimited, until the window ends, if none is left, or only the reserve and the request is not `urgent`
   */
  consume(group: string, urgent: boolean): void;
  /** Updates from an answer's X-RateLimit headers (field notes: rate limits). */
  learn(group: string, headers: Headers): void;
  /** Blocks the group for this long after a 429, ms. */
  refused(group: string, retryAfterMs: number): void;
}

/** @param clocks window lengths are measured with the monotonic clock, so changes of the wall clock have no effect */
export function createRateBudget(clocks: Clocks): RateBudget {
  const { now } = clocks;
  const windows = new Map<string, Window>();

  function current(group: string): Window | undefined {
    const window = windows.get(group);
    return window !== undefined && window.leftMs() > 0 ? window : undefined;
  }

  function until(end: number): Pick<Window, 'end' | 'leftMs'> {
    const lengthMs = end - now();
    const elapsed = startTimer(clocks);
    return { end, leftMs: () => lengthMs - elapsed() };
  }

  return {
    consume(group, urgent) {
      const window = current(group);
      if (window === undefined) return;
      if (window.remaining <= (urgent ? 0 : window.reserve)) throw new RateLimited(window.leftMs());
      window.remaining -= 1;
    },
    learn(group, headers) {
      const end = windowEnd(headers, now());
      const reported = readCount(header(headers, 'x-ratelimit-remaining'));
      if (end === null || reported === null || end - now() > MAX_WINDOW_MS) return;
      const limit = readCount(header(headers, 'x-ratelimit-limit')) ?? 0;
      const window = current(group);
      if (window?.refused === true) return;
      // Answers may arrive out of order, so within one window the lower number counts.
      const remaining = window?.end === end ? Math.min(window.remaining, reported) : reported;
      windows.set(group, { remaining, reserve: Math.floor(limit * RESERVE), ...until(end), refused: false });
    },
    refused(group, retryAfterMs) {
      windows.set(group, { remaining: 0, reserve: 0, ...until(now() + retryAfterMs), refused: true });
    },
  };
}
