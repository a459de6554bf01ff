/** Discord's rate limits, and whether the bot kept to them. */
export interface Limits {
  /** Whether the request is within its limits, with the headers of its answer. */
  take(bucket: string): { readonly allowed: boolean; readonly headers: Readonly<Record<string, string>> };
  /** Most requests that the bot started within a second, without those that answer people. */
  readonly mostPerSecond: number;
}

/** Requests of one route and channel. */
const BUCKET = { requests: 5, perMs: 5_000 };
const SECOND_MS = 1_000;

/** @param now ms since the start of the history */
export function createLimits(now: () => number): Limits {
  const windows = new Map<string, { startedAt: number; used: number }>();
  let starts: number[] = [];
  let mostPerSecond = 0;

  return {
    get mostPerSecond() {
      return mostPerSecond;
    },
    take(bucket) {
      const at = now();
      starts = [...starts.filter((start) => start > at - SECOND_MS), at];
      mostPerSecond = Math.max(mostPerSecond, starts.length);
      const known = windows.get(bucket);
      const window =
        known === undefined || at - known.startedAt >= BUCKET.perMs ? { startedAt: at, used: 0 } : known;
      windows.set(bucket, window);
      window.used += 1;
      const resetAfter = String((window.startedAt + BUCKET.perMs - at) / 1_000);
      return {
        allowed: window.used <= BUCKET.requests,
        headers: {
          'x-ratelimit-bucket': bucket.replaceAll(/\W/g, '-'),
          'x-ratelimit-limit': String(BUCKET.requests),
          'x-ratelimit-remaining': String(Math.max(0, BUCKET.requests - window.used)),
          'x-ratelimit-reset-after': resetAfter,
          ...(window.used > BUCKET.requests
            ? { 'retry-after': resetAfter, 'x-ratelimit-scope': 'user' }
            : {}),
        },
      };
    },
  };
}
