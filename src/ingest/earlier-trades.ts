import { tokenKey } from '#src/alerts/missing-details.ts';
import type { Trade } from '#src/alerts/trade.ts';
import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';

/** Trades before a record within one poll. */
interface Earlier {
  /** The token's trades, newest first. */
  readonly trades: readonly Trade[];
  /** The highest price in the collection, wei, for any number of units; `null` if there is none. */
  readonly highest: Wei | null;
}

interface IndexedTrade {
  readonly position: number;
  readonly trade: Trade;
}

/** A collection's trades in order, with running maxima and minima so that queries need no full scan. */
interface PriceTimeline {
  readonly indexedTrades: IndexedTrade[];
  readonly highest: (Wei | null)[];
  readonly latest: number[];
  readonly earliestFrom: number[];
}

/** Returns the higher of two prices, either of which may be missing. */
export function higher(a: Wei | null, b: Wei | null): Wei | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

function timelineOf(indexedTrades: IndexedTrade[]): PriceTimeline {
  const timeline: PriceTimeline = { indexedTrades, highest: [], latest: [], earliestFrom: [] };
  for (const [index, { trade }] of indexedTrades.entries()) {
    timeline.highest.push(higher(timeline.highest[index - 1] ?? null, trade.price));
    timeline.latest.push(Math.max(timeline.latest[index - 1] ?? trade.at, trade.at));
  }
  timeline.earliestFrom.push(...timeline.latest);
  for (let index = indexedTrades.length - 1; index >= 0; index -= 1) {
    const at = indexedTrades[index]?.trade.at ?? 0;
    timeline.earliestFrom[index] = Math.min(timeline.earliestFrom[index + 1] ?? at, at);
  }
  return timeline;
}

/** Counts the ascending values that are at most `limit`. */
function countUpTo(limit: number, length: number, valueAt: (index: number) => number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (valueAt(middle) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function highestBefore(timeline: PriceTimeline, position: number, at: number): Wei | null {
  const { indexedTrades, latest, earliestFrom } = timeline;
  const count = countUpTo(position - 1, indexedTrades.length, (index) => indexedTrades[index]?.position ?? 0);
  const sortedCount = countUpTo(at, count, (index) => latest[index] ?? 0);
  let highest = timeline.highest[sortedCount - 1] ?? null;
  // From here on, times are not ascending; scan while an early enough trade may follow.
  for (let index = sortedCount; index < count && (earliestFrom[index] ?? Infinity) <= at; index += 1) {
    const trade = indexedTrades[index]?.trade;
    if (trade !== undefined && trade.at <= at) highest = higher(highest, trade.price);
  }
  return highest;
}

/**
 * Indexes the trades of one poll (up to ten thousand) to query what precedes each of them.
 * @param trades in chronological order
 * @returns a query for the trades before `own` (without it: before the end) and not later than `at`, epoch seconds
 */
export function earlierTrades(
  trades: readonly Trade[],
): (
  token: Pick<Trade, 'collection' | 'tokenId'>,
  limit: { readonly own: Trade | undefined; readonly at: number },
) => Earlier {
  const indexedTrades = trades.map((trade, position) => ({ position, trade }));
  const positions = new Map(indexedTrades.map(({ position, trade }) => [trade.key, position]));
  const tokens = Map.groupBy(indexedTrades, ({ trade }) => tokenKey(trade.collection, trade.tokenId));
  const timelines = new Map<Address, PriceTimeline>();
  for (const [collection, members] of Map.groupBy(indexedTrades, ({ trade }) => trade.collection))
    timelines.set(collection, timelineOf(members));

  return ({ collection, tokenId }, { own, at }) => {
    const end = own === undefined ? trades.length : (positions.get(own.key) ?? 0);
    const timeline = timelines.get(collection);
    const ofToken = tokens.get(tokenKey(collection, tokenId)) ?? [];
    return {
      trades: ofToken
        .filter(({ position, trade }) => position < end && trade.at <= at)
        .map(({ trade }) => trade)
        .toReversed(),
      highest: timeline === undefined ? null : highestBefore(timeline, end, at),
    };
  };
}
