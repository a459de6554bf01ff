import { compareAmounts } from '#src/chain/comparison.ts';
import type { Wei } from '#src/chain/wei.ts';
import { drawSegments } from '../render/segments.ts';
import type { ViewContext } from './context.ts';

/**
 * Compares a price with the collection's floor: `8% above the floor of 11.5 S`; `null` without a floor.
 * @param quantity units that the price covers; the floor is for one
 */
export function floorDistance(
  price: Wei,
  floor: Wei | null,
  view: ViewContext,
  quantity = 1n,
): string | null {
  const comparison = floor === null ? null : compareAmounts(price, floor * quantity);
  if (floor === null || comparison === null) return null;
  const amount = { type: 'amount', amount: floor, coin: view.currency } as const;
  const distance = view.messages.facts.floor(comparison, amount, quantity > 1n);
  return drawSegments(distance, view, { nameLength: 0, links: false, wallets: 'code' });
}
