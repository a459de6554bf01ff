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
  /** The list of the marketplace that it was read from; `null` where that is not known or cannot be relied on. */
  readonly listedAs: 'active' | 'completed' | 'cancelled' | null;
}

/**
 * What time it is at least, epoch seconds: the record itself may tell of what is ahead of `now`, since it was written by
 * another clock.
 */
export function timeAtLeast({ bids, createdAt, updatedAt }: Auction, now: number): number {
  return bids.reduce(
    (latest, { at }) => Math.max(latest, at ?? latest),
    Math.max(now, createdAt ?? now, updatedAt ?? now),
  );
}

/**
 * How the auction stands at `now`. What the marketplace says of it decides: that it was settled, the list that it is in,
 * and then its times. No field of a cancellation is documented (marketplace-api: Auction), so one that was inactive before
 * its end, never settled and is not listed as completed counts as cancelled. The record's own times count beside `now`
 * (`timeAtLeast`): a clock that is behind makes nothing cancelled, and keeps nothing from having begun.
 * @param now epoch seconds, by the marketplace's clock as far as that is known
 */
export function auctionStatus(auction: Auction, now: number): AuctionStatus {
  const hasBids = auction.bids.length > 0 || auction.highestBidder !== null;
  if (auction.finalizedAt !== null) return hasBids ? 'sold' : 'unsold';
  if (auction.cancelledAt !== null) return 'cancelled';
  const time = timeAtLeast(auction, now);
  const over = auction.endTime !== null && time >= auction.endTime;
  const stoppedEarly =
    auction.updatedAt === null || auction.endTime === null ? !over : auction.updatedAt < auction.endTime;
  if (!auction.active && stoppedEarly && auction.listedAs !== 'completed') return 'cancelled';
  if (!auction.active) return hasBids ? 'ended' : 'unsold';
  if (over) return 'ended';
  return auction.startTime !== null && time < auction.startTime ? 'upcoming' : 'running';
}
