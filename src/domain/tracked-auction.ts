import type { Auction } from './auction.ts';

/** How far an auction was told. Each is told once, whatever later snapshots say. */
export interface AuctionTold {
  /** It was running (or over) before it could be news: its start is history. */
  readonly started: boolean;
  /** Bids of the snapshots that were told or were history. */
  readonly bids: number;
  /** Lead times, minutes, that came due. */
  readonly endings: readonly number[];
  readonly ended: boolean;
  readonly cancelled: boolean;
}

/** An auction that is watched, as it is kept between two looks. */
export interface TrackedAuction {
  /** The latest snapshot. */
  readonly auction: Auction;
  /** When it was taken, epoch ms. */
  readonly seenAt: number;
  /** Since when lists that should hold it do not, epoch ms; `null` while they do. */
  readonly missingSince: number | null;
  readonly extensions: number;
  readonly told: AuctionTold;
}
