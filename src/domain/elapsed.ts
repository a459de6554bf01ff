/** The two clocks of a machine. */
export interface Clocks {
  /** The clock on the wall, epoch ms. It can be wrong, and be set in either direction. */
  now(): number;
  /** ms of a clock that only goes forward. Its beginning means nothing. */
  monotonic(): number;
}

const DAY_MS = 24 * 3_600_000;
/** The two clocks of a machine may differ by so much without anybody having set one. */
const TOLERANCE_MS = 60_000;

/**
 * Begins to measure. The answer says how many ms have gone by since, by whichever clock says more: a wall clock that is set back
 * lengthens nothing, and a monotonic clock may stand still while a machine sleeps.
 */
export function startTimer(clocks: Clocks): () => number {
  const startedAt = clocks.now();
  const startedMonotonic = clocks.monotonic();
  return () => Math.max(clocks.monotonic() - startedMonotonic, clocks.now() - startedAt);
}

/**
 * The time, epoch ms, by which things grow old: whatever expires or is thrown away by it is old by both clocks. It ignores a wall
 * clock that leaps ahead, until that has stayed there for a day; then it must have been behind before.
 */
export function createAgeClock(clocks: Clocks): () => number {
  /** What the wall clock showed when the monotonic one was at 0. */
  let origin = clocks.now() - clocks.monotonic();
  /** Since when the wall clock is ahead, by the monotonic one; `null` while it is not. */
  let aheadSince: number | null = null;

  return () => {
    const wall = clocks.now();
    const passed = clocks.monotonic();
    if (wall - (origin + passed) <= TOLERANCE_MS) {
      aheadSince = null;
    } else {
      aheadSince ??= passed;
      if (passed - aheadSince >= DAY_MS) origin = wall - passed;
    }
    return Math.min(wall, origin + passed);
  };
}
