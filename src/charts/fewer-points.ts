import type { LinePoint } from './chart.ts';

/** Points kept per step: the first, the lowest, the highest and the last. */
const POINTS_A_STEP = 4;

/** Returns the points of one step that a chart needs, in chronological order. */
function essentialsOf<P extends LinePoint>(points: readonly P[]): readonly P[] {
  if (points.length <= POINTS_A_STEP) return points;
  let [lowest, highest] = [points[0], points[0]];
  for (const point of points) {
    const { value } = point;
    if (value === null) continue;
    if (lowest?.value === undefined || lowest.value === null || value < lowest.value) lowest = point;
    if (highest?.value === undefined || highest.value === null || value > highest.value) highest = point;
  }
  const kept = new Set([points[0], lowest, highest, points.at(-1)]);
  return points.filter((point) => kept.has(point));
}

/**
 * Limits the number of points with no visible change: keeps the first, lowest, highest and last of steps of equal
 * length.
 * @param points in chronological order
 * @param most at least 4
 * @param from start of the chart, epoch seconds; points before it are in its first step
 */
export function fewerPoints<P extends LinePoint>(
  points: readonly P[],
  most: number,
  from: number,
): readonly P[] {
  const last = points.at(-1);
  if (last === undefined || points.length <= most) return points;
  const steps = Math.floor(most / POINTS_A_STEP);
  const length = (Math.max(last.at, from) - from + 1) / steps;
  const bySteps = Map.groupBy(points, ({ at }) => Math.floor((Math.max(at, from) - from) / length));
  return [...bySteps.values()].flatMap(essentialsOf);
}
