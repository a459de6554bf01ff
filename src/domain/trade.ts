import type { Address } from './address.ts';
import type { StormAlert } from './alert.ts';
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
  /** Units that the price is for, 1 unless an ERC1155 says otherwise. */
  readonly quantity: bigint;
  /** Epoch seconds. */
  readonly at: number;
}

/** What is remembered of one token and its collection before a sale. */
export interface TradeHistory {
  /** The token's trades, newest first, at most 500 of the last 24 hours and at least the newest one of all. */
  readonly trades: readonly Trade[];
  /**
   * The token's storms as their topics (`storm:<collection>-<tokenId>:…`) have them now, in any order; at least those
   * whose latest trade (`occurredAt`) is of the last 24 hours before the newest trade. They alone say how far a storm was
   * counted: it may be longer than what is remembered of trades.
   */
  readonly storms: readonly StormAlert[];
  /** The highest price remembered of the collection, wei. */
  readonly highest: Wei | null;
}
