import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { Wei } from '#src/chain/wei.ts';

/** A saved sale, for the price context of later ones. */
export interface Trade {
  readonly key: string;
  readonly collection: Address;
  readonly tokenId: TokenId;
  readonly seller: Address | null;
  readonly buyer: Address | null;
  /** In the chain's own coin, wei; `null` if it is unknown or in another coin. */
  readonly price: Wei | null;
  /**
   * Of a token that was sold together with others: its equal part of their price, wei. It counts as volume, and is no
   * price.
   */
  readonly share?: Wei | undefined;
  /** Units that the price is for, 1 unless an ERC1155 says otherwise. */
  readonly quantity: bigint;
  /** Epoch seconds. */
  readonly at: number;
}

/** What a sale adds to a volume, wei; `null` if that is unknown or in another coin. */
export const volumeOf = ({ price, share }: Pick<Trade, 'price' | 'share'>): Wei | null =>
  price ?? share ?? null;
