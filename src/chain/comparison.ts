import type { Wei } from './wei.ts';

/** From this multiple on, a price is given as a multiple instead of a percentage. */
const MULTIPLE = 10n;
/** Largest multiple that is given; compared with almost nothing, every price is a huge multiple. */
const MAX_TIMES = 1_000_000n;
/** Bounds of the percentages that are given: smaller differences are “under”, larger ones (except 100%) “over”. */
const MIN_PERCENT = 0.1;
const MAX_PERCENT = 99;

/** Result of comparing a price with another. Percentages are never rounded to 0 or 100. */
export type Comparison =
  | { readonly type: 'equal' }
  /** @property isMore whether it is more than this multiple */
  | { readonly type: 'multiple'; readonly times: bigint; readonly isMore: boolean }
  | {
      readonly type: 'difference';
      readonly direction: 'above' | 'below';
      readonly percent: number;
      readonly bound: 'exact' | 'under' | 'over';
    };

/** Compares two prices; `null` if the other one is 0. */
export function compareAmounts(price: Wei, other: Wei): Comparison | null {
  if (other <= 0n) return null;
  if (price === other) return { type: 'equal' };
  if (price > other * MAX_TIMES) return { type: 'multiple', times: MAX_TIMES, isMore: true };
  if (price >= other * MULTIPLE) return { type: 'multiple', times: price / other, isMore: false };
  const difference = price > other ? price - other : other - price;
  const direction = price > other ? 'above' : 'below';
  const percent = Number((difference * 1_000n) / other) / 10;
  if (percent < MIN_PERCENT) {
    return { type: 'difference', direction, percent: MIN_PERCENT, bound: 'under' };
  }
  return difference < other && percent > MAX_PERCENT
    ? { type: 'difference', direction, percent: MAX_PERCENT, bound: 'over' }
    : { type: 'difference', direction, percent, bound: 'exact' };
}

/** A change of a price. */
export type PriceChange =
  | { readonly type: 'equal' }
  | { readonly type: 'multiple'; readonly times: bigint }
  /** A change of less than `percent`. */
  | { readonly type: 'slight'; readonly direction: 'more' | 'less'; readonly percent: number }
  /** Negative for a loss. */
  | { readonly type: 'percent'; readonly percent: number };

/** Returns the change of a price; `null` if the first price is 0. */
export function priceChange(from: Wei, to: Wei): PriceChange | null {
  if (from <= 0n) return null;
  if (to === from) return { type: 'equal' };
  if (to >= from * MULTIPLE) return { type: 'multiple', times: to / from };
  const percent = Number(((to - from) * 1_000n) / from) / 10;
  if (Math.abs(percent) < MIN_PERCENT) {
    return { type: 'slight', direction: to > from ? 'more' : 'less', percent: MIN_PERCENT };
  }
  // Do not round a loss of nearly all to a total loss.
  return { type: 'percent', percent: percent < -MAX_PERCENT && to > 0n ? -MAX_PERCENT : percent };
}
