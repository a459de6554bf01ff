import type { Feed } from './sources.ts';

/** The feed with its last read time and lag. */
export interface WatchedFeed extends Feed {
  /** When the feed was last read, epoch ms; `null` before the first time. */
  readonly readAt: number | null;
  /** Time of its newest event, epoch ms; `null` if none had a time. */
  readonly newestEventAt: number | null;
  /** Time from the newest event until it was first read, ms; `null` until a new event follows the first poll. */
  readonly lagMs: number | null;
}

/**
 * Records when the feed is read and the time of its newest event.
 * @param now epoch ms
 */
export function observeFeed(feed: Feed, now: () => number): WatchedFeed {
  let readAt: number | null = null;
  let newestEventAt: number | null = null;
  let lagMs: number | null = null;
  return {
    async activities(query, options) {
      const page = await feed.activities(query, options);
      readAt = now();
      const newestBefore = newestEventAt;
      const times = page.items.flatMap(({ timestamp }) => (timestamp === null ? [] : [timestamp * 1_000]));
      // Capped at now: after an event in the future, no later event would count as new.
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
