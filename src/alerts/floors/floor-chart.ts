import type { Wei } from '#src/chain/wei.ts';
import { type Chart, MAX_ALERT_POINTS } from '#src/charts/chart.ts';
import { fewerPoints } from '#src/charts/fewer-points.ts';
import type { FloorPoint } from './floor-example.ts';

/** Minimum length of a chart, seconds. */
const MIN_SECONDS = 60;

/**
 * Builds a small chart with few points of how the floor developed, for the alert to store. It begins with the first
 * known floor; `null` if the floor is known for less than a minute.
 * @param points in chronological order; the first may precede the period
 * @param mark the threshold that was reached, wei
 */
export function floorChart(
  points: readonly FloorPoint[],
  { from: begin, to }: { readonly from: number; readonly to: number },
  now: FloorPoint,
  mark: Wei | null,
): Chart | null {
  const earlier = points.filter(({ at }) => at < now.at).map(({ at, floor }) => ({ at, value: floor }));
  const from = Math.max(begin, earlier[0]?.at ?? now.at);
  if (to - from < MIN_SECONDS) return null;
  const line = fewerPoints([...earlier, { at: now.at, value: now.floor }], MAX_ALERT_POINTS, from);
  return { shows: 'floor', from, to, line, dots: [], bars: [], mark, unit: 'amount', size: 'small' };
}
