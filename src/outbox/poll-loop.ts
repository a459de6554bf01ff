import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';
import { createWakeSignal } from './wake-signal.ts';

/** Polls again and again, and whenever `pollNow` is called. Disposing of it waits for the poll under way. */
export interface PollLoop extends AsyncDisposable {
  /** Polls at once; after the poll under way, if there is one. */
  pollNow(): void;
}

/** @param deps.what name of the poll in log messages: `search for new alerts` */
export function createPollLoop(deps: {
  readonly what: string;
  readonly everyMs: number;
  readonly poll: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}): PollLoop {
  const { what, everyMs, poll: look, clock, log } = deps;
  const stopping = new AbortController();
  const wakeSignal = createWakeSignal(clock, stopping.signal);

  async function run(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      wakeSignal.reset();
      try {
        await look();
        failures = 0;
      } catch (error) {
        failures += 1;
        log[failures === 1 ? 'warn' : 'debug']({ err: error, failures }, `${what} failed; retrying`);
      }
      await wakeSignal.sleepUntil(clock.now() + everyMs);
    }
  }
  const running = run();

  return {
    pollNow: () => wakeSignal.notify(),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await running;
    },
  };
}
