import type { Feed } from '../pipeline/ports.ts';

/** The feed, and what was last seen of it. */
export interface WatchedFeed extends Feed {
  /** Epoch ms; `null` before the feed was first read. */
  readonly readAt: number | null;
  /** Epoch ms; `null` while the feed told of no event's time. */
  readonly newestEventAt: number | null;
  /** How long after it happened the newest event was first read, ms; `null` while nothing new came since the first look. */
  readonly lagMs: number | null;
}

/**
 * Notes in passing when the feed is read, and how new the newest record of it is.
 * @param now epoch ms
 */
export function watchFeed(feed: Feed, now: () => number): WatchedFeed {
  let readAt: number | null = null;
  let newestEventAt: number | null = null;
  let lagMs: number | null = null;
  return {
    async activities(query, options) {
      const page = await feed.activities(query, options);
      readAt = now();
      const newestBefore = newestEventAt;
      const times = page.items.flatMap(({ timestamp }) => (timestamp === null ? [] : [timestamp * 1_000]));
      // A clock that is ahead must not look like news from the future for ever.
      newestEventAt = times.reduce<number | null>(
        (newest, time) => Math.min(Math.max(newest ?? time, time), now()),
        newestEventAt,
      );
      if (newestBefore !== null && newestEventAt !== null && newestEventAt > newestBefore) {
        lagMs = readAt - newestEventAt;
      }
      return page;
    },
    get readAt() {
      return readAt;
    },
    get lagMs() {
      return lagMs;
    },
    get newestEventAt() {
      return newestEventAt;
    },
  };
}
