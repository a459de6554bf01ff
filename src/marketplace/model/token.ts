import type { Address } from '#src/chain/address.ts';
import type { CoinId } from '#src/chain/coins.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { Currency, Wei } from '#src/chain/wei.ts';

export interface Attribute {
  readonly type: string;
  readonly value: string;
  /** Share of the collection's tokens that have it, in percent. */
  readonly rarity: number | null;
}

/** An attribute with the collection's display type, for example `number`. */
export interface TokenAttribute extends Attribute {
  readonly displayType: string | null;
}

/** A token's rank in its collection: 1 is the rarest. */
export interface Rarity {
  readonly rank: number;
  /** Number of ranked tokens; `null` if unknown. */
  readonly total: number | null;
}

/** A rank with the numbers behind it. */
export interface TokenRarity extends Rarity {
  /** As reported by the marketplace: high means common (field notes: Rarity). Prefer the rank. */
  readonly percentile: number | null;
  readonly score: number | null;
}

/** Another marketplace with the listing (marketplace-api: marketplaceDetails). */
export interface ListingPlace {
  readonly source: string | null;
  readonly name: string | null;
  readonly logo: string | null;
  readonly url: string | null;
  readonly id: string | null;
}

/** A price in another coin than the chain's own. */
export interface OtherPrice {
  /** In the smallest unit of `currency`. */
  readonly price: Wei;
  readonly currency: CoinId;
  /** Format of amounts in `currency`, if known; its symbol may be empty. */
  readonly coin?: Currency;
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
  /** Number of units, 1 except for an ERC1155. */
  readonly quantity: bigint;
  /** Best picture first: image, then preview, then thumbnail. */
  readonly image: string | null;
  readonly thumbnail: string | null;
  readonly preview: string | null;
  /** A small picture embedded in the metadata, as a `data:` URL in a format that Discord displays. */
  readonly inlineImage: string | null;
  /** Whether the picture is embedded in the metadata. */
  readonly onChainImage: boolean;
  readonly imageProcessed: boolean;
  /** Epoch seconds, like all times below. */
  readonly imageProcessedAt: number | null;
  /** URI of the metadata (http, ipfs, ar). */
  readonly metadataUri: string | null;
  /** For example `image`. */
  readonly mediaType: string | null;
  /** Last price paid, wei; `null` if never sold (the API reports "0"). */
  readonly lastPrice: Wei | null;
  readonly listed: boolean;
  /** Asking price, wei, if the deployment reports it. */
  readonly listingPrice: Wei | null;
  /** Prices in other coins than the chain's own; the corresponding fields above are `null`. */
  readonly inOtherCoins?:
    | { readonly last: OtherPrice | null; readonly listing: OtherPrice | null }
    | undefined;
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
