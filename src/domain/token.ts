import type { Address } from './address.ts';
import type { TokenId } from './token-id.ts';
import type { Wei } from './wei.ts';

export interface Attribute {
  readonly type: string;
  readonly value: string;
  /** Share of the collection's tokens that have it, in percent. */
  readonly rarity: number | null;
}

/** A token's place in its collection: 1 is the rarest. */
export interface Rarity {
  readonly rank: number;
  /** How many tokens are ranked; `null` where it is not told. */
  readonly total: number | null;
}

/** A token (marketplace-api: Token) without the internal record fields. */
export interface Token {
  readonly collection: Address;
  readonly tokenId: TokenId;
  readonly name: string | null;
  readonly description: string | null;
  readonly collectionName: string | null;
  readonly owner: Address | null;
  /** Best picture first: image, then preview, then thumbnail. */
  readonly image: string | null;
  readonly thumbnail: string | null;
  /** Last price paid, wei; `null` when never sold (the API says "0"). */
  readonly lastPrice: Wei | null;
  readonly listed: boolean;
  /** Asking price, wei, where the deployment tells it. */
  readonly listingPrice: Wei | null;
  readonly inAuction: boolean;
  readonly rarity: Rarity | null;
  readonly attributes: readonly Attribute[];
}
