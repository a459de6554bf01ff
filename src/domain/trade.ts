import type { Address } from './address.ts';
import type { TokenId } from './token-id.ts';
import type { Wei } from './wei.ts';

/** A sale as it is remembered, for the story of later ones. */
export interface Trade {
  readonly key: string;
  readonly collection: Address;
  readonly tokenId: TokenId;
  readonly seller: Address | null;
  readonly buyer: Address | null;
  /** In the chain's own coin, wei; `null` where it is not told or in another coin. */
  readonly price: Wei | null;
  /** Epoch seconds. */
  readonly at: number;
}

/** What is remembered of one token and its collection before a sale. */
export interface TradeHistory {
  /** The token's trades, newest first, at most 500 of the last 24 hours and at least the newest one of all. */
  readonly trades: readonly Trade[];
  /** The highest price remembered of the collection, wei. */
  readonly highest: Wei | null;
}
