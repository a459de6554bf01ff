import type { Chart, LinePoint } from './chart.ts';

/** The points of the line that hold at some time of the period, the first perhaps from before it; in order of time. */
export const linePointsIn = ({ line, from, to }: Pick<Chart, 'line' | 'from' | 'to'>): readonly LinePoint[] =>
  line.filter(({ at }, index) => at <= to && (line[index + 1]?.at ?? Number.POSITIVE_INFINITY) > from);

/** Whether there is anything to draw. */
export const isEmptyChart = (chart: Pick<Chart, 'line' | 'from' | 'to' | 'dots' | 'bars'>): boolean =>
  linePointsIn(chart).every(({ value }) => value === null) &&
  chart.dots.length === 0 &&
  chart.bars.every(({ value }) => value === 0n);
