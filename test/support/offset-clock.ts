import type { Clock } from '#src/chain/clock.ts';

/** The machine's clock plus an offset that a test can change. Sleeps that end before the new time resolve at once. */
export interface OffsetClock extends Clock {
  /** Time of the monotonic clock, ms. */
  monotonic(): number;
  /** Advances both clocks by `ms`. A negative value moves only the wall clock. */
  advance(ms: number): void;
  /** Moves only the wall clock by `ms`. */
  set(ms: number): void;
}

/** Longest delay that Node's timers support. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** @param stopped both clocks stand still, the wall clock at this time, epoch ms; left out, they are the machine's */
export function createOffsetClock(stopped?: number): OffsetClock {
  let clockOffsetMs = 0;
  let advancedMs = 0;
  const sleepers = new Set<() => void>();
  const now = () => (stopped ?? Date.now()) + clockOffsetMs;
  const monotonic = () => (stopped === undefined ? performance.now() : 0) + advancedMs;

  return {
    now,
    monotonic,
    sleep(ms, signal) {
      const until = now() + ms;
      // Node's timers do not depend on the wall clock: setting it back must not prolong a sleep.
      const monotonicUntil = monotonic() + ms;
      // What sleeps while the clocks stand still wakes as well.
      const realUntil = performance.now() + ms;
      return new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        const wakeIfDue = () => {
          clearTimeout(timer);
          const restMs = Math.min(until - now(), monotonicUntil - monotonic(), realUntil - performance.now());
          if (restMs > 0 && !signal.aborted) {
            timer = setTimeout(wakeIfDue, Math.min(restMs, LONGEST_TIMER_MS));
            return;
          }
          sleepers.delete(wakeIfDue);
          signal.removeEventListener('abort', wakeIfDue);
          resolve();
        };
        sleepers.add(wakeIfDue);
        signal.addEventListener('abort', wakeIfDue);
        wakeIfDue();
      });
    },
    advance(ms) {
      clockOffsetMs += ms;
      advancedMs += Math.max(0, ms);
      for (const wake of sleepers) wake();
    },
    set(ms) {
      clockOffsetMs += ms;
      for (const wake of sleepers) wake();
    },
  };
}
