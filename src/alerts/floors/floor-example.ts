import type { Wei } from '#src/chain/wei.ts';
import { type FloorConditions, floorConditions } from '../kinds/floor/options.ts';
import type { FloorAlert } from '../kinds/floor/schema.ts';
import type { Rule } from '../subscription.ts';

/** A floor from a moment on, epoch seconds; `null` while nothing is listed. */
export interface FloorPoint {
  readonly at: number;
  readonly floor: Wei | null;
}

/** Finds the last time at which the floor was on the other side of the rule's condition, and when that ended. */
function lastBeyond(
  points: readonly FloorPoint[],
  isOther: (floor: Wei) => boolean,
): FloorAlert['from'] | null {
  for (let index = points.length - 1; index >= 0; index -= 1) {
    const floor = points[index]?.floor ?? null;
    const end = points[index + 1]?.at;
    if (floor !== null && end !== undefined && isOther(floor)) return { floor, at: end };
  }
  return null;
}

/** Returns the floor after a move by this percentage. */
const moved = (floor: Wei, moves: FloorConditions['moves']): Wei =>
  (floor * BigInt(100 + (moves?.percent ?? 0)) + 99n) / 100n;

/**
 * Builds an example from the collection's real numbers: its current floor, and what the rule would announce if the
 * floor got there now, or how it crossed the threshold. `null` if that is not known.
 * @param points the floor until now, in chronological order
 */
export function onRealFloor(
  example: FloorAlert,
  { filter }: Pick<Rule, 'filter'>,
  points: readonly FloorPoint[],
): FloorAlert | null {
  const now = points.at(-1)?.floor ?? null;
  if (now === null) return null;
  const { way, threshold, occurredAt } = example;
  const since = occurredAt - 60;
  const ifNow = (floor: Wei): FloorAlert => ({ ...example, floor, from: { floor: now, at: since }, since });
  if (threshold === null) return ifNow(moved(now, floorConditions(filter).moves));
  const isOther = (floor: Wei): boolean => (way === 'above' ? floor < threshold : floor > threshold);
  if (isOther(now)) return ifNow(threshold);
  const from = lastBeyond(points, isOther);
  const began = points.findLast(({ floor }) => floor !== now);
  const reachedAt = points.find(({ at }) => at > (began?.at ?? Number.NEGATIVE_INFINITY))?.at ?? since;
  return from === null ? null : { ...example, floor: now, from, since: reachedAt };
}
