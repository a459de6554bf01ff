import type { SweepAlert } from '../../domain/alert.ts';
import type { Wei } from '../../domain/wei.ts';
import { nativePrice } from './price.ts';

/** What is known of a sweep's cost. */
export interface SweepTotal {
  /** What the items with a known price in the chain's own coin cost together, wei. */
  readonly sum: Wei;
  /** Items whose price is not in it. */
  readonly untold: number;
  /** The ones among them that were paid in another currency. */
  readonly foreign: number;
}

export function sweepTotal({ items }: SweepAlert): SweepTotal {
  const prices = items.map(nativePrice).filter((price) => price !== null);
  const foreign = items.filter(({ price, currency }) => price !== null && currency !== null).length;
  const sum = prices.reduce((total, price) => total + price, 0n);
  return { sum, untold: items.length - prices.length, foreign };
}
