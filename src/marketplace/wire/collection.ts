import { z } from 'zod';
import {
  address,
  count,
  flag,
  label,
  link,
  list,
  number,
  part,
  picture,
  prose,
  raw,
  slug,
  text,
  wei,
} from '../decode/lenient.ts';

const stats = z.looseObject({
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
  timestampLastSale: raw,
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
});

const volumeStats = z.looseObject({
  totalSales: count,
  totalVolume: wei,
  volume1h: wei,
  volume24h: wei,
  volume7d: wei,
  lastSalePrice: wei,
  lastSaleTimestamp: raw,
  change1h: number,
  change24h: number,
  change7d: number,
});

const rarityStats = z.looseObject({
  traitCount: count,
  tokensWithTraits: count,
  tokensWithoutTraits: count,
  traitPrevalence: number,
});

/** marketplace-api: Trait type. */
export const traitTypeWire = z.looseObject({
  type: text,
  trait_type: text,
  values: list(z.looseObject({ value: text, count, rarity: number })),
});

export type TraitTypeWire = z.output<typeof traitTypeWire>;

/** marketplace-api: Collection. */
export const collectionWire = z.looseObject({
  address,
  id: address,
  name: label,
  symbol: label,
  description: prose,
  path: slug,
  banner: picture,
  thumbnail: picture,
  standard: text,
  chainId: count,
  owner: address,
  isWhitelisted: flag,
  verified: flag,
  displayed: flag,
  featured: flag,
  royaltyPercentage: count,
  royaltyReceiver: address,
  website: link,
  twitter: text,
  discord: text,
  'the service': text,
  telegram: text,
  createdAt: raw,
  updatedAt: raw,
  whitelistedAt: raw,
  isDynamicMedia: flag,
  isDynamicMetadata: flag,
  isReveal: flag,
  imageStyle: text,
  enableRarity: flag,
  rarityCalculated: flag,
  rarityStatus: text,
  rarityLastCalculated: raw,
  rarityTokensProcessed: count,
  rarityStats: part(rarityStats),
  traits: list(traitTypeWire),
  stats: part(stats),
  volumeStats: part(volumeStats),
  volumeLast1Hour: wei,
  volumeLast24Hours: wei,
  volumeLast7Days: wei,
  totalVolumeTraded: wei,
});

export type CollectionWire = z.output<typeof collectionWire>;
