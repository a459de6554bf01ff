import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';

/** A trait type of a collection with its values (marketplace-api: Trait type). */
export interface TraitType {
  readonly type: string;
  readonly values: readonly TraitValue[];
}

export interface TraitValue {
  readonly value: string;
  /** Tokens that have it; `null` if unknown. */
  readonly count: number | null;
  /** Share of the collection's tokens that have it, in percent. */
  readonly rarity: number | null;
}

/** A collection's statistics. The marketplace caches them for minutes, so they are shown with their time. */
export interface CollectionStats {
  /** Tokens in the collection. */
  readonly tokens: number | null;
  readonly minted: number | null;
  readonly burned: number | null;
  readonly owners: number | null;
  readonly floor: Wei | null;
  readonly floorCap: Wei | null;
  readonly lowestListing: Wei | null;
  readonly highestListing: Wei | null;
  readonly highestSale: Wei | null;
  readonly lastSale: Wei | null;
  /** Epoch seconds. */
  readonly lastSaleAt: number | null;
  /** Active listings, including auctions. */
  readonly listed: number | null;
  /** Active listings for a fixed price. */
  readonly listedFixed: number | null;
  readonly auctions: number | null;
  readonly offers: number | null;
  readonly collectionOffers: number | null;
  readonly totalListings: number | null;
  readonly totalAuctions: number | null;
  readonly totalOffers: number | null;
  readonly acceptedOffers: number | null;
  readonly totalSales: number | null;
  readonly totalVolume: Wei | null;
  readonly volume1h: Wei | null;
  readonly volume24h: Wei | null;
  readonly volume7d: Wei | null;
  /** Change since the hour before, in percent; likewise below. */
  readonly change1h: number | null;
  readonly change24h: number | null;
  readonly change7d: number | null;
}

/** State of a collection's rarity calculation (marketplace-api: enableRarity, rarityStats and others). */
export interface CollectionRarity {
  readonly enabled: boolean;
  readonly calculated: boolean;
  /** For example `calculated`. */
  readonly status: string | null;
  /** Epoch seconds. */
  readonly calculatedAt: number | null;
  readonly tokensProcessed: number | null;
  readonly traitCount: number | null;
  readonly tokensWithTraits: number | null;
  readonly tokensWithoutTraits: number | null;
  readonly traitPrevalence: number | null;
}

/** Fields of a collection that every list contains and that autocomplete needs (an entry of the Directory). */
export interface CollectionSummary {
  readonly address: Address;
  readonly name: string;
  readonly symbol: string | null;
  /** Path slug, accepted in place of the address; unchanged from the marketplace (may contain `%7C` or dots). */
  readonly path: string | null;
  readonly verified: boolean;
  /** Total traded volume, wei; orders the autocomplete suggestions. */
  readonly totalVolume: Wei | null;
  /** As reported by the marketplace, wei: not always the lowest asking price. 0 if there is none. */
  readonly floor: Wei | null;
  readonly thumbnail: string | null;
}

/** An entry of the marketplace's own list of collections. */
export interface ListedCollection extends CollectionSummary {
  /** Wei; here and below, `null` if the list does not contain it. */
  readonly highestSale: Wei | null;
  /** Active listings, including auctions. */
  readonly listed: number | null;
  readonly owners: number | null;
}

/** A collection (marketplace-api: Collection) without the internal record fields. */
export interface Collection extends CollectionSummary {
  readonly description: string | null;
  readonly banner: string | null;
  readonly standard: '721' | '1155' | null;
  readonly chainId: number | null;
  readonly owner: Address | null;
  readonly featured: boolean;
  /** `null` if unknown. */
  readonly displayed: boolean | null;
  readonly whitelisted: boolean | null;
  readonly dynamicMedia: boolean;
  readonly dynamicMetadata: boolean;
  /** Whether its tokens are revealed after the mint. */
  readonly reveals: boolean;
  /** Display style of its pictures, for example `cover`. */
  readonly imageStyle: string | null;
  /** Royalty in basis points: 500 means 5 %. */
  readonly royaltyBasisPoints: number | null;
  readonly royaltyReceiver: Address | null;
  readonly website: string | null;
  /** Handle without `@`. */
  readonly twitter: string | null;
  /** Invite URL of the collection's own Discord server. */
  readonly discord: string | null;
  /** Handle without `@`; an invite is kept as its URL. */
  readonly telegram: string | null;
  /** Epoch seconds. */
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly whitelistedAt: number | null;
  readonly rarity: CollectionRarity;
  readonly traits: readonly TraitType[];
  readonly stats: CollectionStats;
}
