import type { Wei } from '#src/chain/wei.ts';

/** Thresholds that are offered have this many significant digits, so that people can read and remember them. */
const DIGITS = 2;

/** Returns the price, rounded down to two significant digits, as a text of at most five characters: `25e17`. */
export function roundPriceText(price: Wei): string {
  const digits = price.toString();
  return `${digits.slice(0, DIGITS)}e${Math.max(0, digits.length - DIGITS)}`;
}

/** Reads a text of `roundPriceText`; `null` for any other text. */
export function readRoundPrice(text: string): Wei | null {
  const [, digits, zeros] = /^(\d{1,2})e(\d{1,2})$/.exec(text) ?? [];
  return digits === undefined || zeros === undefined ? null : BigInt(digits) * 10n ** BigInt(zeros);
}

/** Messages by the highest round price that they reach; at most 90 for each power of ten. */
export type ByThreshold = ReadonlyMap<Wei, number>;

/**
 * Counts messages by price in one pass, so that every round threshold can be judged afterwards without reading the
 * sales again.
 */
export interface PriceCounts {
  add(price: Wei): void;
  /** Takes back one message with this price. */
  remove(price: Wei): void;
  byThreshold(): ByThreshold;
}

export function createPriceCounts(): PriceCounts {
  /** By the first digits and the number of the others, because texts are compared faster than amounts are divided. */
  const counts = new Map<string, number>();

  function count(price: Wei, by: 1 | -1): void {
    const key = roundPriceText(price);
    counts.set(key, (counts.get(key) ?? 0) + by);
  }

  return {
    add: (price) => count(price, 1),
    remove: (price) => count(price, -1),
    byThreshold: () =>
      new Map(
        [...counts].flatMap(([key, messages]) => {
          const price = readRoundPrice(key);
          return messages === 0 || price === null ? [] : [[price, messages] as const];
        }),
      ),
  };
}

/** Messages by price, and the days in which they were counted. */
interface PricesOfPeriod {
  readonly byThreshold: ByThreshold;
  readonly days: number;
}

/**
 * Returns the lowest round price from which a rule posts at most this many messages a day on average; `null` if no
 * price is that high. Messages without a price do not count, because a rule with a minimum price does not post them.
 */
export function priceForAtMost(aDay: number, periods: readonly PricesOfPeriod[]): Wei | null {
  const rates = new Map<Wei, number>();
  for (const { byThreshold, days } of periods)
    for (const [price, messages] of byThreshold) rates.set(price, (rates.get(price) ?? 0) + messages / days);
  let sum = 0;
  let lowest: Wei | null = null;
  for (const [price, rate] of [...rates].sort(([one], [other]) => (one < other ? 1 : -1))) {
    sum += rate;
    if (sum > aDay) break;
    lowest = price;
  }
  return lowest;
}
