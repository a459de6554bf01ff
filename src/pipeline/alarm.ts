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
  /** @param until epoch ms */
  sleepUntil(until: number): Promise<void>;
}

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
      if (rung || signal.aborted || restMs <= 0) return;
      const sleep = new AbortController();
      wake = () => sleep.abort();
      signal.addEventListener('abort', wake);
      try {
        await clock.sleep(restMs, sleep.signal);
      } finally {
        signal.removeEventListener('abort', wake);
        wake = () => undefined;
      }
    },
  };
}
