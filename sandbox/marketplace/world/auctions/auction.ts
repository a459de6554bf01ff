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

/** A late bid moved the end. Times are wall ms. */
export interface Extension {
  readonly atMs: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** How an auction came to its close. Times are wall ms. */
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
 * An auction as it stands. Between its end and its close it has ended but is not settled: the chain
 * still calls it active then, and so does the API. Times are wall ms.
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
  /** The end as it was announced. */
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

/** The bid that leads, which is the last one: each has to exceed the one before it. */
export function leadingBid(auction: Auction): Bid | undefined {
  return auction.bids.at(-1);
}

/** What is to be paid as it stands: the leading bid, or the starting price. Wei. */
export function currentPrice(auction: Auction): bigint {
  return leadingBid(auction)?.amount ?? auction.startingPrice;
}

/** The least that a next bid has to be: the starting price for the first, then one wei more. */
export function leastBid(auction: Auction): bigint {
  const lead = leadingBid(auction);
  return lead === undefined ? auction.startingPrice : lead.amount + 1n;
}
