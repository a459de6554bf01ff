import { DAY_MS } from './durations.ts';
/** The two clocks of a machine. */
export interface Clocks {
  /** The wall clock, epoch ms. It can be wrong and can be changed in either direction. */
  now(): number;
  /** Monotonic clock with an arbitrary origin, ms. */
  monotonic(): number;
}

/** Difference between the two clocks that does not count as a change of the wall clock. */
const TOLERANCE_MS = 60_000;

/**
 * Starts a timer. The returned function gives the elapsed ms by the clock that shows more: a wall clock that is set
 * back does not extend a wait, and a monotonic clock may stop while the machine sleeps.
 */
export function startTimer(clocks: Clocks): () => number {
  const startedAt = clocks.now();
  const startedMonotonic = clocks.monotonic();
  return () => Math.max(clocks.monotonic() - startedMonotonic, clocks.now() - startedAt);
}

/**
 * A clock for expiry, epoch ms: what expires by it is old by both clocks. It ignores a wall clock that jumps ahead
 * until that has stayed ahead for a day; then the wall clock was behind before.
 */
export function createAgeClock(clocks: Clocks): () => number {
  /** The wall clock's time when the monotonic clock was at 0. */
  let origin = clocks.now() - clocks.monotonic();
  /** Since when the wall clock is ahead, by the monotonic clock; `null` while it is not. */
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

/**
 * Watches whether the wall clock is set. The returned function says whether it was not, as far as its calls saw, for at
 * least the given ms by the monotonic clock; before the first change it always does.
 */
export function detectClockChanges({ now, monotonic }: Clocks): (forMs: number) => boolean {
  let origin = now() - monotonic();
  let changedAt: number | null = null;

  return (forMs) => {
    const at = monotonic();
    const current = now() - at;
    if (Math.abs(current - origin) > TOLERANCE_MS) {
      origin = current;
      changedAt = at;
    }
    return changedAt === null || at - changedAt >= forMs;
  };
}
