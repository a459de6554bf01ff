import { z } from 'zod';
import { bigint } from '#src/chain/codecs.ts';

/** A value from a moment on, or of a moment; `at` in epoch seconds. */
const chartPoint = z.object({ at: z.int(), value: bigint }).readonly();
export type ChartPoint = z.infer<typeof chartPoint>;

/** A value that holds until the next point; `null` where there is none, for example while nothing is listed. */
const linePoint = z.object({ at: z.int(), value: bigint.nullable() }).readonly();
export type LinePoint = z.infer<typeof linePoint>;

/** Points a series of a chart that an alert keeps. */
export const MAX_ALERT_POINTS = 60;

/**
 * The chart of an alert, as the alert stores it: every try then draws the same picture. Other charts are of the same
 * type and may have more points.
 */
export const alertChart = z
  .object({
    // What the series are: the line a floor, owners or the highest bid, the dots sales or bids, the bars volume.
    shows: z.enum(['floor', 'sales', 'volume', 'owners', 'prices', 'bids']),
    // The period, epoch seconds; `from` is before `to`.
    from: z.int(),
    to: z.int(),
    // In order of time. The value of the first point holds from there on, so one before `from` says how the period
    // begins.
    line: z.array(linePoint).max(MAX_ALERT_POINTS).readonly(),
    // In any order.
    dots: z.array(chartPoint).max(MAX_ALERT_POINTS).readonly(),
    // How many dots there would be, where only some are shown.
    dotsInAll: z.int().optional(),
    // In order of time. A bar reaches to the next one, the last to `to`; a period without anything is one of 0.
    bars: z.array(chartPoint).max(MAX_ALERT_POINTS).readonly(),
    // A horizontal line, such as a threshold.
    mark: bigint.nullable(),
    // Amounts are in the chain's own coin, wei.
    unit: z.enum(['amount', 'count']),
    size: z.enum(['normal', 'small']),
  })
  .readonly();

/** What a chart shows, without pixels. */
export type Chart = z.infer<typeof alertChart>;
