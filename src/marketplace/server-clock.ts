import { HOUR_MS } from '#src/chain/durations.ts';
import type { Clocks } from '#src/chain/elapsed.ts';
import { header } from './http-failure.ts';

/** Larger differences mean a broken server clock, which is ignored, ms. */
const MAX_CLOCK_DIFFERENCE_MS = 6 * HOUR_MS;

/** An answer's headers with the times of its request. */
interface TimedAnswer {
  readonly headers: Parameters<typeof header>[0];
  /** When the request was sent and when its headers arrived, ms by the monotonic clock. */
  readonly askedAt: number;
  readonly answeredAt: number;
}

/** The marketplace's clock, for comparing its timestamps. */
export interface ServerClock {
  /** Returns the marketplace's time, epoch ms. */
  now(): number;
  learn(answer: TimedAnswer): void;
}

/**
 * Estimates the server's clock from the `Date` headers of its answers (RFC 9110, 6.6.1). Each answer gives an interval
 * for its offset, one second plus the request's duration wide. Overlapping intervals are intersected; otherwise a clock
 * was changed, and the new interval replaces the old one. Between answers the time advances by the monotonic clock, so
 * that setting the local clock does not change it. Within the interval the local clock counts as right.
 */
export function createServerClock({ now, monotonic }: Clocks): ServerClock {
  /** The offset from the monotonic clock, ms. */
  let lower = Number.NEGATIVE_INFINITY;
  let upper = Number.POSITIVE_INFINITY;

  const estimate = (): number => Math.min(Math.max(now(), monotonic() + lower), monotonic() + upper);
  const isPlausible = (time: number): boolean =>
    [now(), estimate()].some((expected) => Math.abs(time - expected) <= MAX_CLOCK_DIFFERENCE_MS);

  return {
    now: estimate,
    learn({ headers, askedAt, answeredAt }) {
      const reported = Date.parse(header(headers, 'date') ?? '');
      // Age: how long a cache has stored the answer, seconds (RFC 9111, 5.1).
      const age = Number(header(headers, 'age') ?? 0);
      const second = reported + (age > 0 ? age * 1_000 : 0);
      const from = second - answeredAt;
      const to = second + 1_000 - askedAt;
      if (!(isPlausible(second) && from <= to)) return;
      const agree = from <= upper && to >= lower;
      lower = agree ? Math.max(from, lower) : from;
      upper = agree ? Math.min(to, upper) : to;
    },
  };
}
