import type { Address } from '../../domain/address.ts';
import { tokenKey } from '../../domain/alert-filter.ts';
import type { Trade } from '../../domain/trade.ts';
import type { Wei } from '../../domain/wei.ts';

/** What of one look came before something in it. */
interface Earlier {
  /** The token's trades, the newest first. */
  readonly trades: readonly Trade[];
  /** The highest price of the collection, wei, for however many units; `null` where there is none. */
  readonly highest: Wei | null;
}

interface Placed {
  readonly place: number;
  readonly trade: Trade;
}

/** A collection's trades in their order, and what holds of all up to each and from each on: nothing is read twice. */
interface Line {
  readonly placed: Placed[];
  readonly highest: (Wei | null)[];
  readonly latest: number[];
  readonly earliestFrom: number[];
}

/** The higher of two prices, of which either may be missing. */
export function higher(a: Wei | null, b: Wei | null): Wei | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

function lineOf(placed: Placed[]): Line {
  const line: Line = { placed, highest: [], latest: [], earliestFrom: [] };
  for (const [index, { trade }] of placed.entries()) {
    line.highest.push(higher(line.highest[index - 1] ?? null, trade.price));
    line.latest.push(Math.max(line.latest[index - 1] ?? trade.at, trade.at));
  }
  line.earliestFrom.push(...line.latest);
  for (let index = placed.length - 1; index >= 0; index -= 1) {
    const at = placed[index]?.trade.at ?? 0;
    line.earliestFrom[index] = Math.min(line.earliestFrom[index + 1] ?? at, at);
  }
  return line;
}

/** How many of the values, which only grow, are no larger than `limit`. */
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

function highestBefore(line: Line, place: number, at: number): Wei | null {
  const { placed, latest, earliestFrom } = line;
  const count = countUpTo(place - 1, placed.length, (index) => placed[index]?.place ?? 0);
  const sure = countUpTo(at, count, (index) => latest[index] ?? 0);
  let highest = line.highest[sure - 1] ?? null;
  // Beyond that times are in disorder, if anything there is early enough at all.
  for (let index = sure; index < count && (earliestFrom[index] ?? Infinity) <= at; index += 1) {
    const trade = placed[index]?.trade;
    if (trade !== undefined && trade.at <= at) highest = higher(highest, trade.price);
  }
  return highest;
}

/**
 * The trades of one look, ready to be asked what came before each of them; a look may hold ten thousand.
 * @param trades in the order in which they happened
 * @returns what stands before `own` (before the end, where there is none) and is no later than `at`, epoch seconds
 */
export function earlierTrades(
  trades: readonly Trade[],
): (
  token: Pick<Trade, 'collection' | 'tokenId'>,
  limit: { readonly own: Trade | undefined; readonly at: number },
) => Earlier {
  const placed = trades.map((trade, place) => ({ place, trade }));
  const places = new Map(placed.map(({ place, trade }) => [trade.key, place]));
  const tokens = Map.groupBy(placed, ({ trade }) => tokenKey(trade.collection, trade.tokenId));
  const lines = new Map<Address, Line>();
  for (const [collection, members] of Map.groupBy(placed, ({ trade }) => trade.collection))
    lines.set(collection, lineOf(members));

  return ({ collection, tokenId }, { own, at }) => {
    const end = own === undefined ? trades.length : (places.get(own.key) ?? 0);
    const line = lines.get(collection);
    const ofToken = tokens.get(tokenKey(collection, tokenId)) ?? [];
    return {
      trades: ofToken
        .filter(({ place, trade }) => place < end && trade.at <= at)
        .map(({ trade }) => trade)
        .toReversed(),
      highest: line === undefined ? null : highestBefore(line, end, at),
    };
  };
}
