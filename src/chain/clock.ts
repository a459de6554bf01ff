import { uptime } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { startTimer } from './elapsed.ts';

/** Time source; injected, so that tests control it. */
export interface Clock {
  /** Returns the wall clock's time, epoch ms. It can be changed. */
  now(): number;
  /** Returns the monotonic clock's time, ms. */
  monotonic(): number;
  /** Resolves after `ms`, or immediately when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Interval at which a sleep checks the clocks. */
const CHECK_INTERVAL_MS = 60_000;

/**
 * Creates a clock whose sleeps end once their time has passed on either clock. Setting the wall clock back does not
 * extend them, and after the machine was suspended they end within a minute.
 * @param machine.delay resolves after the given ms, or immediately when the signal aborts
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
      let remainingMs = Math.max(0, ms);
      do {
        await machine.delay(Math.min(remainingMs, CHECK_INTERVAL_MS), signal);
        remainingMs = ms - elapsed();
      } while (remainingMs > 0 && !signal.aborted);
    },
  };
}

/** Interval between reads of the operating system's uptime, which cost more than reading a clock, ms. */
const UPTIME_READ_MS = 1_000;

/**
 * Creates a monotonic clock, in ms, that also counts while the machine is suspended.
 * @param machine.exact ms, stops while the machine is suspended
 * @param machine.uptime ms, counts while the machine is suspended; may be coarse
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

/** The clock of this machine. */
export const systemClock: Clock = createClock({
  now: () => Date.now(),
  monotonic: createMonotonic({ exact: () => performance.now(), uptime: () => uptime() * 1_000 }),
  delay: (ms, signal) =>
    delay(ms, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    }),
});
