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
  reset(): void;
}

/** Every history begins at this time: Monday, 5 January 2026, noon. */
const START = Date.UTC(2026, 0, 5, 12);
/** Makes another fraction of every millisecond; less than 1, so that time does not go back. */
const FRACTION = 0.618_033_988_7;

export function createSimulatedClock(scheduler: Pick<Scheduler, 'now'>): SimulatedClock {
  let ahead = 0;
  return {
    trueTime: () => START + scheduler.now(),
    wallTime: () => START + scheduler.now() + ahead,
    monotonic: () => scheduler.now() + ((scheduler.now() * FRACTION) % 1),
    leap: (ms) => {
      ahead += ms;
    },
    reset: () => {
      ahead = 0;
    },
  };
}
