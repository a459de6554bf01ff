import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { Token } from '#src/marketplace/resources/token.ts';
import type { AlertToken, PriceContext, SoldItem } from './kinds/parts.ts';
import { tokenKey } from './missing-details.ts';
import { addCollectionPrices, type CollectionPrices } from './price-context.ts';

/** Details that were looked up; `null` if the marketplace did not answer. */
export interface LookedUp {
  token(token: Pick<AlertToken, 'collection' | 'tokenId'>): Token | null;
  prices(collection: Address): CollectionPrices | null;
}

/** Builds a token without looked-up details. */
export const bareToken = ({
  collection,
  tokenId,
  quantity,
}: Pick<AlertToken, 'collection' | 'tokenId' | 'quantity'>): AlertToken => ({
  collection,
  collectionName: null,
  tokenId,
  tokenName: null,
  image: null,
  rarity: null,
  attributes: [],
  quantity,
});

/** Returns the token with looked-up details; without them it keeps what the feed reported. */
export function withToken<Item extends AlertToken>(item: Item, details: LookedUp): Item {
  const token = details.token(item);
  if (token === null) return item;
  const { rarity } = token;
  return {
    ...item,
    collectionName: item.collectionName ?? token.collectionName,
    tokenName: token.name ?? item.tokenName,
    image: token.image ?? item.image,
    // Only the stored properties, so that an alert is equal before writing and after reading.
    rarity: rarity === null ? null : { rank: rarity.rank, total: rarity.total },
    attributes: token.attributes.map((one) => ({ type: one.type, value: one.value, rarity: one.rarity })),
  };
}

/** Returns the collection's floor, wei. */
export function floorOf(
  collection: Address,
  details: LookedUp,
  prices = details.prices(collection),
): Wei | null {
  return addCollectionPrices({ price: null, priceContext: null }, prices).floor;
}

/** Returns the item with looked-up details and the collection's numbers in its price context. */
export function withPrices(
  item: SoldItem,
  details: LookedUp,
  prices = details.prices(item.collection),
): SoldItem {
  return { ...withToken(item, details), priceContext: addCollectionPrices(item, prices) };
}

/** Returns the token with the details that were looked up before. */
export function keepTokenDetails<Item extends AlertToken>(item: Item, before: AlertToken | undefined): Item {
  if (before === undefined) return item;
  return {
    ...item,
    collectionName: before.collectionName ?? item.collectionName,
    tokenName: before.tokenName ?? item.tokenName,
    image: before.image ?? item.image,
    rarity: before.rarity ?? item.rarity,
    attributes: before.attributes.length > 0 ? before.attributes : item.attributes,
  };
}

/** Keeps the values that the price was first compared with; `record` is only valid for the same price. */
function mergePriceContext(item: SoldItem, before: SoldItem): PriceContext | null {
  const [now, then] = [item.priceContext, before.priceContext];
  if (now === null || then === null) return now ?? then;
  return {
    bought: then.bought ?? now.bought,
    last: then.last ?? now.last,
    floor: then.floor ?? now.floor,
    record: item.price === before.price ? then.record : now.record,
  };
}

/**
 * Finds the previous version of each token. A token that is in an alert twice gets the details of its first occurrence.
 */
export function byToken<Item extends Pick<AlertToken, 'collection' | 'tokenId'>>(
  items: readonly Item[],
): (item: Pick<AlertToken, 'collection' | 'tokenId'>) => Item | undefined {
  const known = new Map(items.toReversed().map((item) => [tokenKey(item.collection, item.tokenId), item]));
  return ({ collection, tokenId }) => known.get(tokenKey(collection, tokenId));
}

/** Keeps token details like `keepTokenDetails`, and the price context. */
export function keepItemDetails(item: SoldItem, before: SoldItem | undefined): SoldItem {
  return before === undefined
    ? item
    : { ...keepTokenDetails(item, before), priceContext: mergePriceContext(item, before) };
}
