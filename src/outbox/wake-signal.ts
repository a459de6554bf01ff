import type { Clock } from '#src/chain/clock.ts';
import { startTimer } from '#src/chain/elapsed.ts';

/** A signal that ends a sleep early. */
export interface WakeSignal {
  /** Returns whether it was notified since the last reset. */
  isNotified(): boolean;
  reset(): void;
  /** Ends the current sleep; without one, the next sleep returns at once. */
  notify(): void;
  /** Resolves on the next notification, or at once if there was one since the last reset. */
  notified(): Promise<void>;
  /**
   * Sleeps until a time. Returns early if the wall clock is set, so that the caller reads the time again.
   * @param until epoch ms
   */
  sleepUntil(until: number): Promise<void>;
}

/** How often a sleep checks whether the wall clock was set. */
const CHECK_INTERVAL_MS = 60_000;
/** If wall clock and monotonic clock differ by more than this after a sleep, the wall clock was set. */
const DRIFT_MS = 1_000;

/** Creates a wake signal on this clock; `signal` ends every sleep. */
export function createWakeSignal(clock: Clock, signal: AbortSignal): WakeSignal {
  let isNotified = false;
  let wake: () => void = () => undefined;
  let pending = Promise.withResolvers<void>();

  return {
    isNotified: () => isNotified,
    reset() {
      isNotified = false;
      pending = Promise.withResolvers<void>();
    },
    notify() {
      isNotified = true;
      wake();
      pending.resolve();
    },
    notified: () => pending.promise,
    async sleepUntil(until) {
      const remainingMs = until - clock.now();
      const offset = clock.now() - clock.monotonic();
      const wasSet = () => Math.abs(clock.now() - clock.monotonic() - offset) > DRIFT_MS;
      if (isNotified || signal.aborted || remainingMs <= 0) return;
      const sleep = new AbortController();
      wake = () => sleep.abort();
      signal.addEventListener('abort', wake);
      try {
        const elapsed = startTimer(clock);
        for (
          let leftMs = remainingMs;
          leftMs > 0 && !sleep.signal.aborted && !wasSet();
          leftMs = remainingMs - elapsed()
        )
          await clock.sleep(Math.min(leftMs, CHECK_INTERVAL_MS), sleep.signal);
      } finally {
        signal.removeEventListener('abort', wake);
        wake = () => undefined;
      }
    },
  };
}
