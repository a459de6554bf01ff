import { LRUCache } from 'lru-cache';
import type { Address } from '../domain/address.ts';
import type { EarlierAmount } from '../domain/price-story.ts';
import type { Wei } from '../domain/wei.ts';

/** More than the directory ever holds. */
const MOST_COLLECTIONS = 25_000;

interface Known {
  readonly amount: Wei;
  /** When it was last told, epoch ms. */
  readonly asOf: number;
  readonly before: EarlierAmount | null;
}

/**
 * What an amount that the marketplace tells of collections, such as the floor, was before it last changed. A new listing or sale
 * may count into it by the time somebody looks, and then only what was told earlier says how it stood to the others.
 */
interface AmountMemory {
  /**
   * Takes in what the marketplace told. An answer that is older than the one known changes nothing, and neither does
   * `null`, which is an amount that was not told.
   *
   * @param asOf when the marketplace was asked, epoch ms; 0 where that is not known
   */
  learn(collection: Address, amount: Wei | null, asOf: number): void;
  /** What it was before it became `amount`; `null` where that is not known or `amount` is not the latest. */
  before(collection: Address, amount: Wei | null): EarlierAmount | null;
}

export function createAmountMemory(): AmountMemory {
  const amounts = new LRUCache<Address, Known>({ max: MOST_COLLECTIONS });

  return {
    learn(collection, amount, asOf) {
      const known = amounts.get(collection);
      if (amount === null || (known !== undefined && asOf < known.asOf)) return;
      const isNew = known !== undefined && known.amount !== amount;
      const before = isNew ? { amount: known.amount, until: asOf } : (known?.before ?? null);
      amounts.set(collection, { amount, asOf, before });
    },
    before(collection, amount) {
      const known = amounts.get(collection);
      return known !== undefined && known.amount === amount ? known.before : null;
    },
  };
}
