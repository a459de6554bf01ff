import { shortAddress } from '../../domain/address.ts';
import type { Collection, CollectionStats, CollectionSummary, TraitType } from '../../domain/collection.ts';
import { readLink } from '../decode/scalar.ts';
import { readTime } from '../decode/time.ts';
import { type CollectionWire, collectionWire } from '../wire.ts';

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
    thumbnail: wire.thumbnail,
  };
}

function statsOf(wire: CollectionWire, now: number): CollectionStats {
  const { stats, volumeStats } = wire;
  return {
    tokens: stats?.totalNFTs ?? null,
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
    auctions: stats?.activeAuctions ?? null,
    offers: stats?.activeOffers ?? null,
    collectionOffers: stats?.collectionOffers ?? null,
    totalSales: volumeStats?.totalSales ?? stats?.totalTrades ?? null,
    totalVolume: volumeStats?.totalVolume ?? wire.totalVolumeTraded ?? stats?.totalVolumeTraded ?? null,
    volume24h: volumeStats?.volume24h ?? wire.volumeLast24Hours ?? stats?.volumeLast24Hours ?? null,
    volume7d: volumeStats?.volume7d ?? wire.volumeLast7Days ?? stats?.volumeLast7Days ?? null,
    change24h: volumeStats?.change24h ?? null,
    change7d: volumeStats?.change7d ?? null,
  };
}

function traitsOf(wire: CollectionWire): TraitType[] {
  return (wire.traits ?? []).flatMap((trait) => {
    const type = trait.type ?? trait.trait_type;
    const values = (trait.values ?? []).flatMap(({ value, count, rarity }) =>
      value === null ? [] : [{ value, count, rarity }],
    );
    return type === null ? [] : [{ type, values }];
  });
}

function standardOf(text: string | null): Collection['standard'] {
  if (text === null) return null;
  if (text.includes('1155')) return '1155';
  return text.includes('721') ? '721' : null;
}

/** `@name`, `name` and `https://x.com/name` are the same handle. */
function handleOf(text: string | null): string | null {
  const handle = text?.replace(/[/?#]+$/, '').replace(/^.*[/@]/, '');
  return handle === undefined || !/^\w{1,50}$/.test(handle) ? null : handle;
}

/** What a list of collections tells of one; `null` without an address. */
export function toCollectionSummary(value: unknown): CollectionSummary | null {
  const wire = collectionWire.safeParse(value).data;
  return wire === undefined ? null : summaryOf(wire);
}

/**
 * A collection with all that its own endpoint tells; `null` without an address.
 * @param now epoch milliseconds
 */
export function toCollection(value: unknown, now: number): Collection | null {
  const wire = collectionWire.safeParse(value).data;
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
    royaltyBasisPoints: wire.royaltyPercentage,
    website: wire.website,
    twitter: handleOf(wire.twitter),
    discord: readLink(wire.discord) ?? readLink(wire['the service']),
    createdAt: readTime(wire.createdAt, now),
    traits: traitsOf(wire),
    stats: statsOf(wire, now),
  };
}
