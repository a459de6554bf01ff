import type { Auction } from '#src/marketplace/resources/auction.ts';
import type { Bid } from '#src/marketplace/resources/auction-bids.ts';

/** Which events of an auction were posted. Each is posted once, regardless of later snapshots. */
export interface AnnouncedAuction {
  /** Whether its start was posted or is history. */
  readonly started: boolean;
  /** All bids that were posted or are history, including those that the latest snapshot does not contain. */
  readonly bids: readonly Bid[];
  /** Lead times in minutes that were posted or are history. */
  readonly endings: readonly number[];
  readonly ended: boolean;
  readonly cancelled: boolean;
  /**
   * The leading bid (`leadingKey`) when the end was last announced, and whether it had won; `null` if the end was not
   * announced, or was announced by an earlier version.
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
   * How far the clock that dated the auction is behind the clock of the polls, ms. Estimated at the first snapshot: the
   * auction first appeared after a poll that began this long after its creation time.
   */
  readonly behindMs: number;
  /** Since when it is missing from the lists, epoch ms; `null` if it is listed. */
  readonly missingSince: number | null;
  readonly extensions: number;
  /** The longest time from one of its leading bids to the snapshot that showed it, ms; 0 if none was late. */
  readonly latenessMs: number;
  /** Whether a channel ever got an alert of it; if so, its live messages are kept up to date. */
  readonly addressed: boolean;
  readonly announced: AnnouncedAuction;
}
