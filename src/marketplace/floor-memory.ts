import { LRUCache } from 'lru-cache';
import type { Address } from '../domain/address.ts';
import type { EarlierFloor } from '../domain/price-story.ts';
import type { Wei } from '../domain/wei.ts';

/** More than the directory ever holds. */
const MOST_COLLECTIONS = 25_000;

interface Known {
  readonly floor: Wei;
  /** When it was last told, epoch ms. */
  readonly asOf: number;
  readonly before: EarlierFloor | null;
}

/**
 * What the floors of collections were before they last changed. A new listing may count into the floor by the time somebody
 * looks, and then only what was told earlier says how it stood to the others.
 */
interface FloorMemory {
  /**
   * Takes in what the marketplace told. An answer that is older than the one known changes nothing, and neither does
   * `null`, which is a floor that was not told.
   *
   * @param asOf when the marketplace was asked, epoch ms; 0 where that is not known
   */
  learn(collection: Address, floor: Wei | null, asOf: number): void;
  /** What it was before it became `floor`; `null` where that is not known or `floor` is not the latest. */
  before(collection: Address, floor: Wei | null): EarlierFloor | null;
}

export function createFloorMemory(): FloorMemory {
  const floors = new LRUCache<Address, Known>({ max: MOST_COLLECTIONS });

  return {
    learn(collection, floor, asOf) {
      const known = floors.get(collection);
      if (floor === null || (known !== undefined && asOf < known.asOf)) return;
      const isNew = known !== undefined && known.floor !== floor;
      const before = isNew ? { floor: known.floor, until: asOf } : (known?.before ?? null);
      floors.set(collection, { floor, asOf, before });
    },
    before(collection, floor) {
      const known = floors.get(collection);
      return known !== undefined && known.floor === floor ? known.before : null;
    },
  };
}
