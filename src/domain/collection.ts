import type { Address } from './address.ts';
import type { Wei } from './wei.ts';

/** A trait type of a collection with its values (marketplace-api: Trait type). */
export interface TraitType {
  readonly type: string;
  readonly values: readonly TraitValue[];
}

export interface TraitValue {
  readonly value: string;
  /** Tokens that have it; `null` where it is not told. */
  readonly count: number | null;
  /** Share of the collection's tokens that have it, in percent. */
  readonly rarity: number | null;
}

/** A collection's numbers at one moment. Cached upstream for minutes: tell them "as of". */
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
  /** Active listings, with auctions. */
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
  /** Percentage against the hour before, and so on. */
  readonly change1h: number | null;
  readonly change24h: number | null;
  readonly change7d: number | null;
}

/** How far a collection's rarity is worked out (marketplace-api: enableRarity, rarityStats and others). */
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

/** What every list of collections tells of one, and what autocomplete needs (the Directory's entry). */
export interface CollectionSummary {
  readonly address: Address;
  readonly name: string;
  readonly symbol: string | null;
  /** Path slug, usable in place of the address; kept as the marketplace wrote it (may hold `%7C` or dots). */
  readonly path: string | null;
  readonly verified: boolean;
  /** All volume ever traded, wei; orders what autocomplete offers. */
  readonly totalVolume: Wei | null;
  /** As the marketplace tells it, wei: not always the lowest price asked. 0 where there is none. */
  readonly floor: Wei | null;
  readonly thumbnail: string | null;
}

/** An entry of the marketplace's own list of collections. */
export interface ListedCollection extends CollectionSummary {
  /** All sales since its beginning (marketplace-api: Volume stats, or what stands in its place); `null` where the list does not tell. */
  readonly totalSales: number | null;
  /** Wei; `null` where the list does not tell. */
  readonly highestSale: Wei | null;
}

/** A collection (marketplace-api: Collection) without the internal record fields. */
export interface Collection extends CollectionSummary {
  readonly description: string | null;
  readonly banner: string | null;
  readonly standard: '721' | '1155' | null;
  readonly chainId: number | null;
  readonly owner: Address | null;
  readonly featured: boolean;
  /** `null` where it is not told. */
  readonly displayed: boolean | null;
  readonly whitelisted: boolean | null;
  readonly dynamicMedia: boolean;
  readonly dynamicMetadata: boolean;
  /** Has a mechanism that reveals its tokens later. */
  readonly reveals: boolean;
  /** How its pictures are shown, for example `cover`. */
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
