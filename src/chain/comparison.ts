import type { Wei } from './wei.ts';

/** From this multiple on, a price is a multiple of another and no longer so many percent above it. */
const MULTIPLE = 10n;
/** Multiples are counted up to this: every price is many times a price of next to nothing. */
const MAX_TIMES = 1_000_000n;
/** Percent under which a difference is not measured, and over which one that is not all is not. */
const MIN_PERCENT = 0.1;
const MAX_PERCENT = 99;

/** How a price compares with another. Percentages are never rounded to nothing or to all. */
export type Comparison =
  | { readonly type: 'equal' }
  /** @property isMore more than this multiple */
  | { readonly type: 'multiple'; readonly times: bigint; readonly isMore: boolean }
  | {
      readonly type: 'difference';
      readonly direction: 'above' | 'below';
      readonly percent: number;
      readonly bound: 'exact' | 'under' | 'over';
    };

/** `null` where the other price is nothing, which nothing compares with. */
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

/** What became of a price. */
export type PriceChange =
  | { readonly type: 'equal' }
  | { readonly type: 'multiple'; readonly times: bigint }
  /** Less than `percent`. */
  | { readonly type: 'slight'; readonly direction: 'more' | 'less'; readonly percent: number }
  /** Negative for a loss. */
  | { readonly type: 'percent'; readonly percent: number };

/** `null` where the first price is nothing. */
export function priceChange(from: Wei, to: Wei): PriceChange | null {
  if (from <= 0n) return null;
  if (to === from) return { type: 'equal' };
  if (to >= from * MULTIPLE) return { type: 'multiple', times: to / from };
  const percent = Number(((to - from) * 1_000n) / from) / 10;
  if (Math.abs(percent) < MIN_PERCENT) {
    return { type: 'slight', direction: to > from ? 'more' : 'less', percent: MIN_PERCENT };
  }
  // A loss of nearly all is not one of all.
  return { type: 'percent', percent: percent < -MAX_PERCENT && to > 0n ? -MAX_PERCENT : percent };
}
