import type { Logger } from 'pino';
import { fullJitter } from '../backoff.ts';
import type { Clock } from '../ports.ts';

/** Wakes when the next auction is so near to its end that somebody is to be told. */
export interface Endings extends AsyncDisposable {
  /** The auctions, or what is known of them, changed. The first time begins the watch. */
  replan(): void;
}

/** Longest sleep, well below what Node's timers take. */
const LONGEST_MS = 3_600_000;
const RETRIES = { firstMs: 1_000, maxMs: 15_000 };

/**
 * Calls `takeIn` whenever `nextAt` has come. What failed is tried again with growing pauses.
 * @param deps.clock sleeps, and tells the time that `nextAt` is in
 * @param deps.nextAt epoch ms, in the past for at once; `null` for not before the next `replan`
 */
export function createEndings(deps: {
  readonly nextAt: () => number | null;
  readonly takeIn: (signal: AbortSignal) => Promise<void>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}): Endings {
  const { nextAt, takeIn, clock, random, log } = deps;
  const stopping = new AbortController();
  let nap = new AbortController();
  let running: Promise<void> | null = null;

  async function sleep(ms: number): Promise<void> {
    if (!nap.signal.aborted) await clock.sleep(Math.min(ms, LONGEST_MS), nap.signal);
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      nap = new AbortController();
      const restMs = (nextAt() ?? Number.POSITIVE_INFINITY) - clock.now();
      if (restMs > 0) {
        await sleep(restMs);
        continue;
      }
      try {
        await takeIn(stopping.signal);
        failures = 0;
      } catch (error) {
        if (stopping.signal.aborted) return;
        failures += 1;
        log.error({ err: error, failures }, 'could not tell that auctions end; trying again');
        await sleep(fullJitter(failures + 1, RETRIES, random));
      }
    }
  }

  return {
    replan() {
      if (stopping.signal.aborted) return;
      if (running === null) running = run();
      else nap.abort();
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      nap.abort();
      await running;
    },
  };
}
