import type { Clock } from '../../src/pipeline/ports.ts';

/** A clock that a test moves by hand; sleepers wake when their time has come. */
export interface ManualClock extends Clock {
  /** ms of a clock that only goes forward. */
  monotonic(): number;
  /** Moves the time on, waking sleepers in order and letting them act in between. */
  advance(ms: number): Promise<void>;
  /** Sets the clock on the wall, while no time passes; nobody wakes of it. */
  set(ms: number): void;
}

interface Sleeper {
  /** By the monotonic clock. */
  readonly until: number;
  readonly wake: () => void;
}

/** Lets everything that is ready to run, run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A clock that stands still at `start` (epoch ms) until it is moved. */
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
