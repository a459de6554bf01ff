import { tradeOf } from '../alerts/activity-trade.ts';
import { explainedTransferKey } from '../alerts/detect/transfer-key.ts';
import type { Trade } from '../alerts/trade.ts';
import type { Activity } from '../marketplace/model/activity.ts';

/**
 * The trades of a poll to store, announced or not. A settled auction that is also reported as a sale is one trade.
 *
 * @param now epoch ms; used for records without a time
 */
export function tradesOf(fresh: readonly Activity[], now: number): readonly Trade[] {
  const sold = new Set(fresh.filter(({ kind }) => kind === 'sale').map(explainedTransferKey));
  return fresh.flatMap((activity) => {
    const saleKey = explainedTransferKey(activity);
    const isReportedAsSale = activity.kind === 'auction_settled' && saleKey !== null && sold.has(saleKey);
    const trade = isReportedAsSale ? null : tradeOf(activity, Math.floor(now / 1_000));
    return trade === null ? [] : [trade];
  });
}
