import { tokenKey } from './missing-details.ts';
import { repeatsAmong, walletsOf } from './repeat-rule.ts';
import type { Trade } from './trade.ts';

/** The sales of a period by what counts. */
export interface CountedSales {
  /** In the order given. */
  readonly counted: readonly Trade[];
  /** Repeat trades: neither sales nor volume of recaps and charts. */
  readonly repeated: readonly Trade[];
}

/** What sales need in common to be repeat trades; `null` where a wallet is unknown. */
function repeatKeyOf(sale: Trade): string | null {
  const wallets = walletsOf(sale);
  return wallets === null ? null : [tokenKey(sale.collection, sale.tokenId), ...wallets].join(':');
}

/**
 * Which sales count in recaps and charts. Three or more sales of one token between the same two wallets, in either direction, within less
 * than 24 hours are repeat trades: none of them counts. All others count, also those whose price or parties are unknown.
 *
 * @param sales those of the period, and of `REPEAT_WINDOW_SECONDS` before and after it as far as they are known; in any order
 * @param period epoch seconds, `from` ≤ time < `to`
 */
export function countedSales(
  sales: readonly Trade[],
  { from, to }: { readonly from: number; readonly to: number },
): CountedSales {
  const groups = Map.groupBy(sales, repeatKeyOf);
  groups.delete(null);
  const repeats = new Set<Trade>();
  for (const group of groups.values())
    for (const sale of repeatsAmong(group.toSorted((one, other) => one.at - other.at))) repeats.add(sale);
  const ofPeriod = sales.filter(({ at }) => at >= from && at < to);
  return {
    counted: ofPeriod.filter((sale) => !repeats.has(sale)),
    repeated: ofPeriod.filter((sale) => repeats.has(sale)),
  };
}

/** The volume of these sales, wei: the prices in the chain's own coin. One that is unknown, or in another coin, adds nothing. */
export function volumeOf(sales: readonly Trade[]): bigint {
  return sales.reduce((sum, { price }) => sum + (price ?? 0n), 0n);
}
