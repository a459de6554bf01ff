import type { Chart, LinePoint } from './chart.ts';

/** Returns the points of the line that apply during the period, in chronological order; the first may be before it. */
export const linePointsIn = ({ line, from, to }: Pick<Chart, 'line' | 'from' | 'to'>): readonly LinePoint[] =>
  line.filter(({ at }, index) => at <= to && (line[index + 1]?.at ?? Number.POSITIVE_INFINITY) > from);

/** Returns whether there is nothing to draw. */
export const isEmptyChart = (chart: Pick<Chart, 'line' | 'from' | 'to' | 'dots' | 'bars'>): boolean =>
  linePointsIn(chart).every(({ value }) => value === null) &&
  chart.dots.length === 0 &&
  chart.bars.every(({ value }) => value === 0n);
