import type { TokenAttribute, TokenRarity } from '../../domain/token.ts';
import type { Wei } from '../../domain/wei.ts';
import { beginningOf, readText } from '../decode/scalar.ts';
import type { AttributeWire, OwnedWire } from '../wire/token.ts';

/* What Token and User NFT tell in the same way. */

/** No token has nearly as many traits, and no message shows a longer one: each is carried along with every alert. */
const MOST_ATTRIBUTES = 250;
const LONGEST_ATTRIBUTE = 256;

function valueOf(value: unknown): string | null {
  const text = typeof value === 'boolean' ? String(value) : readText(value)?.trim();
  return text === undefined ? null : beginningOf(text, LONGEST_ATTRIBUTE);
}

function attributeOf(wire: AttributeWire): TokenAttribute | null {
  const type = wire.trait_type ?? wire.traitType ?? wire.type;
  const value = valueOf(wire.value);
  if (type === null || value === null) return null;
  return {
    type: beginningOf(type, LONGEST_ATTRIBUTE),
    value,
    rarity: wire.rarity,
    displayType: wire.display_type === null ? null : beginningOf(wire.display_type, LONGEST_ATTRIBUTE),
  };
}

/** The item's own attributes, else those of its metadata; the first 250, without what lacks a type or a value. */
export function attributesOf(wire: OwnedWire): TokenAttribute[] {
  const own = wire.attributes ?? [];
  const list = own.length > 0 ? own : (wire.metadata?.attributes ?? []);
  return list
    .slice(0, MOST_ATTRIBUTES)
    .map(attributeOf)
    .filter((attribute) => attribute !== null);
}

/** Rank and total, also from `"774/825"`. */
export function rarityOf(wire: OwnedWire): TokenRarity | null {
  const formatted = /^(\d{1,15})\/(\d{1,15})$/.exec(wire.rarity?.formatted ?? '');
  const rank = wire.rarityRank ?? wire.rarity?.rank ?? (formatted === null ? null : Number(formatted[1]));
  const total = wire.rarity?.total ?? (formatted === null ? null : Number(formatted[2]));
  if (rank === null || rank < 1) return null;
  const percentile = wire.rarity?.percentile ?? null;
  return { rank, total, percentile, score: wire.rarityScore ?? wire.rarity?.score ?? null };
}

/** The first picture that a browser can load, else the first there is. */
export function pictureOf(wire: OwnedWire): string | null {
  const originals = [wire.image, wire.metadata?.image];
  const reduced = [wire.previewUrl, wire.preview, wire.thumbnailUrl, wire.thumbnail];
  const pictures = [...originals, ...reduced].filter((picture) => typeof picture === 'string');
  return pictures.find((picture) => /^https?:/i.test(picture)) ?? pictures[0] ?? null;
}

/** Last price paid; the API says "0" of what was never sold. */
export function lastPriceOf(wire: OwnedWire): Wei | null {
  return wire.lastPrice === 0n ? null : wire.lastPrice;
}
