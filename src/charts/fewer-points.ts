import type { LinePoint } from './chart.ts';

/** Points kept of one step: the first, the lowest, the highest and the last. */
const POINTS_A_STEP = 4;

/** The points of one step that a chart cannot do without, in order of time. */
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
 * At most so many points, which draw the same picture as all of them as far as can be seen: of steps of equal length,
 * the first, lowest, highest and last.
 * @param points in order of time
 * @param most at least 4
 * @param from when the chart begins, epoch s: points before it are in its first step
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
