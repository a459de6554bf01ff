import type { Collection, CollectionStats } from '../../src/domain/collection.ts';
import { toCollection } from '../../src/marketplace/map/collection.ts';
import { address } from '../support/build-activity.ts';

/** A collection of which the marketplace told nothing but its address and name, changed where the test cares. */
export function bareCollection(
  change: Partial<Collection> = {},
  stats: Partial<CollectionStats> = {},
): Collection {
  const bare = toCollection({ address: address(0xc0), name: 'Punks' }, 0);
  if (bare === null) throw new Error('A collection with an address should be read.');
  return { ...bare, ...change, stats: { ...bare.stats, ...stats } };
}
