import type { Trade } from '#src/alerts/trade.ts';
import type { Chart } from '#src/charts/chart.ts';

/** A single sale needs no chart. */
const MIN_SALES = 2;

/**
 * Builds the chart of a token's sale prices; `null` for fewer than two known ones. For a token with several units, only
 * prices of one unit. Repeat trades are included, because each is a price of this token.
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
