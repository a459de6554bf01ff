import { shortAddress } from '#src/chain/address.ts';
import { coinAt } from '../decode/named-coin.ts';
import { isRecord } from '../decode/record.ts';
import { readLink } from '../decode/scalar.ts';
import { readTime } from '../decode/time.ts';
import type {
  Collection,
  CollectionRarity,
  CollectionStats,
  CollectionSummary,
  ListedCollection,
  TraitType,
} from '../model/collection.ts';
import type { IsOwnCoin } from '../own-coin.ts';
import {
  type CollectionWire,
  collectionWire,
  type TraitTypeWire,
  traitTypeWire,
} from '../wire/collection.ts';
import { standardOf } from './standard.ts';

/**
 * Reads a collection's record. A floor in another coin is left out, with the prices of the same listings, because
 * floors are compared with prices in the chain's own coin.
 */
function readWire(value: unknown, isOwnCoin: IsOwnCoin): CollectionWire | undefined {
  const wire = collectionWire.safeParse(value).data;
  const stats = isRecord(value) ? value['stats'] : null;
  if (wire === undefined || wire.stats === null || !isRecord(stats)) return wire;
  const coin = coinAt(stats, { price: 'floor', words: ['floor', 'floorPrice'] }, isOwnCoin);
  if (coin === null || coin.currency === null) return wire;
  const listed = { floor: null, floorCap: null, lowestPrice: null, highestPrice: null };
  return { ...wire, stats: { ...wire.stats, ...listed } };
}

function summaryOf(wire: CollectionWire): CollectionSummary | null {
  const address = wire.address ?? wire.id;
  if (address === null) return null;
  return {
    address,
    name: wire.name ?? wire.symbol ?? wire.path ?? shortAddress(address),
    symbol: wire.symbol ?? wire.stats?.symbol ?? null,
    path: wire.path,
    verified: wire.verified === true,
    totalVolume:
      wire.totalVolumeTraded ?? wire.volumeStats?.totalVolume ?? wire.stats?.totalVolumeTraded ?? null,
    floor: wire.stats?.floor ?? null,
    thumbnail: wire.thumbnail,
  };
}

/** Returns the total number of sales. Lists of live deployments have `totalTrades` instead of the documented field. */
function totalSalesOf({ stats, volumeStats }: CollectionWire): number | null {
  return volumeStats?.totalSales ?? stats?.totalTrades ?? null;
}

function statsOf(wire: CollectionWire, now: number): CollectionStats {
  const { stats, volumeStats } = wire;
  return {
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
    lastSaleAt:
      readTime(stats?.timestampLastSale, now) ?? readTime(volumeStats?.lastSaleTimestamp, now) ?? null,
    listed: stats?.activeSales ?? null,
    listedFixed: stats?.activeSalesNonAuction ?? null,
    auctions: stats?.activeAuctions ?? null,
    offers: stats?.activeOffers ?? null,
    collectionOffers: stats?.collectionOffers ?? null,
    totalListings: stats?.totalListings ?? null,
    totalAuctions: stats?.totalAuctions ?? null,
    totalOffers: stats?.totalOffers ?? null,
    acceptedOffers: stats?.acceptedOffers ?? null,
    totalSales: totalSalesOf(wire),
    totalVolume: volumeStats?.totalVolume ?? wire.totalVolumeTraded ?? stats?.totalVolumeTraded ?? null,
    volume1h: volumeStats?.volume1h ?? wire.volumeLast1Hour ?? null,
    volume24h: volumeStats?.volume24h ?? wire.volumeLast24Hours ?? stats?.volumeLast24Hours ?? null,
    volume7d: volumeStats?.volume7d ?? wire.volumeLast7Days ?? stats?.volumeLast7Days ?? null,
    change1h: volumeStats?.change1h ?? null,
    change24h: volumeStats?.change24h ?? null,
    change7d: volumeStats?.change7d ?? null,
  };
}

/** Decodes a trait type; `null` without its name. Entries without a value are left out. */
function toTraitType(trait: TraitTypeWire): TraitType | null {
  const type = trait.type ?? trait.trait_type;
  const values = (trait.values ?? []).flatMap(({ value, count, rarity }) =>
    value === null ? [] : [{ value, count, rarity }],
  );
  return type === null ? null : { type, values };
}

function rarityOf(wire: CollectionWire, now: number): CollectionRarity {
  const { rarityStats } = wire;
  return {
    enabled: wire.enableRarity === true,
    calculated: wire.rarityCalculated === true,
    status: wire.rarityStatus,
    calculatedAt: readTime(wire.rarityLastCalculated, now),
    tokensProcessed: wire.rarityTokensProcessed,
    traitCount: rarityStats?.traitCount ?? null,
    tokensWithTraits: rarityStats?.tokensWithTraits ?? null,
    tokensWithoutTraits: rarityStats?.tokensWithoutTraits ?? null,
    traitPrevalence: rarityStats?.traitPrevalence ?? null,
  };
}

/** Returns the handle in `@name`, `name` or `https://x.com/name`. */
function handleOf(text: string | null): string | null {
  const handle = text?.replace(/(?<![/?#])[/?#]+$/, '').replace(/^.*[/@]/, '');
  return handle === undefined || !/^\w{1,50}$/.test(handle) ? null : handle;
}

/** Returns the handle of a public name, or the URL of an invite (`t.me/+…`). */
function telegramOf(text: string | null): string | null {
  return handleOf(text) ?? readLink(text);
}

/** Reads one trait type of a traits answer; `null` without its name. */
export function readTraitType(value: unknown): TraitType | null {
  const wire = traitTypeWire.safeParse(value).data;
  return wire === undefined ? null : toTraitType(wire);
}

/** Decodes a collection from a list; `null` without an address. */
export function toListedCollection(value: unknown, isOwnCoin: IsOwnCoin): ListedCollection | null {
  const wire = readWire(value, isOwnCoin);
  const summary = wire === undefined ? null : summaryOf(wire);
  if (wire === undefined || summary === null) return null;
  const { highestSale = null, activeSales: listed = null, numOwners: owners = null } = wire.stats ?? {};
  return { ...summary, highestSale, listed, owners };
}

/**
 * Decodes a collection from its own endpoint; `null` without an address.
 * @param now epoch milliseconds
 */
export function toCollection(value: unknown, now: number, isOwnCoin: IsOwnCoin): Collection | null {
  const wire = readWire(value, isOwnCoin);
  const summary = wire === undefined ? null : summaryOf(wire);
  if (wire === undefined || summary === null) return null;
  return {
    ...summary,
    description: wire.description,
    banner: wire.banner,
    standard: standardOf(wire.standard),
    chainId: wire.chainId,
    owner: wire.owner,
    featured: wire.featured === true,
    displayed: wire.displayed,
    whitelisted: wire.isWhitelisted,
    dynamicMedia: wire.isDynamicMedia === true,
    dynamicMetadata: wire.isDynamicMetadata === true,
    reveals: wire.isReveal === true,
    imageStyle: wire.imageStyle,
    royaltyBasisPoints: wire.royaltyPercentage,
    royaltyReceiver: wire.royaltyReceiver,
    website: wire.website,
    twitter: handleOf(wire.twitter),
    discord: readLink(wire.discord) ?? readLink(wire['the service']),
    telegram: telegramOf(wire.telegram),
    createdAt: readTime(wire.createdAt, now),
    updatedAt: readTime(wire.updatedAt, now),
    whitelistedAt: readTime(wire.whitelistedAt, now),
    rarity: rarityOf(wire, now),
    traits: (wire.traits ?? []).map(toTraitType).filter((trait) => trait !== null),
    stats: statsOf(wire, now),
  };
}
