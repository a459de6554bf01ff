import { z } from 'zod';
import {
  address,
  amount,
  amountInside,
  count,
  fallback,
  flag,
  lenient,
  list,
  number,
  part,
  picture,
  prose,
  text,
  tokenId,
} from '../decode/lenient.ts';
import { readPriceAt } from '../decode/named-coin.ts';
import { bestPicture } from '../decode/picture.ts';
import type { JsonRecord } from '../decode/record.ts';
import { readText, readTokenReference, truncate } from '../decode/scalar.ts';
import type { IsOwnCoin } from '../own-coin.ts';

/* Fields that Token and User NFT share. */

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
  /** As the marketplace reports it: high means common (field notes: Rarity). Prefer the rank. */
  readonly percentile: number | null;
  readonly score: number | null;
}

/** Far above real tokens, and longer than any message shows: attributes are stored with every alert. */
const MAX_ATTRIBUTES = 250;
const MAX_ATTRIBUTE_LENGTH = 256;

function readAttributeValue(value: unknown): string | null {
  const read = typeof value === 'boolean' ? String(value) : readText(value)?.trim();
  return read === undefined ? null : truncate(read, MAX_ATTRIBUTE_LENGTH);
}

const attribute = z.object({
  trait_type: text,
  traitType: text,
  type: text,
  value: lenient(readAttributeValue),
  display_type: text,
  rarity: number,
});

const attributes = list(attribute);

export const itemFields = {
  // Other deployments have the id of a record here.
  id: fallback(lenient(readTokenReference)),
  tokenId,
  collectionAddress: address,
  owner: address,
  name: text,
  description: prose,
  image: picture,
  previewUrl: picture,
  preview: picture,
  thumbnailUrl: picture,
  thumbnail: picture,
  attributes,
  metadata: part(z.object({ tokenId, name: text, description: prose, image: picture, attributes })),
  rarityRank: count,
  rarityScore: number,
  rarity: part(z.object({ rank: count, total: count, formatted: text, percentile: number, score: number })),
  lastPrice: amount,
  isListed: flag,
  isInAuction: flag,
  hasOffers: flag,
  listingPrice: amountInside,
  listingSource: text,
};

type Item = z.output<z.ZodObject<typeof itemFields>>;

function attributeOf(read: z.output<typeof attribute>): TokenAttribute | null {
  const type = read.trait_type ?? read.traitType ?? read.type;
  if (type === null || read.value === null) return null;
  return {
    type: truncate(type, MAX_ATTRIBUTE_LENGTH),
    value: read.value,
    rarity: read.rarity,
    displayType: read.display_type === null ? null : truncate(read.display_type, MAX_ATTRIBUTE_LENGTH),
  };
}

/** The item's own attributes, else those of its metadata; the first 250, without those that lack a type or a value. */
export function attributesOf(item: Item): TokenAttribute[] {
  const own = item.attributes ?? [];
  const all = own.length > 0 ? own : (item.metadata?.attributes ?? []);
  return all
    .slice(0, MAX_ATTRIBUTES)
    .map(attributeOf)
    .filter((one) => one !== null);
}

/** Rank and total, also from `"774/825"`. */
export function rarityOf({ rarity, rarityRank, rarityScore }: Item): TokenRarity | null {
  const formatted = /^(\d{1,15})\/(\d{1,15})$/.exec(rarity?.formatted ?? '');
  const rank = rarityRank ?? rarity?.rank ?? (formatted === null ? null : Number(formatted[1]));
  const total = rarity?.total ?? (formatted === null ? null : Number(formatted[2]));
  if (rank === null || rank < 1) return null;
  return { rank, total, percentile: rarity?.percentile ?? null, score: rarityScore ?? rarity?.score ?? null };
}

/** The picture to show. @param mediaType of the item, where the answer says it */
export function pictureOf(item: Item, mediaType: string | null = null): string | null {
  const reduced = [item.previewUrl, item.preview, item.thumbnailUrl, item.thumbnail];
  return bestPicture([item.image, item.metadata?.image ?? null], reduced, mediaType);
}

/** Last price paid, which the API has as "0" for a token that was never sold, and the asking price. */
export function pricesOf(record: JsonRecord, { lastPrice, listingPrice }: Item, isOwnCoin: IsOwnCoin) {
  const paid = lastPrice?.wei === 0n ? null : lastPrice;
  const lastPlace = { price: 'lastPrice', words: ['lastPrice', 'lastSale'] };
  const listingPlace = { price: 'listingPrice', words: ['listingPrice', 'listing'] };
  return {
    last: readPriceAt(record, lastPlace, paid, isOwnCoin),
    listing: readPriceAt(record, listingPlace, listingPrice, isOwnCoin),
  };
}
