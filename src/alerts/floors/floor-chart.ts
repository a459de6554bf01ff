import type { Wei } from '../../chain/wei.ts';
import type { Chart, LinePoint } from '../../charts/chart.ts';
import { MAX_ALERT_POINTS } from '../../charts/chart.ts';

/** A floor from a moment on, epoch s; `null` while nothing is listed. */
interface FloorPoint {
  readonly at: number;
  readonly floor: Wei | null;
}

/** The last point of each of so many equal parts of the period, the first point, and the lowest and the highest. */
function fewer(points: readonly LinePoint[], from: number, to: number): readonly LinePoint[] {
  if (points.length <= MAX_ALERT_POINTS) return points;
  // The two extremes and the first point are beside them.
  const parts = MAX_ALERT_POINTS - 3;
  const partOf = ({ at }: LinePoint): number => Math.floor(((at - from) * parts) / (to - from + 1));
  const known = points.filter(({ value }) => value !== null);
  const by = (one: LinePoint, other: LinePoint): number =>
    Number((one.value ?? 0n) > (other.value ?? 0n)) * 2 - 1;
  const [lowest, highest] = [known.toSorted(by)[0], known.toSorted(by).at(-1)];
  return points.filter(
    (point, index) =>
      index === 0 ||
      point === lowest ||
      point === highest ||
      partOf(point) !== partOf(points[index + 1] ?? { at: Infinity, value: null }),
  );
}

/**
 * How a floor came to be what it is, small and with few points, for an alert to keep; `null` where there is no period.
 * @param points in the order of their times, the first perhaps before the period
 * @param mark the threshold that it reached, wei
 */
export function floorChart(
  points: readonly FloorPoint[],
  { from, to }: { readonly from: number; readonly to: number },
  now: FloorPoint,
  mark: Wei | null,
): Chart | null {
  if (from >= to) return null;
  const earlier = points.filter(({ at }) => at < now.at).map(({ at, floor }) => ({ at, value: floor }));
  const line = fewer([...earlier, { at: now.at, value: now.floor }], from, to);
  return { shows: 'floor', from, to, line, dots: [], bars: [], mark, unit: 'amount', size: 'small' };
}
