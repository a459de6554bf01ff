import type { Address } from './address.ts';
import type { TokenId } from './token-id.ts';
import type { Wei } from './wei.ts';

/** One bid of an auction (marketplace-api: Bid). */
export interface Bid {
  /** `null` where the record does not say. */
  readonly bidder: Address | null;
  readonly amount: Wei;
  /** Epoch seconds; `null` where it is not told. */
  readonly at: number | null;
  readonly txHash: string | null;
}

/** What can be said of an auction at one moment. `ended` is over but not settled yet, a state that lasts for minutes. */
export type AuctionStatus = 'upcoming' | 'running' | 'ended' | 'sold' | 'unsold' | 'cancelled';

/** An auction as the marketplace shows it (marketplace-api: Auction), without the internal record fields. */
export interface Auction {
  /** Unique over the marketplace. */
  readonly id: string;
  /** Number within its contract; `null` where it is not told. */
  readonly auctionId: string | null;
  readonly collection: Address;
  readonly tokenId: TokenId;
  readonly standard: '721' | '1155' | null;
  /** Units on offer. */
  readonly quantity: bigint;
  readonly seller: Address | null;
  readonly startingPrice: Wei | null;
  /** Whether the marketplace calls it active; it can be past its end and active still. */
  readonly active: boolean;
  /** Epoch seconds. */
  readonly startTime: number | null;
  readonly endTime: number | null;
  /** Oldest first. */
  readonly bids: readonly Bid[];
  readonly highestBid: Wei | null;
  readonly highestBidder: Address | null;
  /** Epoch seconds; set when it was settled. */
  readonly finalizedAt: number | null;
  /** Epoch seconds; not documented, told where offers tell it too. */
  readonly cancelledAt: number | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
}

/**
 * How the auction stands at `now`. No field of a cancellation is documented (marketplace-api: Auction), so one that was
 * inactive before its end and never settled counts as cancelled. The record's own time counts beside `now`: a clock that
 * is behind makes nothing cancelled.
 * @param now epoch seconds
 */
export function auctionStatus(auction: Auction, now: number): AuctionStatus {
  const hasBids = auction.bids.length > 0 || auction.highestBidder !== null;
  if (auction.finalizedAt !== null) return hasBids ? 'sold' : 'unsold';
  if (auction.cancelledAt !== null) return 'cancelled';
  const over = auction.endTime !== null && now >= auction.endTime;
  const stoppedEarly =
    auction.updatedAt === null || auction.endTime === null ? !over : auction.updatedAt < auction.endTime;
  if (!auction.active && stoppedEarly) return 'cancelled';
  if (!auction.active) return hasBids ? 'ended' : 'unsold';
  if (over) return 'ended';
  return auction.startTime !== null && now < auction.startTime ? 'upcoming' : 'running';
}
