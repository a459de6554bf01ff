import type { Feed } from './pipeline/ports.ts';

/** The feed, and what was last seen of it. */
export interface WatchedFeed extends Feed {
  /** Epoch ms; `null` before the feed was first read. */
  readonly readAt: number | null;
  /** Epoch ms; `null` while the feed told of no event's time. */
  readonly newestEventAt: number | null;
}

/**
 * Notes in passing when the feed is read, and how new the newest record of it is.
 * @param now epoch ms
 */
export function watchFeed(feed: Feed, now: () => number): WatchedFeed {
  let readAt: number | null = null;
  let newestEventAt: number | null = null;
  return {
    async activities(query, options) {
      const page = await feed.activities(query, options);
      readAt = now();
      const times = page.items.flatMap(({ timestamp }) => (timestamp === null ? [] : [timestamp * 1_000]));
      // A clock that is ahead must not look like news from the future for ever.
      newestEventAt = times.reduce<number | null>(
        (newest, time) => Math.min(Math.max(newest ?? time, time), now()),
        newestEventAt,
      );
      return page;
    },
    get readAt() {
      return readAt;
    },
    get newestEventAt() {
      return newestEventAt;
    },
  };
}
