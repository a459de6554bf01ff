import type { Address } from '../chain/address.ts';
import type { TokenId } from '../chain/token-id.ts';
import type { Wei } from '../chain/wei.ts';

/** A saved sale, for the price context of later ones. */
export interface Trade {
  readonly key: string;
  readonly collection: Address;
  readonly tokenId: TokenId;
  readonly seller: Address | null;
  readonly buyer: Address | null;
  /** In the chain's own coin, wei; `null` if it is unknown or in another coin. */
  readonly price: Wei | null;
  /** Units that the price is for, 1 unless an ERC1155 says otherwise. */
  readonly quantity: bigint;
  /** Epoch seconds. */
  readonly at: number;
}
