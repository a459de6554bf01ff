import type { Auction, Bid } from './auction.ts';

/** How far an auction was told. Each is told once, whatever later snapshots say. */
export interface AuctionTold {
  /** It was running (or over) before it could be news: its start is history. */
  readonly started: boolean;
  /** Every bid that was told or was history, also those that the latest snapshot does not hold (any more). */
  readonly bids: readonly Bid[];
  /** Lead times, minutes, that came due. */
  readonly endings: readonly number[];
  readonly ended: boolean;
  readonly cancelled: boolean;
}

/** An auction that is watched, as it is kept between two looks. */
export interface TrackedAuction {
  /** The latest snapshot. */
  readonly auction: Auction;
  /** When it was taken, epoch ms by the marketplace's clock. A later look that shows the same is not written. */
  readonly seenAt: number;
  /**
   * By how much the clock that dated it is behind the one that looks are taken by, as far as its first sight told: it came
   * after a look that was later than its creation by so much, ms.
   */
  readonly behindMs: number;
  /** Since when lists that should hold it do not, epoch ms; `null` while they do. */
  readonly missingSince: number | null;
  readonly extensions: number;
  /** Whether a channel was ever to be told of it: then its topic is kept up to date. */
  readonly addressed: boolean;
  readonly told: AuctionTold;
}
