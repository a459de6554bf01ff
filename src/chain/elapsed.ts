import { DAY_MS } from './durations.ts';
/** The two clocks of a machine. */
export interface Clocks {
  /** Returns the wall clock's time, epoch ms. It can be wrong and can be changed in either direction. */
  now(): number;
  /** Returns the monotonic clock's time, with an arbitrary origin, ms. */
  monotonic(): number;
}

/** Difference between the two clocks that does not count as a change of the wall clock. */
const TOLERANCE_MS = 60_000;

/**
 * Starts a timer. The returned function gives the elapsed time, in ms, by whichever clock shows more: setting the wall
 * clock back does not extend a wait, and a monotonic clock may stop while the machine sleeps.
 */
export function startTimer(clocks: Clocks): () => number {
  const startedAt = clocks.now();
  const startedMonotonic = clocks.monotonic();
  return () => Math.max(clocks.monotonic() - startedMonotonic, clocks.now() - startedAt);
}

/**
 * Creates a clock for expiry, epoch ms: entries that expire by it are old by both clocks. It ignores a wall clock that
 * jumps ahead until it has stayed ahead for a day, which means that it was behind before.
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
 * Detects changes of the wall clock. The returned function says whether its calls saw no change for at least the given
 * ms of the monotonic clock. Before the first change it always returns true.
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
