import type { Address } from '../../chain/address.ts';
import type { TokenId } from '../../chain/token-id.ts';
import type { Wei } from '../../chain/wei.ts';

/** An offer to buy, for one token or for any of a collection; only some deployments have them (field notes: Offers). */
export interface Offer {
  readonly id: string;
  /** Number within its contract; `null` if unknown. */
  readonly offerId: string | null;
  readonly collection: Address | null;
  /** `null` for an offer on the whole collection. */
  readonly tokenId: TokenId | null;
  readonly forCollection: boolean;
  readonly from: Address | null;
  /** Total price, wei. */
  readonly price: Wei | null;
  readonly pricePerItem: Wei | null;
  readonly standard: '721' | '1155' | null;
  /** Units of one token. */
  readonly quantity: bigint;
  /** Number of tokens wanted, and how many remain. */
  readonly maxItems: number | null;
  readonly remainingItems: number | null;
  /** Whether it can still be accepted, by the record. */
  readonly active: boolean;
  readonly expired: boolean;
  /** Epoch seconds. */
  readonly expiresAt: number | null;
  readonly cancelledAt: number | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
}
