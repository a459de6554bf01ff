import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { Wei } from '#src/chain/wei.ts';

/** A saved sale, for the price context of later sales. */
export interface Trade {
  readonly key: string;
  readonly collection: Address;
  readonly tokenId: TokenId;
  readonly seller: Address | null;
  readonly buyer: Address | null;
  /** In the chain's own coin, wei; `null` if it is unknown or in another coin. */
  readonly price: Wei | null;
  /**
   * For a token sold together with others: its equal share of the price, wei. It counts as volume, but not as a price.
   */
  readonly share?: Wei | undefined;
  /**
   * What announced it, unless it was a sale of its own: `AUCTION_SALE`, or the id of a sweep. A backtest bundles sales
   * with it.
   */
  readonly soldIn?: string | undefined;
  /** Units that the price covers, 1 except for an ERC1155. */
  readonly quantity: bigint;
  /** Epoch seconds. */
  readonly at: number;
}

/** `Trade.soldIn` of an auction's settlement, which is not announced as a sale. */
export const AUCTION_SALE = 'auction';

/** Returns the volume of a sale, wei; `null` if it is unknown or in another coin. */
export const volumeOf = ({ price, share }: Pick<Trade, 'price' | 'share'>): Wei | null =>
  price ?? share ?? null;
