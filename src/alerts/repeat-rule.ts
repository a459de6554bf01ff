import { type Address, ZERO_ADDRESS } from '#src/chain/address.ts';
import type { Trade } from './trade.ts';

/** Minimum trades of one token between the same two wallets, less than a day apart, that make repeat trades. */
const MIN_TRADES = 3;
/** Trades up to this many seconds before and after a trade decide whether it is a repeat trade. */
export const REPEAT_WINDOW_SECONDS = 86_400;

/**
 * Returns the two wallets of a trade, sorted, so that the direction does not matter; `null` if one is unknown or the
 * zero address.
 */
export function walletsOf({
  seller,
  buyer,
}: Pick<Trade, 'seller' | 'buyer'>): readonly [Address, Address] | null {
  if (seller === null || buyer === null || seller === ZERO_ADDRESS || buyer === ZERO_ADDRESS) return null;
  return seller < buyer ? [seller, buyer] : [buyer, seller];
}

/**
 * Returns the repeat trades: those with at least two others within less than a day.
 * @param trades of one token between the same two wallets, in chronological order
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
