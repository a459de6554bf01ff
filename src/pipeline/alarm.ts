import { startTimer } from '../domain/elapsed.ts';
import type { Clock } from './ports.ts';

/** A sleep from which one can be woken. */
export interface Alarm {
  /** Whether somebody rang since the last reset. */
  rung(): boolean;
  reset(): void;
  /** There is something new: ends the sleep, or the next one at once. */
  ring(): void;
  /** Resolves when somebody rings; at once when somebody did since the last reset. */
  rings(): Promise<void>;
  /**
   * Sleeps until then, and less long where the clock is set meanwhile: whoever sleeps has to look again what time it is.
   * @param until epoch ms
   */
  sleepUntil(until: number): Promise<void>;
}

/** The clock is looked at so often during a sleep. */
const SLICE_MS = 60_000;
/** Two clocks that run apart by more than this within a slice were not left alone. */
const DRIFT_MS = 1_000;

/** An alarm on this clock; `signal` ends every sleep. */
export function createAlarm(clock: Clock, signal: AbortSignal): Alarm {
  let rung = false;
  let wake: () => void = () => undefined;
  let bell = Promise.withResolvers<void>();

  return {
    rung: () => rung,
    reset() {
      rung = false;
      bell = Promise.withResolvers<void>();
    },
    ring() {
      rung = true;
      wake();
      bell.resolve();
    },
    rings: () => bell.promise,
    async sleepUntil(until) {
      const restMs = until - clock.now();
      const offset = clock.now() - clock.monotonic();
      const wasSet = () => Math.abs(clock.now() - clock.monotonic() - offset) > DRIFT_MS;
      if (rung || signal.aborted || restMs <= 0) return;
      const sleep = new AbortController();
      wake = () => sleep.abort();
      signal.addEventListener('abort', wake);
      try {
        const elapsed = startTimer(clock);
        for (
          let leftMs = restMs;
          leftMs > 0 && !sleep.signal.aborted && !wasSet();
          leftMs = restMs - elapsed()
        )
          await clock.sleep(Math.min(leftMs, SLICE_MS), sleep.signal);
      } finally {
        signal.removeEventListener('abort', wake);
        wake = () => undefined;
      }
    },
  };
}
