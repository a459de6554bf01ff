import type { Logger } from 'pino';
import { fullJitter } from '#src/chain/backoff.ts';
import type { Clock } from '#src/chain/clock.ts';
import { HOUR_MS } from '#src/chain/durations.ts';

/** Runs when the next auction is about to end and an alert is due. */
export interface EndingScheduler extends AsyncDisposable {
  /** Reschedules the next ending. Call this when the watched auctions changed; the first call starts the scheduler. */
  reschedule(): void;
}

/** Longest sleep, well below the limit of Node's timers. */
const MAX_SLEEP_MS = HOUR_MS;
const RETRIES = { firstMs: 1_000, maxMs: 15_000 };

/**
 * Calls `ingest` whenever `nextAt` is reached. Failures are retried with exponential backoff.
 * @param deps.clock also the time base of `nextAt`
 * @param deps.nextAt epoch ms; a time in the past means now, `null` means not before the next `reschedule`
 */
export function createEndingScheduler(deps: {
  readonly nextAt: () => number | null;
  readonly ingest: (signal: AbortSignal) => Promise<void>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}): EndingScheduler {
  const { nextAt, ingest, clock, random, log } = deps;
  const stopping = new AbortController();
  let timer = new AbortController();
  let running: Promise<void> | null = null;

  async function sleep(ms: number): Promise<void> {
    if (!timer.signal.aborted) await clock.sleep(Math.min(ms, MAX_SLEEP_MS), timer.signal);
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      timer = new AbortController();
      const remainingMs = (nextAt() ?? Number.POSITIVE_INFINITY) - clock.now();
      if (remainingMs > 0) {
        await sleep(remainingMs);
        continue;
      }
      try {
        await ingest(stopping.signal);
        failures = 0;
      } catch (error) {
        if (stopping.signal.aborted) return;
        failures += 1;
        log.error({ err: error, failures }, 'alerts of ending auctions not saved; retrying');
        await sleep(fullJitter(failures + 1, RETRIES, random));
      }
    }
  }

  return {
    reschedule() {
      if (stopping.signal.aborted) return;
      if (running === null) running = run();
      else timer.abort();
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      timer.abort();
      await running;
    },
  };
}
