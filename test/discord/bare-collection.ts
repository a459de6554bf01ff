import { isCoinOf } from '#src/marketplace/own-coin.ts';
import type { Collection, CollectionStats } from '#src/marketplace/resources/collection.ts';
import { address } from '../support/build-activity.ts';
import { toCollection } from '../support/read-resources.ts';

/** A collection with only an address and a name, plus the given changes. */
export function bareCollection(
  change: Partial<Collection> = {},
  stats: Partial<CollectionStats> = {},
): Collection {
  const bare = toCollection({ address: address(0xc0), name: 'Punks' }, 0, isCoinOf('S'));
  if (bare === null) throw new Error('A collection with an address should be read.');
  return { ...bare, ...change, stats: { ...bare.stats, ...stats } };
}
