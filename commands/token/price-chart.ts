import type { Trade } from '#src/alerts/trade.ts';
import type { Chart } from '#src/charts/chart.ts';

/** One sale is said in words. */
const MIN_SALES = 2;

/**
 * The prices that a token was sold for; `null` for fewer than two known ones. Of a token with several units, prices
 * of one unit. Repeat trades are shown: each is a price of this token.
 * @param sales oldest first
 * @param now epoch seconds
 */
export function priceChart(sales: readonly Trade[], now: number): Chart | null {
  const dots = sales.flatMap(({ at, price, quantity }) =>
    price === null || quantity !== 1n ? [] : [{ at, value: price }],
  );
  const [first] = dots;
  const last = dots.at(-1);
  if (first === undefined || last === undefined || dots.length < MIN_SALES) return null;
  return {
    shows: 'prices',
    from: first.at,
    to: Math.max(now, last.at, first.at + 60),
    line: [],
    dots,
    bars: [],
    mark: null,
    unit: 'amount',
    size: 'small',
  };
}
