import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';
import { createWakeSignal } from './wake-signal.ts';

/** Polls at an interval, and whenever `pollNow` is called. Disposing waits for a running poll. */
export interface PollLoop extends AsyncDisposable {
  /** Polls now, or after the running poll. */
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
