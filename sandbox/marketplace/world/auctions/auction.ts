/** One bid. Times are wall ms. */
export interface Bid {
  readonly bidder: string;
  /** Wei. */
  readonly amount: bigint;
  readonly txHash: string;
  readonly atMs: number;
  /** When the API first showed it. */
  readonly shownAtMs: number;
}

/** An extension by a late bid. Times are wall ms. */
export interface Extension {
  readonly atMs: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** How an auction closed. Times are wall ms. */
export interface AuctionClose {
  readonly how: 'sold' | 'unsold' | 'cancelled';
  readonly atMs: number;
  /** When the API first showed it. */
  readonly shownAtMs: number;
  readonly txHash: string | null;
  /** Null unless sold. */
  readonly winner: string | null;
  /** Wei; null unless sold. */
  readonly price: bigint | null;
}

/**
 * The state of an auction. Between its end and its close it has ended but is not settled: the chain and the API
 * still report it as active. Times are wall ms.
 */
export interface Auction {
  /** `<txHash>-<collection>-<number>`. */
  readonly id: string;
  /** The API's `auctionId`. */
  readonly number: number;
  readonly collection: string;
  readonly tokenId: string;
  readonly tokenName: string;
  readonly seller: string;
  /** Wei. */
  readonly startingPrice: bigint;
  readonly txHash: string;
  readonly startedAtMs: number;
  /** When the API first showed it. */
  readonly shownAtMs: number;
  /** The end as first announced. */
  readonly firstEndsAtMs: number;
  readonly endsAtMs: number;
  /** World ms; null when it is settled only on demand. */
  readonly settlesAfterMs: number | null;
  /** Oldest first. */
  readonly bids: readonly Bid[];
  readonly extensions: readonly Extension[];
  /** Null while it is open. */
  readonly close: AuctionClose | null;
  readonly updatedAtMs: number;
}

/** The leading bid, which is the last one: each must exceed the one before it. */
export function leadingBid(auction: Auction): Bid | undefined {
  return auction.bids.at(-1);
}

/** The present price: the leading bid, or the starting price. Wei. */
export function currentPrice(auction: Auction): bigint {
  return leadingBid(auction)?.amount ?? auction.startingPrice;
}

/** The minimum of the next bid: the starting price for the first, then one wei more. */
export function leastBid(auction: Auction): bigint {
  const lead = leadingBid(auction);
  return lead === undefined ? auction.startingPrice : lead.amount + 1n;
}
