import { LRUCache } from 'lru-cache';
import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';

/** A previous floor or highest sale. */
export interface EarlierAmount {
  /** Wei. */
  readonly amount: Wei;
  /** When a different value was first reported, epoch ms. */
  readonly until: number;
}

/** Above the directory's maximum of 20,000 collections. */
const MAX_COLLECTIONS = 25_000;

interface KnownAmount {
  readonly amount: Wei;
  /** When the marketplace last reported it, epoch ms. */
  readonly asOf: number;
  readonly before: EarlierAmount | null;
}

/**
 * The current and the previous value of an amount that the marketplace reports for collections, such as the floor. A
 * new listing or sale may already be included in the reported amount; comparing it with the others needs the previous
 * value.
 */
interface AmountHistory {
  /**
   * Records a reported amount. Ignored if the answer is older than the recorded one, or if the amount is `null` (not
   * reported).
   *
   * @param asOf when the request was sent, epoch ms; 0 if unknown
   */
  learn(collection: Address, amount: Wei | null, asOf: number): void;
  /** Returns the value before `amount`; `null` if it is unknown or if `amount` is not the current value. */
  before(collection: Address, amount: Wei | null): EarlierAmount | null;
}

export function createAmountHistory(): AmountHistory {
  const amounts = new LRUCache<Address, KnownAmount>({ max: MAX_COLLECTIONS });

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
