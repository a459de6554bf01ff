import type { Auction } from '#src/marketplace/resources/auction.ts';
import type { Bid } from '#src/marketplace/resources/auction-bids.ts';

/** Which events of an auction were posted. Each is posted once, regardless of later snapshots. */
export interface AnnouncedAuction {
  /** Its start was posted or is history. */
  readonly started: boolean;
  /** All bids that were posted or are history, including those that the latest snapshot does not contain. */
  readonly bids: readonly Bid[];
  /** Lead times in minutes that were posted or are history. */
  readonly endings: readonly number[];
  readonly ended: boolean;
  readonly cancelled: boolean;
  /**
   * The leading bid (`leadingKey`) with which the end was announced last, and whether as the winning one; `null` while
   * it was not announced. It is also `null` where an earlier version announced the end.
   */
  readonly result: { readonly bid: string; readonly final: boolean } | null;
}

/** State of a tracked auction between two polls. */
export interface TrackedAuction {
  /** The latest snapshot. */
  readonly auction: Auction;
  /** When it was taken, epoch ms by the marketplace's clock. A later snapshot with the same content is not saved. */
  readonly seenAt: number;
  /**
   * Lag of the clock that dated the auction behind the clock of the polls, ms, estimated at its first snapshot: it
   * first appeared after a poll that began this long after its creation time.
   */
  readonly behindMs: number;
  /** Since when it is missing from the lists, epoch ms; `null` if it is listed. */
  readonly missingSince: number | null;
  readonly extensions: number;
  /** The longest time from one of its leading bids to the snapshot that showed it, ms; 0 while none was late. */
  readonly latenessMs: number;
  /** Whether it ever had an alert for a channel: then its live messages are kept up to date. */
  readonly addressed: boolean;
  readonly announced: AnnouncedAuction;
}
