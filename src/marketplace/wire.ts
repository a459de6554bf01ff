import { z } from 'zod';
import { readPrice } from './decode/price.ts';
import {
  readAddress,
  readCount,
  readFlag,
  readLink,
  readNumber,
  readPicture,
  readText,
  readTokenId,
} from './decode/scalar.ts';

/*
 * The documented resources as they may arrive: every field may be missing, null or of another type, and then reads
 * as null; fields that nobody documented pass through unread. Only a value that is no object at all fails.
 */

function lenient<T>(read: (value: unknown) => T | null) {
  return z
    .unknown()
    .optional()
    .transform((value) => (value === undefined || value === null ? null : read(value)));
}

const text = lenient((value) => readText(value)?.trim() ?? null);
const prose = lenient(readText);
const link = lenient(readLink);
const picture = lenient(readPicture);
const wei = lenient(readPrice);
const count = lenient(readCount);
const number = lenient(readNumber);
const flag = lenient(readFlag);
const address = lenient(readAddress);
const tokenId = lenient(readTokenId);
const raw = z.unknown().optional();

function part<T>(object: z.ZodType<T>) {
  return lenient((value) => object.safeParse(value).data ?? null);
}

/** Only the elements that are objects; `null` for anything but an array. */
function list<T>(item: z.ZodType<T>) {
  return lenient((value) => {
    if (!Array.isArray(value)) return null;
    const results = value.map((element) => item.safeParse(element));
    return results.flatMap((result) => (result.success ? [result.data] : []));
  });
}

const stats = z.looseObject({
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
  activeAuctions: count,
  activeOffers: count,
  collectionOffers: count,
  // Seen in live answers beside or instead of `volumeStats`.
  symbol: text,
  totalTrades: count,
  totalVolumeTraded: wei,
  volumeLast24Hours: wei,
  volumeLast7Days: wei,
});

const volumeStats = z.looseObject({
  totalSales: count,
  totalVolume: wei,
  volume24h: wei,
  volume7d: wei,
  lastSalePrice: wei,
  lastSaleTimestamp: raw,
  change24h: number,
  change7d: number,
});

const traitType = z.looseObject({
  type: text,
  trait_type: text,
  values: list(z.looseObject({ value: text, count, rarity: number })),
});

/** marketplace-api: Collection. */
export const collectionWire = z.looseObject({
  address,
  id: address,
  name: text,
  symbol: text,
  description: prose,
  path: text,
  banner: picture,
  thumbnail: picture,
  standard: text,
  chainId: count,
  owner: address,
  verified: flag,
  featured: flag,
  royaltyPercentage: count,
  website: link,
  twitter: text,
  discord: text,
  'the service': text,
  createdAt: raw,
  traits: list(traitType),
  stats: part(stats),
  volumeStats: part(volumeStats),
  volumeLast24Hours: wei,
  volumeLast7Days: wei,
  totalVolumeTraded: wei,
});

export type CollectionWire = z.output<typeof collectionWire>;

const attribute = z.looseObject({
  trait_type: text,
  traitType: text,
  type: text,
  value: raw,
  rarity: number,
});

/** marketplace-api: Token (as returned by the collection token list). */
export const tokenWire = z.looseObject({
  id: raw,
  tokenId,
  collectionAddress: address,
  collectionName: text,
  owner: address,
  lastPrice: wei,
  isListed: flag,
  isInAuction: flag,
  listingPrice: wei,
  name: text,
  description: prose,
  image: picture,
  previewUrl: picture,
  preview: picture,
  thumbnailUrl: picture,
  thumbnail: picture,
  attributes: list(attribute),
  metadata: part(
    z.looseObject({ name: text, description: prose, image: picture, attributes: list(attribute) }),
  ),
  rarityRank: count,
  rarity: part(z.looseObject({ rank: count, total: count, formatted: text })),
});

export type TokenWire = z.output<typeof tokenWire>;
export type AttributeWire = z.output<typeof attribute>;
