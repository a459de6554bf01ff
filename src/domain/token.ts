import type { Address } from './address.ts';
import type { TokenId } from './token-id.ts';
import type { Wei } from './wei.ts';

export interface Attribute {
  readonly type: string;
  readonly value: string;
  /** Share of the collection's tokens that have it, in percent. */
  readonly rarity: number | null;
}

/** An attribute with how the collection wants it shown, for example `number`. */
export interface TokenAttribute extends Attribute {
  readonly displayType: string | null;
}

/** A token's place in its collection: 1 is the rarest. */
export interface Rarity {
  readonly rank: number;
  /** How many tokens are ranked; `null` where it is not told. */
  readonly total: number | null;
}

/** A rank with the numbers behind it. */
export interface TokenRarity extends Rarity {
  /** As the marketplace tells it: high means common (field notes: Rarity). Prefer the rank. */
  readonly percentile: number | null;
  readonly score: number | null;
}

/** Where else a listing stands (marketplace-api: marketplaceDetails). */
export interface ListingPlace {
  readonly source: string | null;
  readonly name: string | null;
  readonly logo: string | null;
  readonly url: string | null;
  readonly id: string | null;
}

/** A token (marketplace-api: Token) without the internal record fields. */
export interface Token {
  readonly collection: Address;
  readonly tokenId: TokenId;
  readonly name: string | null;
  readonly description: string | null;
  readonly collectionName: string | null;
  readonly owner: Address | null;
  readonly standard: '721' | '1155' | null;
  /** Units of it, 1 unless an ERC1155 says otherwise. */
  readonly quantity: bigint;
  /** Best picture first: image, then preview, then thumbnail. */
  readonly image: string | null;
  readonly thumbnail: string | null;
  readonly preview: string | null;
  /** A small picture that is written into the metadata itself, as a `data:` URL of a kind that Discord shows. */
  readonly inlineImage: string | null;
  /** Whether the picture is written into the metadata itself. */
  readonly onChainImage: boolean;
  readonly imageProcessed: boolean;
  /** Epoch seconds, like every moment below. */
  readonly imageProcessedAt: number | null;
  /** Where the metadata is (http, ipfs, ar). */
  readonly metadataUri: string | null;
  /** For example `image`. */
  readonly mediaType: string | null;
  /** Last price paid, wei; `null` when never sold (the API says "0"). */
  readonly lastPrice: Wei | null;
  readonly listed: boolean;
  /** Asking price, wei, where the deployment tells it. */
  readonly listingPrice: Wei | null;
  /** For example `native`. */
  readonly listingSource: string | null;
  /** For example `approved`. */
  readonly listingApproval: string | null;
  readonly listingPlace: ListingPlace | null;
  readonly inAuction: boolean;
  readonly hasOffers: boolean;
  readonly rarity: TokenRarity | null;
  readonly attributes: readonly TokenAttribute[];
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
}
