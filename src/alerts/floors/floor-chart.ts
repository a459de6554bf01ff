import type { Wei } from '#src/chain/wei.ts';
import { type Chart, MAX_ALERT_POINTS } from '#src/charts/chart.ts';
import { fewerPoints } from '#src/charts/fewer-points.ts';
import type { FloorPoint } from './floor-example.ts';

/** However little is known, a chart is at least this long. */
const MIN_SECONDS = 600;

/**
 * How a floor came to be what it is, from when it is known, small and with few points, for an alert to keep; `null`
 * where there is no period.
 * @param points in the order of their times, the first perhaps before the period
 * @param mark the threshold that it reached, wei
 */
export function floorChart(
  points: readonly FloorPoint[],
  { from: begin, to }: { readonly from: number; readonly to: number },
  now: FloorPoint,
  mark: Wei | null,
): Chart | null {
  if (begin >= to) return null;
  const earlier = points.filter(({ at }) => at < now.at).map(({ at, floor }) => ({ at, value: floor }));
  const from = Math.max(begin, Math.min(earlier[0]?.at ?? now.at, to - MIN_SECONDS));
  const line = fewerPoints([...earlier, { at: now.at, value: now.floor }], MAX_ALERT_POINTS, from);
  return { shows: 'floor', from, to, line, dots: [], bars: [], mark, unit: 'amount', size: 'small' };
}
