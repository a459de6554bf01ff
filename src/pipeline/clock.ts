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

/** The uptime is read from the operating system so often: that costs more than a look at a clock. */
const UPTIME_READ_MS = 1_000;

/**
 * ms of a clock that only goes forward and goes on while the machine sleeps.
 * @param machine.exact stands still while the machine sleeps, ms; `uptime` does not, and may be coarse, ms
 */
export function createMonotonic(machine: {
  readonly exact: () => number;
  readonly uptime: () => number;
}): () => number {
  const { exact } = machine;
  const ahead = () => machine.uptime() - exact();
  const aheadAtStart = ahead();
  let readAt = exact();
  let sleptMs = 0;
  return () => {
    const now = exact();
    if (now - readAt >= UPTIME_READ_MS) {
      readAt = now;
      sleptMs = Math.max(sleptMs, ahead() - aheadAtStart);
    }
    return now + sleptMs;
  };
}

/** Time as the machine tells it. */
export const systemClock: Clock = createClock({
  now: () => Date.now(),
  monotonic: createMonotonic({ exact: () => performance.now(), uptime: () => uptime() * 1_000 }),
  delay: (ms, signal) =>
    delay(ms, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    }),
});
