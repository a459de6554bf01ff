import type { BacktestFigures } from '#src/alerts/backtest/figures.ts';
import { createPriceCounts } from '#src/alerts/backtest/price-counts.ts';
import { DAY_SECONDS } from '#src/chain/durations.ts';

/** Midnight, epoch seconds. */
const FIRST_DAY = Date.UTC(2026, 9, 30) / 1_000;

/** Figures with these messages on each day, of these prices. */
export function figuresOf(
  days: readonly number[],
  { prices = [], ...change }: Partial<BacktestFigures> & { readonly prices?: readonly bigint[] } = {},
): BacktestFigures {
  const counts = createPriceCounts();
  for (const price of prices) counts.add(price);
  return {
    from: FIRST_DAY,
    to: FIRST_DAY + days.length * DAY_SECONDS,
    messages: days.reduce((sum, one) => sum + one, 0),
    pings: 0,
    isAtMost: false,
    days: days.map((messages, index) => ({ at: FIRST_DAY + index * DAY_SECONDS, messages })),
    byThreshold: counts.byThreshold(),
    ...change,
  };
}
