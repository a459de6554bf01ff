import type { Worth } from '../../src/domain/price-story.ts';

/** What a collection's numbers say, changed where the test cares; nothing is known. */
export function worth(change: Partial<Worth> = {}): Worth {
  return { floor: null, floorBefore: null, highestSale: null, highestBefore: null, ...change };
}
