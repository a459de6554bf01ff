import type { Activity } from '../../domain/activity.ts';
import { tradeOf } from '../../domain/activity-trade.ts';
import type { Trade } from '../../domain/trade.ts';
import { explainedHandover } from './detect/handover.ts';

/**
 * What is to be remembered of a look: every trade in it, told or not. Where a settled auction is told as a sale too, it is
 * one trade.
 *
 * @param now epoch ms; stands in for the time of a record that has none
 */
export function tradesOf(fresh: readonly Activity[], now: number): readonly Trade[] {
  const sold = new Set(fresh.filter(({ kind }) => kind === 'sale').map(explainedHandover));
  return fresh.flatMap((activity) => {
    const mark = explainedHandover(activity);
    const isToldAsSale = activity.kind === 'auction_settled' && mark !== null && sold.has(mark);
    const trade = isToldAsSale ? null : tradeOf(activity, Math.floor(now / 1_000));
    return trade === null ? [] : [trade];
  });
}
