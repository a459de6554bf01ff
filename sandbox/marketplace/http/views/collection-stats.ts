import { recordIdOf } from '../../random/hex.ts';
import type { CollectionMarket } from '../../world/collection-market.ts';
import type { OfferBook } from '../../world/offers.ts';
import { unixSeconds } from './times.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** marketplace-api: Collection stats (`stats`). `nowMs` is wall time. */
export function collectionStats(collection: CollectionMarket, offers: OfferBook, nowMs: number): object {
  const { tokens, listed, tally, profile } = collection;
  const asks = listed.flatMap((token) => token.listing?.price ?? []);
  const floor = collection.floor();
  return {
    totalMinted: tokens.length + tally.totalBurned,
    totalBurned: tally.totalBurned,
    totalNFTs: tokens.length,
    numOwners: collection.owners.size,
    floor,
    floorCap: floor * BigInt(tokens.length),
    lowestPrice: asks.reduce((low, price) => (price < low ? price : low), asks[0] ?? 0n),
    highestPrice: asks.reduce((high, price) => (price > high ? price : high), 0n),
    highestSale: tally.highestSale,
    lastSellPrice: tally.lastSalePrice,
    timestampLastSale: unixSeconds(tally.lastSaleAtMs),
    activeSales: listed.length + tally.activeAuctions,
    activeSalesNonAuction: listed.length,
    activeAuctions: tally.activeAuctions,
    activeOffers: offers.countStanding(profile.address, nowMs),
    collectionOffers: 0,
    totalListings: tally.totalListings,
    totalAuctions: tally.totalAuctions,
    totalOffers: tally.totalOffers,
    acceptedOffers: offers.countAccepted(profile.address),
    _id: recordIdOf(`stats:${profile.address}`),
  };
}

/** marketplace-api: Volume stats, and the collection's own volume fields. `nowMs` is wall time. */
export function collectionVolumes(
  collection: CollectionMarket,
  nowMs: number,
): { readonly volumeStats: object; readonly volumes: object } {
  const { tally, volume } = collection;
  const within = (spanMs: number): bigint => volume.between(nowMs - spanMs, nowMs).volume;
  const before = (spanMs: number): bigint => volume.between(nowMs - 2 * spanMs, nowMs - spanMs).volume;
  const [hour, day, week] = [within(HOUR_MS), within(DAY_MS), within(WEEK_MS)];
  return {
    volumeStats: {
      totalSales: tally.totalSales,
      totalVolume: tally.totalVolume,
      volume1h: hour,
      volume24h: day,
      volume7d: week,
      lastSalePrice: tally.lastSalePrice,
      change1h: change(hour, before(HOUR_MS)),
      change24h: change(day, before(DAY_MS)),
      change7d: change(week, before(WEEK_MS)),
      lastSaleTimestamp: unixSeconds(tally.lastSaleAtMs),
    },
    volumes: {
      volumeLast1Hour: hour,
      volumeLast24Hours: day,
      volumeLast7Days: week,
      totalVolumeTraded: tally.totalVolume,
    },
  };
}

/** Percent, to two decimal places; 0 where there is nothing to compare with. */
function change(now: bigint, before: bigint): number {
  return before === 0n ? 0 : Number(((now - before) * 10_000n) / before) / 100;
}
