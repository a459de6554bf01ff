import type { Trade } from './trade.ts';

/** So many sales of one token between the same two wallets within a day are repeat trades. */
const MIN_REPEATS = 3;
/**
 * The sales of so many seconds before and after a period are needed to tell which of its sales are repeat trades.
 */
export const REPEAT_WINDOW_SECONDS = 86_400;

/** The sales of a period by what counts. */
export interface CountedSales {
  /** In the order given. */
  readonly counted: readonly Trade[];
  /** Repeat trades: neither sales nor volume of recaps and charts. */
  readonly repeated: readonly Trade[];
}

/** What sales need in common to be repeat trades; `null` where a wallet is unknown. */
function repeatKeyOf({ collection, tokenId, seller, buyer }: Trade): string | null {
  if (seller === null || buyer === null) return null;
  const wallets = seller < buyer ? `${seller}:${buyer}` : `${buyer}:${seller}`;
  return `${collection}:${tokenId}:${wallets}`;
}

/** The sales of a group that are within less than a day with at least two others. */
function repeatsOf(group: readonly Trade[]): readonly Trade[] {
  if (group.length < MIN_REPEATS) return [];
  const ordered = group.toSorted((one, other) => one.at - other.at);
  const repeats = new Set<Trade>();
  for (const [index, last] of ordered.entries()) {
    const together = ordered.slice(Math.max(0, index + 1 - MIN_REPEATS), index + 1);
    const first = together[0];
    if (together.length === MIN_REPEATS && first !== undefined && last.at - first.at < REPEAT_WINDOW_SECONDS)
      for (const sale of together) repeats.add(sale);
  }
  return [...repeats];
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
  const repeats = new Set([...groups.values()].flatMap(repeatsOf));
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
