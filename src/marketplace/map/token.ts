import type { Address } from '../../domain/address.ts';
import type { Attribute, Rarity, Token } from '../../domain/token.ts';
import { readText, readTokenReference } from '../decode/scalar.ts';
import { type AttributeWire, type TokenWire, tokenWire } from '../wire.ts';

function valueOf(value: unknown): string | null {
  return typeof value === 'boolean' ? String(value) : (readText(value)?.trim() ?? null);
}

function attributesOf(list: readonly AttributeWire[]): Attribute[] {
  return list.flatMap((attribute) => {
    const type = attribute.trait_type ?? attribute.traitType ?? attribute.type;
    const value = valueOf(attribute.value);
    return type === null || value === null ? [] : [{ type, value, rarity: attribute.rarity }];
  });
}

/** Rank and total, also from `"774/825"`; the percentile is left alone, as high means common in it. */
function rarityOf(wire: TokenWire): Rarity | null {
  const formatted = /^(\d{1,15})\/(\d{1,15})$/.exec(wire.rarity?.formatted ?? '');
  const rank = wire.rarityRank ?? wire.rarity?.rank ?? (formatted === null ? null : Number(formatted[1]));
  const total = wire.rarity?.total ?? (formatted === null ? null : Number(formatted[2]));
  return rank === null || rank < 1 ? null : { rank, total };
}

/** The first picture that a browser can load, else the first there is. */
function pictureOf(wire: TokenWire): string | null {
  const originals = [wire.image, wire.metadata?.image];
  const reduced = [wire.previewUrl, wire.preview, wire.thumbnailUrl, wire.thumbnail];
  const pictures = [...originals, ...reduced].filter((picture) => typeof picture === 'string');
  return pictures.find((picture) => /^https?:/i.test(picture)) ?? pictures[0] ?? null;
}

/**
 * A token of `collection`; `null` without a token id, or when it says that it belongs to another collection.
 */
export function toToken(value: unknown, collection: Address): Token | null {
  const wire = tokenWire.safeParse(value).data;
  if (wire === undefined) return null;
  const reference = readTokenReference(wire.id);
  const tokenId = wire.tokenId ?? reference?.tokenId ?? null;
  const home = wire.collectionAddress ?? reference?.collection ?? collection;
  if (tokenId === null || home !== collection) return null;
  const own = wire.attributes ?? [];
  const attributes = own.length > 0 ? own : (wire.metadata?.attributes ?? []);
  return {
    collection,
    tokenId,
    name: wire.name ?? wire.metadata?.name ?? null,
    description: wire.description ?? wire.metadata?.description ?? null,
    collectionName: wire.collectionName,
    owner: wire.owner,
    image: pictureOf(wire),
    thumbnail: wire.thumbnailUrl ?? wire.thumbnail,
    lastPrice: wire.lastPrice === 0n ? null : wire.lastPrice,
    listed: wire.isListed === true,
    listingPrice: wire.listingPrice,
    inAuction: wire.isInAuction === true,
    rarity: rarityOf(wire),
    attributes: attributesOf(attributes),
  };
}
