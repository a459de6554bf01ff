import { header } from './http-failure.ts';

/** Larger differences mean a broken server clock, which is ignored, ms. */
const MAX_CLOCK_DIFFERENCE_MS = 6 * 3_600_000;

/** An answer's headers with the times of its request. */
interface TimedAnswer {
  readonly headers: Parameters<typeof header>[0];
  /** Local time when the request was sent and when its headers arrived, epoch ms. */
  readonly askedAt: number;
  readonly answeredAt: number;
}

/** The marketplace's clock, for comparing its timestamps. */
export interface ServerClock {
  /** Epoch ms. */
  now(): number;
  learn(answer: TimedAnswer): void;
}

/**
 * Estimates the server's clock from the `Date` headers of its answers (RFC 9110, 6.6.1). Each answer gives an interval for
 * its offset, one second plus the request's duration wide. Intervals that overlap are intersected; otherwise a clock was
 * changed, and the new interval replaces the old one. The offset is the one nearest to 0 in the interval.
 * @param now epoch ms
 */
export function createServerClock(now: () => number): ServerClock {
  let lower = Number.NEGATIVE_INFINITY;
  let upper = Number.POSITIVE_INFINITY;

  return {
    now: () => now() + Math.min(Math.max(0, lower), upper),
    learn({ headers, askedAt, answeredAt }) {
      const reported = Date.parse(header(headers, 'date') ?? '');
      // Age: seconds that a cache has stored the answer (RFC 9111, 5.1).
      const age = Number(header(headers, 'age') ?? 0);
      const second = reported + (age > 0 ? age * 1_000 : 0);
      const from = second - answeredAt;
      const to = second + 1_000 - askedAt;
      if (!(Math.abs(from) <= MAX_CLOCK_DIFFERENCE_MS && from <= to)) return;
      const agree = from <= upper && to >= lower;
      lower = agree ? Math.max(from, lower) : from;
      upper = agree ? Math.min(to, upper) : to;
    },
  };
}
