import { z } from 'zod';
import { type Address, shortAddress } from '#src/chain/address.ts';
import {
  address,
  count,
  fallback,
  flag,
  label,
  lenient,
  link,
  list,
  number,
  part,
  picture,
  prose,
  slug,
  standard,
  text,
  time,
  wei,
} from '../decode/lenient.ts';
import { coinAt } from '../decode/named-coin.ts';
import { isRecord, type JsonRecord } from '../decode/record.ts';
import { LeftOut, type ReadContext, type ReadOnly, resource } from '../decode/resource.ts';
import { readLink, readText } from '../decode/scalar.ts';
import { notAfter } from '../decode/time.ts';
import type { IsOwnCoin } from '../own-coin.ts';

/** The handle in `@name`, `name` or `https://x.com/name`. */
function readHandle(value: unknown): string | null {
  const handle = readText(value)
    ?.trim()
    .replace(/(?<![/?#])[/?#]+$/, '')
    .replace(/^.*[/@]/, '');
  return handle === undefined || !/^\w{1,50}$/.test(handle) ? null : handle;
}

/** A trait type of a collection with its values (marketplace-api: Trait type). */
export const traitTypeSchema = resource(
  z.object({ type: text, trait_type: text, values: list(z.object({ value: text, count, rarity: number })) }),
  (trait) => {
    const type = trait.type ?? trait.trait_type;
    if (type === null) return new LeftOut('has no name');
    return {
      type,
      values: (trait.values ?? []).flatMap(({ value, count: tokens, rarity }) =>
        value === null
          ? []
          : [
              {
                value,
                /** Tokens that have it; `null` if unknown. */
                count: tokens,
                /** Share of the collection's tokens that have it, in percent. */
                rarity,
              },
            ],
      ),
    };
  },
);

export type TraitType = ReadOnly<z.output<typeof traitTypeSchema>>;
export type TraitValue = TraitType['values'][number];

const fields = z.object({
  address,
  id: fallback(address),
  name: label,
  symbol: label,
  description: prose,
  path: slug,
  banner: picture,
  thumbnail: picture,
  standard,
  chainId: count,
  owner: address,
  isWhitelisted: flag,
  verified: flag,
  displayed: flag,
  featured: flag,
  royaltyPercentage: count,
  royaltyReceiver: address,
  website: link,
  twitter: lenient(readHandle),
  discord: link,
  'the service': link,
  // An invite (`t.me/+…`) is kept as its URL.
  telegram: lenient((value) => readHandle(value) ?? readLink(value)),
  createdAt: time,
  updatedAt: time,
  whitelistedAt: time,
  isDynamicMedia: flag,
  isDynamicMetadata: flag,
  isReveal: flag,
  imageStyle: text,
  enableRarity: flag,
  rarityCalculated: flag,
  rarityStatus: text,
  rarityLastCalculated: time,
  rarityTokensProcessed: count,
  rarityStats: part(
    z.object({
      traitCount: count,
      tokensWithTraits: count,
      tokensWithoutTraits: count,
      traitPrevalence: number,
    }),
  ),
  traits: list(traitTypeSchema),
  stats: part(
    z.object({
      totalMinted: count,
      totalBurned: count,
      totalNFTs: count,
      numOwners: count,
      floor: wei,
      floorCap: wei,
      lowestPrice: wei,
      highestPrice: wei,
      highestSale: wei,
      lastSellPrice: wei,
      timestampLastSale: time,
      activeSales: count,
      activeSalesNonAuction: count,
      activeAuctions: count,
      activeOffers: count,
      collectionOffers: count,
      totalListings: count,
      totalAuctions: count,
      totalOffers: count,
      acceptedOffers: count,
      // Seen in live answers in addition to or instead of `volumeStats`.
      symbol: label,
      totalTrades: count,
      totalVolumeTraded: wei,
      volumeLast24Hours: wei,
      volumeLast7Days: wei,
    }),
  ),
  volumeStats: part(
    z.object({
      totalSales: count,
      totalVolume: wei,
      volume1h: wei,
      volume24h: wei,
      volume7d: wei,
      lastSalePrice: wei,
      lastSaleTimestamp: time,
      change1h: number,
      change24h: number,
      change7d: number,
    }),
  ),
  volumeLast1Hour: wei,
  volumeLast24Hours: wei,
  volumeLast7Days: wei,
  totalVolumeTraded: wei,
});

type Fields = z.output<typeof fields>;

/**
 * The statistics of a record. A floor in another coin is left out, with the prices of the same listings, since floors
 * are compared with prices in the chain's own.
 */
function inOwnCoin({ stats }: Fields, record: JsonRecord, isOwnCoin: IsOwnCoin): Fields['stats'] {
  if (stats === null || !isRecord(record['stats'])) return stats;
  const coin = coinAt(record['stats'], { price: 'floor', words: ['floor', 'floorPrice'] }, isOwnCoin);
  if (coin === null || coin.currency === null) return stats;
  return { ...stats, floor: null, floorCap: null, lowestPrice: null, highestPrice: null };
}

/** What every list contains and autocomplete needs (an entry of the Directory). */
function summaryOf(read: Fields, own: Address) {
  return {
    address: own,
    name: read.name ?? read.symbol ?? read.path ?? shortAddress(own),
    symbol: read.symbol ?? read.stats?.symbol ?? null,
    /** Path slug, accepted in place of the address; kept as the marketplace wrote it (may contain `%7C` or dots). */
    path: read.path,
    verified: read.verified === true,
    /** Total traded volume, wei; orders the autocomplete suggestions. */
    totalVolume:
      read.totalVolumeTraded ?? read.volumeStats?.totalVolume ?? read.stats?.totalVolumeTraded ?? null,
    /** As the marketplace reports it, wei: not always the lowest asking price. 0 if there is none. */
    floor: read.stats?.floor ?? null,
    thumbnail: read.thumbnail,
  };
}

export type CollectionSummary = ReadOnly<ReturnType<typeof summaryOf>>;

/** The marketplace caches statistics for minutes, so they are shown with their time. */
function statsOf(read: Fields, now: number) {
  const { stats, volumeStats } = read;
  return {
    /** Tokens in the collection. */
    tokens: stats?.totalNFTs ?? null,
    minted: stats?.totalMinted ?? null,
    burned: stats?.totalBurned ?? null,
    owners: stats?.numOwners ?? null,
    floor: stats?.floor ?? null,
    floorCap: stats?.floorCap ?? null,
    lowestListing: stats?.lowestPrice ?? null,
    highestListing: stats?.highestPrice ?? null,
    highestSale: stats?.highestSale ?? null,
    lastSale: stats?.lastSellPrice ?? volumeStats?.lastSalePrice ?? null,
    /** Epoch seconds. */
    lastSaleAt:
      notAfter(stats?.timestampLastSale ?? null, now) ??
      notAfter(volumeStats?.lastSaleTimestamp ?? null, now),
    /** Active listings, with auctions. */
    listed: stats?.activeSales ?? null,
    /** Active listings for a fixed price. */
    listedFixed: stats?.activeSalesNonAuction ?? null,
    auctions: stats?.activeAuctions ?? null,
    offers: stats?.activeOffers ?? null,
    collectionOffers: stats?.collectionOffers ?? null,
    totalListings: stats?.totalListings ?? null,
    totalAuctions: stats?.totalAuctions ?? null,
    totalOffers: stats?.totalOffers ?? null,
    acceptedOffers: stats?.acceptedOffers ?? null,
    // Lists of live deployments have `totalTrades` instead of the documented field.
    totalSales: volumeStats?.totalSales ?? stats?.totalTrades ?? null,
    totalVolume: volumeStats?.totalVolume ?? read.totalVolumeTraded ?? stats?.totalVolumeTraded ?? null,
    volume1h: volumeStats?.volume1h ?? read.volumeLast1Hour ?? null,
    volume24h: volumeStats?.volume24h ?? read.volumeLast24Hours ?? stats?.volumeLast24Hours ?? null,
    volume7d: volumeStats?.volume7d ?? read.volumeLast7Days ?? stats?.volumeLast7Days ?? null,
    /** Percentage against the hour before, and so on. */
    change1h: volumeStats?.change1h ?? null,
    change24h: volumeStats?.change24h ?? null,
    change7d: volumeStats?.change7d ?? null,
  };
}

export type CollectionStats = ReadOnly<ReturnType<typeof statsOf>>;

/** State of the rarity calculation (marketplace-api: enableRarity, rarityStats and others). */
function rarityOf(read: Fields, now: number) {
  const { rarityStats } = read;
  return {
    enabled: read.enableRarity === true,
    calculated: read.rarityCalculated === true,
    /** For example `calculated`. */
    status: read.rarityStatus,
    /** Epoch seconds. */
    calculatedAt: notAfter(read.rarityLastCalculated, now),
    tokensProcessed: read.rarityTokensProcessed,
    traitCount: rarityStats?.traitCount ?? null,
    tokensWithTraits: rarityStats?.tokensWithTraits ?? null,
    tokensWithoutTraits: rarityStats?.tokensWithoutTraits ?? null,
    traitPrevalence: rarityStats?.traitPrevalence ?? null,
  };
}

/** Reads a record of a collection, once its prices are in the chain's own coin. */
function collectionResource<T>(ownCoin: ReadContext['ownCoin'], make: (read: Fields, own: Address) => T) {
  return resource(fields, (read, record) => {
    const own = read.address ?? read.id;
    if (own === null) return new LeftOut('has no address');
    return make({ ...read, stats: inOwnCoin(read, record, ownCoin.isOwn) }, own);
  });
}

/** An entry of the marketplace's own list of collections. */
export const listedCollectionSchema = ({ ownCoin }: Pick<ReadContext, 'ownCoin'>) =>
  collectionResource(ownCoin, (read, own) => ({
    ...summaryOf(read, own),
    /** Wei; `null` if the list does not contain it, like the following. */
    highestSale: read.stats?.highestSale ?? null,
    /** Active listings, with auctions. */
    listed: read.stats?.activeSales ?? null,
    owners: read.stats?.numOwners ?? null,
  }));

export type ListedCollection = ReadOnly<z.output<ReturnType<typeof listedCollectionSchema>>>;

/** A collection as its own endpoint reports it (marketplace-api: Collection), without the internal record fields. */
export const collectionSchema = ({ now, ownCoin }: ReadContext) =>
  collectionResource(ownCoin, (read, own) => {
    const latest = now();
    return {
      ...summaryOf(read, own),
      description: read.description,
      banner: read.banner,
      standard: read.standard,
      chainId: read.chainId,
      owner: read.owner,
      featured: read.featured === true,
      /** `null` if unknown. */
      displayed: read.displayed,
      whitelisted: read.isWhitelisted,
      dynamicMedia: read.isDynamicMedia === true,
      dynamicMetadata: read.isDynamicMetadata === true,
      /** Whether its tokens are revealed after the mint. */
      reveals: read.isReveal === true,
      /** How its pictures are shown, for example `cover`. */
      imageStyle: read.imageStyle,
      /** Royalty in basis points: 500 means 5 %. */
      royaltyBasisPoints: read.royaltyPercentage,
      royaltyReceiver: read.royaltyReceiver,
      website: read.website,
      /** Handle without `@`. */
      twitter: read.twitter,
      /** Invite URL of the collection's own Discord server. */
      discord: read.discord ?? read['the service'],
      /** Handle without `@`; an invite is kept as its URL. */
      telegram: read.telegram,
      /** Epoch seconds. */
      createdAt: notAfter(read.createdAt, latest),
      updatedAt: notAfter(read.updatedAt, latest),
      whitelistedAt: notAfter(read.whitelistedAt, latest),
      rarity: rarityOf(read, latest),
      traits: read.traits ?? [],
      stats: statsOf(read, latest),
    };
  });

export type Collection = ReadOnly<z.output<ReturnType<typeof collectionSchema>>>;
