import { uptime } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { startTimer } from '../domain/elapsed.ts';
import type { Clock } from './ports.ts';

/** The wall clock is looked at so often during a sleep. */
const SLICE_MS = 60_000;

/**
 * A clock whose sleeps are over once their time has gone by on either clock: no clock that is set back lengthens them, and
 * after a machine has slept they end within a minute.
 * @param machine.delay resolves after so many ms, or at once when the signal aborts
 */
export function createClock(machine: {
  readonly now: () => number;
  readonly monotonic: () => number;
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
}): Clock {
  const { now, monotonic } = machine;
  return {
    now,
    monotonic,
    async sleep(ms, signal) {
      const elapsed = startTimer(machine);
      let restMs = Math.max(0, ms);
      do {
        await machine.delay(Math.min(restMs, SLICE_MS), signal);
        restMs = ms - elapsed();
      } while (restMs > 0 && !signal.aborted);
    },
  };
}

/**
 * Since the start of the process, ms. `performance.now` is exact and, on Linux, stands still while the machine sleeps; the
 * uptime goes on, in hundredths of a second.
 */
const startedUp = uptime() * 1_000 - performance.now();
const sinceStart = () => Math.max(performance.now(), uptime() * 1_000 - startedUp);

/** Time as the machine tells it. */
export const systemClock: Clock = createClock({
  now: () => Date.now(),
  monotonic: sinceStart,
  delay: (ms, signal) =>
    delay(ms, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    }),
});
