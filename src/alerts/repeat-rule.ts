import { type Address, ZERO_ADDRESS } from '#src/chain/address.ts';
import type { Trade } from './trade.ts';

/** So many trades of one token between the same two wallets, less than a day apart, are repeat trades. */
const MIN_TRADES = 3;
/** Trades of so many seconds before and after a trade are needed to tell whether it is one of repeat trades. */
export const REPEAT_WINDOW_SECONDS = 86_400;

/**
 * The two wallets of a trade, in either direction the same, sorted; `null` where one is unknown, as the zero address
 * is.
 */
export function walletsOf({
  seller,
  buyer,
}: Pick<Trade, 'seller' | 'buyer'>): readonly [Address, Address] | null {
  if (seller === null || buyer === null || seller === ZERO_ADDRESS || buyer === ZERO_ADDRESS) return null;
  return seller < buyer ? [seller, buyer] : [buyer, seller];
}

/**
 * The repeat trades: those that are within less than a day with at least two others.
 * @param trades of one token between the same two wallets, in order of time
 */
export function repeatsAmong(trades: readonly Trade[]): ReadonlySet<Trade> {
  const repeats = new Set<Trade>();
  for (const [index, first] of trades.entries()) {
    const last = trades[index + MIN_TRADES - 1];
    if (last === undefined) break;
    if (last.at - first.at < REPEAT_WINDOW_SECONDS)
      for (const trade of trades.slice(index, index + MIN_TRADES)) repeats.add(trade);
  }
  return repeats;
}
