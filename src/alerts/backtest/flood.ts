import { DAY_SECONDS } from '#src/chain/durations.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { FilterValues } from '../filters/index.ts';
import { priceLimits } from '../filters/price.ts';
import type { BacktestFigures } from './figures.ts';
import { priceForAtMost } from './price-counts.ts';

/** With more messages a day on average, nobody reads a channel any more: it is more than one every 15 minutes. */
const FLOOD_A_DAY = 100;
/** Messages a day of the narrower rule that is offered instead. */
export const CALM_A_DAY = 20;

/** A rule that would post too much. */
export interface Flood {
  /** Messages a day on average. */
  readonly aDay: number;
  /** The lowest round price from which the rule posts at most `CALM_A_DAY`, wei; `null` if no price does that. */
  readonly from: Wei | null;
}

/**
 * Returns whether a rule would flood its channel, and the price from which it would not; `null` if it would not.
 * @param periods what it would have posted of sales, and of other events
 */
export function floodOf(periods: readonly BacktestFigures[], filter: FilterValues): Flood | null {
  // The messages of a few hours say nothing about a day.
  const counted = periods.map((figures) => ({
    ...figures,
    days: Math.max(1, (figures.to - figures.from) / DAY_SECONDS),
  }));
  const aDay = counted.reduce((sum, { messages, days }) => sum + messages / days, 0);
  if (aDay <= FLOOD_A_DAY) return null;
  const limits = priceLimits(filter);
  const from = priceForAtMost(CALM_A_DAY, counted);
  const isNarrower = from !== null && from > limits.from && (limits.to === undefined || from <= limits.to);
  return { aDay, from: isNarrower ? from : null };
}
