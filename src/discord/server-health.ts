import type { LaneStatus } from '../domain/lane.ts';

/** Something of the feed that was missed: it had moved on further than could be read back. */
export interface NoticedGap {
  /** Epoch ms. */
  readonly noticedAt: number;
}

/** How the bot works for one server. Moments are epoch ms; `null` stands for what is not known (yet). */
export interface ServerHealth {
  readonly feed: {
    readonly readAt: number | null;
    readonly newestEventAt: number | null;
    /** Looks that failed since it was last read. */
    readonly failures: number;
    /** The latest ones, newest first; `null` where nobody keeps them. */
    readonly gaps: readonly NoticedGap[] | null;
  };
  readonly auctions: {
    readonly readAt: number | null;
    readonly failures: number;
    /** How many are watched; `null` before the first look. */
    readonly watched: number | null;
  };
  readonly discord: {
    readonly connected: boolean;
    readonly latencyMs: number | null;
  };
  /** Of every channel of the server that has an alert. */
  readonly lanes: readonly LaneStatus[];
  /** Alerts of the server that were given up in the last seven days; `null` where nobody counts them. */
  readonly givenUp: number | null;
}
