import type { Activity } from '../marketplace/model/activity.ts';
import type { Trade } from './trade.ts';

/**
 * The trade in a record: a sale, an accepted offer, or an auction that was settled with a winner. `null` for every other
 * record, and for a reverted one.
 *
 * @param nowSeconds used as the time of a record without one, epoch seconds
 */
export function tradeOf(activity: Activity, nowSeconds: number): Trade | null {
  const { kind, collection, tokenId, from, to, currency, price, quantity, timestamp } = activity;
  const traded = kind === 'sale' || (kind === 'auction_settled' && to !== null);
  if (!traded || activity.reverted || collection === null || tokenId === null) return null;
  return {
    key: activity.keys[0],
    collection,
    tokenId,
    seller: from,
    buyer: to,
    price: currency === null ? price : null,
    quantity,
    at: timestamp ?? nowSeconds,
  };
}
