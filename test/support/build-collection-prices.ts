import type { CollectionPrices } from '#src/alerts/price-context.ts';

/** Floor and highest sale of a collection, unknown where the test does not set them. */
export function collectionPrices(change: Partial<CollectionPrices> = {}): CollectionPrices {
  return { floor: null, floorBefore: null, highestSale: null, highestBefore: null, ...change };
}
