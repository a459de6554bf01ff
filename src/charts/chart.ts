import { z } from 'zod';
import { bigint } from '#src/chain/codecs.ts';
import type { Currency } from '#src/chain/wei.ts';
import type { Language } from '#src/messages/languages.ts';

/** Returns the points of the line that apply during the period, in chronological order; the first may be before it. */
export const linePointsIn = ({ line, from, to }: Pick<Chart, 'line' | 'from' | 'to'>): readonly LinePoint[] =>
  line.filter(({ at }, index) => at <= to && (line[index + 1]?.at ?? Number.POSITIVE_INFINITY) > from);

/** Returns whether there is nothing to draw. */
export const isEmptyChart = (chart: Pick<Chart, 'line' | 'from' | 'to' | 'dots' | 'bars'>): boolean =>
  linePointsIn(chart).every(({ value }) => value === null) &&
  chart.dots.length === 0 &&
  chart.bars.every(({ value }) => value === 0n);

/** Format of a server's charts. */
export interface ChartStyle {
  readonly language: Language;
  /** An IANA name that `Intl` supports. */
  readonly timeZone: string;
  /** The chain's own coin. */
  readonly currency: Currency;
}

/** A value from a moment on, or at a moment; `at` in epoch seconds. */
const chartPoint = z.object({ at: z.int(), value: bigint }).readonly();
export type ChartPoint = z.infer<typeof chartPoint>;

/** A value that holds until the next point; `null` for none, for example while nothing is listed. */
const linePoint = z.object({ at: z.int(), value: bigint.nullable() }).readonly();
export type LinePoint = z.infer<typeof linePoint>;

/** Maximum points per series in a stored chart of an alert. */
export const MAX_ALERT_POINTS = 60;

/**
 * The chart of an alert as it is stored, so that every attempt draws the same picture. Other charts have the same type
 * and may have more points.
 */
export const alertChart = z
  .object({
    // Meaning of the series: the line is a floor, owners or the highest bid; dots are sales or bids; bars are volume.
    shows: z.enum(['floor', 'sales', 'volume', 'owners', 'prices', 'bids']),
    // The period, epoch seconds; `from` is before `to`.
    from: z.int(),
    to: z.int(),
    // In chronological order. The first point may be before `from`: it gives the value at the beginning.
    line: z.array(linePoint).max(MAX_ALERT_POINTS).readonly(),
    // In any order.
    dots: z.array(chartPoint).max(MAX_ALERT_POINTS).readonly(),
    // Total number of dots, if only some are included.
    dotsInAll: z.int().optional(),
    // In chronological order. A bar extends to the next one, the last to `to`; an empty period is a bar of 0.
    bars: z.array(chartPoint).max(MAX_ALERT_POINTS).readonly(),
    // A horizontal line, such as a threshold.
    mark: bigint.nullable(),
    // Amounts are in the chain's own coin, wei.
    unit: z.enum(['amount', 'count']),
    size: z.enum(['normal', 'small']),
  })
  .readonly();

/** The content of a chart, without layout. */
export type Chart = z.infer<typeof alertChart>;
