import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { equalShares, singleTokens } from './single-tokens.ts';
import type { Trade } from './trade.ts';

/**
 * The trades in a record, one for each token: a sale, an accepted offer, or an auction that was settled with a winner.
 * None for every other record, and for a reverted one.
 *
 * @param nowSeconds used as the time of a record without one, epoch seconds
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

/** The key of each trade that the record may have. */
export const tradeKeysOf = (record: Activity): readonly string[] =>
  singleTokens(record).map(({ keys }) => keys[0]);

/** The trade of one token. */
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
  };
}
