import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';
import { createWakeSignal } from './wake-signal.ts';

/** Looks again and again, and whenever it is told to. Disposing of it ends the look under way. */
export interface Watch extends AsyncDisposable {
  /** Looks at once; after the look under way, if there is one. */
  look(): void;
}

/** @param deps.what could not be done when a look fails, for the log */
export function createWatch(deps: {
  readonly what: string;
  readonly everyMs: number;
  readonly look: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}): Watch {
  const { what, everyMs, look, clock, log } = deps;
  const stopping = new AbortController();
  const lookNow = createWakeSignal(clock, stopping.signal);

  async function run(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      lookNow.reset();
      try {
        await look();
        failures = 0;
      } catch (error) {
        failures += 1;
        log[failures === 1 ? 'warn' : 'debug']({ err: error, failures }, `could not ${what}; trying again`);
      }
      await lookNow.sleepUntil(clock.now() + everyMs);
    }
  }
  const running = run();

  return {
    look: () => lookNow.notify(),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await running;
    },
  };
}
