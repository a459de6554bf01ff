import { header } from './http-failure.ts';

/** A clock that is further off than this is broken rather than another, ms; ours goes then. */
const MOST_APART_MS = 6 * 3_600_000;

/** What an answer's headers tell of the server's time. */
interface TimedAnswer {
  readonly headers: Parameters<typeof header>[0];
  /** Our time before the request went out and when its headers were there, epoch ms. */
  readonly askedAt: number;
  readonly answeredAt: number;
}

/** The marketplace's clock: what it dates is to be held against this one, not against ours. */
export interface ServerClock {
  /** Epoch ms. */
  now(): number;
  learn(answer: TimedAnswer): void;
}

/**
 * The clock of the server that answers, by the `Date` of its answers (RFC 9110, 6.6.1). Each answer bounds by how much it
 * is ahead, as wide as a whole second and the request's duration; bounds that agree narrow each other down, and others
 * mean that a clock was set. While our own time is within the bounds, it is taken.
 * @param now epoch ms
 */
export function createServerClock(now: () => number): ServerClock {
  let least = Number.NEGATIVE_INFINITY;
  let most = Number.POSITIVE_INFINITY;

  return {
    now: () => now() + Math.min(Math.max(0, least), most),
    learn({ headers, askedAt, answeredAt }) {
      const told = Date.parse(header(headers, 'date') ?? '');
      // A cache tells how long ago it was given the answer (RFC 9111, 5.1).
      const age = Number(header(headers, 'age') ?? 0);
      const second = told + (age > 0 ? age * 1_000 : 0);
      const from = second - answeredAt;
      const to = second + 1_000 - askedAt;
      if (!(Math.abs(from) <= MOST_APART_MS && from <= to)) return;
      const agree = from <= most && to >= least;
      least = agree ? Math.max(from, least) : from;
      most = agree ? Math.min(to, most) : to;
    },
  };
}
