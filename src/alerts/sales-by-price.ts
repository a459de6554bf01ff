import { eachInSteps, type StepGenerator, sortInSteps } from '#src/chain/steps.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { Trade } from './trade.ts';

/** A sale with a price in the chain's own coin. */
export type PricedSale = Trade & { readonly price: Wei };

/** Sales processed in one step. */
const SALES_A_STEP = 50;

/** Compares amounts for a sort from the largest to the smallest. */
export const descending = (one: Wei, other: Wei): number => (one === other ? 0 : one > other ? -1 : 1);

/** Returns the sales with a price, most expensive first; among equal prices the earlier first. */
export function* salesByPrice(sales: readonly Trade[]): StepGenerator<readonly PricedSale[]> {
  const priced: PricedSale[] = [];
  yield* eachInSteps(sales, SALES_A_STEP, (sale) => {
    if (sale.price !== null) priced.push({ ...sale, price: sale.price });
  });
  return yield* sortInSteps(
    priced,
    (one, other) => descending(one.price, other.price) || one.at - other.at || (one.key < other.key ? -1 : 1),
  );
}
