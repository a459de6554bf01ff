import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { equalShares, singleTokens } from './single-tokens.ts';
import { AUCTION_SALE, type Trade } from './trade.ts';

/**
 * Returns the trades in a record, one per token: a sale, an accepted offer, or an auction settled with a winner. Other
 * records and reverted ones have none.
 *
 * @param nowSeconds time for a record without one, epoch seconds
 */
export function tradesIn(record: Activity, nowSeconds: number): readonly Trade[] {
  const { bundle = [], currency, price } = record;
  const shares = equalShares(currency === null ? price : null, bundle);
  return singleTokens(record).flatMap((activity, index) => {
    const trade = tradeOf(activity, nowSeconds);
    const share = shares[index] ?? null;
    return trade === null ? [] : [share === null ? trade : { ...trade, share }];
  });
}

/** Returns the keys that the trades of a record may have. */
export const tradeKeysOf = (record: Activity): readonly string[] =>
  singleTokens(record).map(({ keys }) => keys[0]);

function tradeOf(activity: Activity, nowSeconds: number): Trade | null {
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
    ...(kind === 'sale' ? {} : { soldIn: AUCTION_SALE }),
  };
}
