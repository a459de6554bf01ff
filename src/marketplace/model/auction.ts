import type { Address } from '#src/chain/address.ts';
import type { CoinId } from '#src/chain/coins.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { Currency, Wei } from '#src/chain/wei.ts';

/** One bid of an auction (marketplace-api: Bid). */
export interface Bid {
  /** `null` if unknown. */
  readonly bidder: Address | null;
  /** In the coin of its auction. */
  readonly amount: Wei;
  /** Epoch seconds; `null` if unknown. */
  readonly at: number | null;
  readonly txHash: string | null;
}

/** `ended` is over but not settled yet, usually for minutes. */
export type AuctionStatus = 'upcoming' | 'running' | 'ended' | 'sold' | 'unsold' | 'cancelled';

/** An auction as the marketplace shows it (marketplace-api: Auction), without the internal record fields. */
export interface Auction {
  /** Unique within the marketplace. */
  readonly id: string;
  /** Number within its contract; `null` if unknown. */
  readonly auctionId: string | null;
  readonly collection: Address;
  readonly tokenId: TokenId;
  readonly standard: '721' | '1155' | null;
  /** Units on offer. */
  readonly quantity: bigint;
  readonly seller: Address | null;
  readonly startingPrice: Wei | null;
  /** The coin of all its amounts, if it is not the chain's own. */
  readonly currency?: CoinId | undefined;
  /** Format of amounts in `currency`, if known; its symbol may be empty. */
  readonly coin?: Currency | undefined;
  /** As reported by the marketplace; may still be true after its end. */
  readonly active: boolean;
  /** Epoch seconds. */
  readonly startTime: number | null;
  readonly endTime: number | null;
  /** Oldest first. */
  readonly bids: readonly Bid[];
  /** Number of all bids, if `bids` contains only the highest of them (`countBids`). */
  readonly bidCount?: number | undefined;
  readonly highestBid: Wei | null;
  readonly highestBidder: Address | null;
  /** Epoch seconds; `null` until it is settled. */
  readonly finalizedAt: number | null;
  /** Epoch seconds; not documented, present in some deployments. */
  readonly cancelledAt: number | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  /** The marketplace's list that it was read from; `null` if unknown or unreliable. */
  readonly listedAs: 'active' | 'completed' | 'cancelled' | null;
}

/**
 * Returns the earliest possible current time, epoch seconds. The record may contain times after `now`, because another
 * clock wrote them.
 */
export function timeAtLeast({ bids, createdAt, updatedAt }: Auction, now: number): number {
  return bids.reduce(
    (latest, { at }) => Math.max(latest, at ?? latest),
    Math.max(now, createdAt ?? now, updatedAt ?? now),
  );
}

/**
 * Returns the status at `now`, determined by the settlement, then the list that contains the auction, then its times.
 * No field for a cancellation is documented (marketplace-api: Auction), so an auction that was inactive before its end,
 * was not settled and is not listed as completed counts as cancelled. The record's own times are used in addition to
 * `now` (`timeAtLeast`), so that a clock that is behind neither cancels an auction nor delays its start.
 * @param now epoch seconds, by the marketplace's clock if known
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
