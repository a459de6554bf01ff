import type { Clock } from '#src/chain/clock.ts';

/** A clock that only advances when a test advances it; sleeps resolve when their time is reached. */
export interface ManualClock extends Clock {
  /** Time of the monotonic clock, ms. */
  monotonic(): number;
  /** Advances the time and resolves due sleeps in order, running their continuations in between. */
  advance(ms: number): Promise<void>;
  /** Moves only the wall clock by `ms`; no sleep resolves. */
  set(ms: number): void;
}

interface Sleeper {
  /** By the monotonic clock. */
  readonly until: number;
  readonly wake: () => void;
}

/** Runs pending callbacks of the event loop. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A clock that stays at `start` (epoch ms) until it is advanced. */
export function createManualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let time = 0;
  let wall = start;
  let sleepers: Sleeper[] = [];

  return {
    now: () => wall + time,
    monotonic: () => time,
    sleep(ms, signal) {
      if (signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const sleeper = { until: time + ms, wake: resolve };
        sleepers.push(sleeper);
        signal.addEventListener('abort', () => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          resolve();
        });
      });
    },
    async advance(ms) {
      const end = time + ms;
      await settle();
      for (;;) {
        const next = sleepers.toSorted((a, b) => a.until - b.until)[0];
        if (next === undefined || next.until > end) break;
        time = Math.max(time, next.until);
        sleepers = sleepers.filter((other) => other !== next);
        next.wake();
        await settle();
      }
      time = end;
      await settle();
    },
    set(ms) {
      wall += ms;
    },
  };
}
