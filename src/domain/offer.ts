import type { Address } from './address.ts';
import type { TokenId } from './token-id.ts';
import type { Wei } from './wei.ts';

/** An offer to buy, for one token or for any of a collection; only some deployments tell of them (field notes: Offers). */
export interface Offer {
  readonly id: string;
  /** Number within its contract; `null` where it is not told. */
  readonly offerId: string | null;
  readonly collection: Address | null;
  /** `null` for an offer on the whole collection. */
  readonly tokenId: TokenId | null;
  readonly forCollection: boolean;
  readonly from: Address | null;
  /** For all that is wanted together, wei. */
  readonly price: Wei | null;
  readonly pricePerItem: Wei | null;
  readonly standard: '721' | '1155' | null;
  /** Units of one token. */
  readonly quantity: bigint;
  /** Tokens that are wanted, and how many of them still are. */
  readonly maxItems: number | null;
  readonly remainingItems: number | null;
  /** Whether it can still be accepted, as far as the record tells. */
  readonly active: boolean;
  readonly expired: boolean;
  /** Epoch seconds. */
  readonly expiresAt: number | null;
  readonly cancelledAt: number | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
}
