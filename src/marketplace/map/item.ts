import type { TokenAttribute, TokenRarity } from '../../domain/token.ts';
import type { Wei } from '../../domain/wei.ts';
import { readText } from '../decode/scalar.ts';
import type { AttributeWire, OwnedWire } from '../wire/token.ts';

/* What Token and User NFT tell in the same way. */

function valueOf(value: unknown): string | null {
  return typeof value === 'boolean' ? String(value) : (readText(value)?.trim() ?? null);
}

function attributeOf(wire: AttributeWire): TokenAttribute | null {
  const type = wire.trait_type ?? wire.traitType ?? wire.type;
  const value = valueOf(wire.value);
  if (type === null || value === null) return null;
  return { type, value, rarity: wire.rarity, displayType: wire.display_type };
}

/** The item's own attributes, else those of its metadata; what lacks a type or a value is left out. */
export function attributesOf(wire: OwnedWire): TokenAttribute[] {
  const own = wire.attributes ?? [];
  const list = own.length > 0 ? own : (wire.metadata?.attributes ?? []);
  return list.map(attributeOf).filter((attribute) => attribute !== null);
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
