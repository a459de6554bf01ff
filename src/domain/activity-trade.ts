import type { Activity } from './activity.ts';
import type { Trade } from './trade.ts';

/**
 * What is remembered of a record that tells a change of hands for a price: a sale, an accepted offer, an auction that was
 * settled with a winner. `null` for everything else, and for what was taken back.
 *
 * @param nowSeconds stands in for the time of a record that has none
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
