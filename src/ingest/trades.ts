import { tradesIn } from '#src/alerts/activity-trade.ts';
import { explainedTransferKeys } from '#src/alerts/detect/transfer-key.ts';
import type { Trade } from '#src/alerts/trade.ts';
import type { Activity } from '#src/marketplace/model/activity.ts';

/**
 * The trades of a poll to store, announced or not. A settled auction that is also reported as a sale is one trade.
 *
 * @param now epoch ms; used for records without a time
 */
export function tradesOf(fresh: readonly Activity[], now: number): readonly Trade[] {
  const sold = new Set(
    fresh.filter(({ kind }) => kind === 'sale').flatMap((activity) => explainedTransferKeys(activity)),
  );
  return fresh.flatMap((activity) => {
    const isReportedAsSale =
      activity.kind === 'auction_settled' && explainedTransferKeys(activity).some((key) => sold.has(key));
    return isReportedAsSale ? [] : tradesIn(activity, Math.floor(now / 1_000));
  });
}
