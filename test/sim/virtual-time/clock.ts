import type { Scheduler } from './scheduler.ts';

/** The times of the simulation. */
export interface SimulatedClock {
  /** The true time, which the marketplace and Discord have, epoch ms. */
  trueTime(): number;
  /** What the machine of the bot takes for the time, epoch ms. */
  wallTime(): number;
  /** ms since the start of the history, with a fraction, as `performance.now()` has. */
  monotonic(): number;
  /** The machine's clock is set by so many ms. */
  leap(ms: number): void;
  /** @param startsAt epoch ms */
  reset(startsAt: number): void;
}

/** Before the first history. */
const FIRST_START = Date.UTC(2026, 0, 5, 12);
/** Makes another fraction of every millisecond; less than 1, so that time does not go back. */
const FRACTION = 0.618_033_988_7;

export function createSimulatedClock(scheduler: Pick<Scheduler, 'now'>): SimulatedClock {
  let start = FIRST_START;
  let ahead = 0;
  return {
    trueTime: () => start + scheduler.now(),
    wallTime: () => start + scheduler.now() + ahead,
    monotonic: () => scheduler.now() + ((scheduler.now() * FRACTION) % 1),
    leap: (ms) => {
      ahead += ms;
    },
    reset: (startsAt) => {
      start = startsAt;
      ahead = 0;
    },
  };
}
