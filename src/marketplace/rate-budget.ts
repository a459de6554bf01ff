import { type Clocks, startTimer } from '../domain/elapsed.ts';
import { readCount } from './decode/scalar.ts';
import { RateLimited } from './errors.ts';
import { type Headers, header, windowEnd } from './http-failure.ts';

/** Share of a limit that only urgent requests may use. */
const RESERVE = 0.05;
/** A window that ends later is a wrong clock rather than a limit. */
const LONGEST_WINDOW_MS = 3_600_000;

interface Window {
  remaining: number;
  readonly reserve: number;
  /** When it ends, epoch ms by the clock of that moment: what tells windows apart. */
  readonly end: number;
  /** How long it still lasts, ms; not above 0 when it is over. */
  readonly leftMs: () => number;
  /** The server has said no; answers to earlier requests do not lift that. */
  readonly refused: boolean;
}

/** What the server still allows, by group of requests. */
export interface RateBudget {
  /**
   * Takes one request from what is left.
   * @throws RateLimited, until the window ends, when nothing is left, or only the reserve and it is not `urgent`
   */
  spend(group: string, urgent: boolean): void;
  /** Takes over what an answer's X-RateLimit headers tell (field notes: rate limits). */
  learn(group: string, headers: Headers): void;
  /** A 429 came: nothing is allowed for this long, in ms. */
  refused(group: string, retryAfterMs: number): void;
}

/** @param clocks windows last as long as was told, however the wall clock is set meanwhile */
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
    spend(group, urgent) {
      const window = current(group);
      if (window === undefined) return;
      if (window.remaining <= (urgent ? 0 : window.reserve)) throw new RateLimited(window.leftMs());
      window.remaining -= 1;
    },
    learn(group, headers) {
      const end = windowEnd(headers, now());
      const told = readCount(header(headers, 'x-ratelimit-remaining'));
      if (end === null || told === null || end - now() > LONGEST_WINDOW_MS) return;
      const limit = readCount(header(headers, 'x-ratelimit-limit')) ?? 0;
      const window = current(group);
      if (window?.refused === true) return;
      // Answers overtake one another, so within one window only the lower number counts.
      const remaining = window?.end === end ? Math.min(window.remaining, told) : told;
      windows.set(group, { remaining, reserve: Math.floor(limit * RESERVE), ...until(end), refused: false });
    },
    refused(group, retryAfterMs) {
      windows.set(group, { remaining: 0, reserve: 0, ...until(now() + retryAfterMs), refused: true });
    },
  };
}
