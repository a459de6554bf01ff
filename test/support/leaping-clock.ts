import type { Clock } from '../../src/pipeline/ports.ts';

/** The machine's clock, which a test can move: who sleeps until a moment that was leapt over wakes at once. */
export interface LeapingClock extends Clock {
  /** ms of a clock that only goes forward. */
  monotonic(): number;
  /** So much time passes. Backwards is only possible for the clock on the wall. */
  leap(ms: number): void;
  /** The clock on the wall is set, while no time passes. */
  set(ms: number): void;
}

/** Longest wait that Node's timers take. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function createLeapingClock(): LeapingClock {
  let aheadMs = 0;
  let passedMs = 0;
  const sleepers = new Set<() => void>();
  const now = () => Date.now() + aheadMs;
  const monotonic = () => performance.now() + passedMs;

  return {
    now,
    monotonic,
    sleep(ms, signal) {
      const until = now() + ms;
      // Node's timers know nothing of the clock on the wall: set back, it makes no sleep longer.
      const passedUntil = monotonic() + ms;
      return new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        const look = () => {
          clearTimeout(timer);
          const restMs = Math.min(until - now(), passedUntil - monotonic());
          if (restMs > 0 && !signal.aborted) {
            timer = setTimeout(look, Math.min(restMs, LONGEST_TIMER_MS));
            return;
          }
          sleepers.delete(look);
          signal.removeEventListener('abort', look);
          resolve();
        };
        sleepers.add(look);
        signal.addEventListener('abort', look);
        look();
      });
    },
    leap(ms) {
      aheadMs += ms;
      passedMs += Math.max(0, ms);
      for (const wake of sleepers) wake();
    },
    set(ms) {
      aheadMs += ms;
      for (const wake of sleepers) wake();
    },
  };
}
