import { readPriceAt } from '../decode/named-coin.ts';
import { bestPicture } from '../decode/picture.ts';
import { readText, truncate } from '../decode/scalar.ts';
import type { TokenAttribute, TokenRarity } from '../model/token.ts';
import type { IsOwnCoin } from '../own-coin.ts';
import type { AttributeWire, OwnedWire } from '../wire/token.ts';

/* Fields that Token and User NFT share. */

/** Far above real tokens, and longer than any message shows. Attributes are stored with every alert. */
const MAX_ATTRIBUTES = 250;
const MAX_ATTRIBUTE_LENGTH = 256;

function valueOf(value: unknown): string | null {
  const text = typeof value === 'boolean' ? String(value) : readText(value)?.trim();
  return text === undefined ? null : truncate(text, MAX_ATTRIBUTE_LENGTH);
}

function attributeOf(wire: AttributeWire): TokenAttribute | null {
  const type = wire.trait_type ?? wire.traitType ?? wire.type;
  const value = valueOf(wire.value);
  if (type === null || value === null) return null;
  return {
    type: truncate(type, MAX_ATTRIBUTE_LENGTH),
    value,
    rarity: wire.rarity,
    displayType: wire.display_type === null ? null : truncate(wire.display_type, MAX_ATTRIBUTE_LENGTH),
  };
}

/**
 * Returns the item's own attributes, else those of its metadata; the first 250, without those that lack a type or a
 * value.
 */
export function attributesOf(wire: OwnedWire): TokenAttribute[] {
  const own = wire.attributes ?? [];
  const list = own.length > 0 ? own : (wire.metadata?.attributes ?? []);
  return list
    .slice(0, MAX_ATTRIBUTES)
    .map(attributeOf)
    .filter((attribute) => attribute !== null);
}

/** Returns rank and total, also from `"774/825"`. */
export function rarityOf(wire: OwnedWire): TokenRarity | null {
  const formatted = /^(\d{1,15})\/(\d{1,15})$/.exec(wire.rarity?.formatted ?? '');
  const rank = wire.rarityRank ?? wire.rarity?.rank ?? (formatted === null ? null : Number(formatted[1]));
  const total = wire.rarity?.total ?? (formatted === null ? null : Number(formatted[2]));
  if (rank === null || rank < 1) return null;
  const percentile = wire.rarity?.percentile ?? null;
  return { rank, total, percentile, score: wire.rarityScore ?? wire.rarity?.score ?? null };
}

/**
 * Returns the picture to show.
 * @param mediaType of the item, if the answer contains it
 */
export function pictureOf(wire: OwnedWire, mediaType: string | null = null): string | null {
  const reduced = [wire.previewUrl, wire.preview, wire.thumbnailUrl, wire.thumbnail];
  return bestPicture([wire.image, wire.metadata?.image ?? null], reduced, mediaType);
}

/** Returns the last price paid, which the API reports as "0" for a token that was never sold, and the asking price. */
export function pricesOf(value: unknown, { lastPrice, listingPrice }: OwnedWire, isOwnCoin: IsOwnCoin) {
  const paid = lastPrice?.wei === 0n ? null : lastPrice;
  const lastPlace = { price: 'lastPrice', words: ['lastPrice', 'lastSale'] };
  return {
    last: readPriceAt(value, lastPlace, paid, isOwnCoin),
    listing: readPriceAt(
      value,
      { price: 'listingPrice', words: ['listingPrice', 'listing'] },
      listingPrice,
      isOwnCoin,
    ),
  };
}
