import { currentProcess } from './owners.ts';
import type { Scheduler } from './scheduler.ts';

/** The times of the simulation. */
export interface SimulatedClock {
  /** The true time, which the marketplace and Discord have, epoch ms. */
  trueTime(): number;
  /** What the machine of the process that runs takes for the time, epoch ms; the true time for the world. */
  wallTime(): number;
  /** ms since the start of the history, with a fraction, as `performance.now()` has. */
  monotonic(): number;
  /** @param startsAt epoch ms */
  reset(startsAt: number): void;
}

/** Before the first history. */
const FIRST_START = Date.UTC(2026, 0, 5, 12);
/** Makes another fraction of every millisecond; less than 1, so that time does not go back. */
const FRACTION = 0.618_033_988_7;

export function createSimulatedClock(scheduler: Pick<Scheduler, 'now'>): SimulatedClock {
  let start = FIRST_START;
  return {
    trueTime: () => start + scheduler.now(),
    wallTime: () => start + scheduler.now() + (currentProcess()?.host.aheadMs ?? 0),
    monotonic: () => scheduler.now() + ((scheduler.now() * FRACTION) % 1),
    reset: (startsAt) => {
      start = startsAt;
    },
  };
}
