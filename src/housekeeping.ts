import type { Logger } from 'pino';
import { createAgeClock } from './domain/elapsed.ts';
import { systemClock } from './pipeline/clock.ts';
import { runByCron } from './pipeline/cron.ts';
import type { Clock } from './pipeline/ports.ts';
import type { HousekeepingStore } from './store/store.ts';

/** Keeps the store from growing for ever. Disposing of it ends the pass under way after its step. */
export interface Housekeeping extends AsyncDisposable {
  /** Begins passes by the schedule. */
  start(): void;
  /** Makes a pass now, unless one is under way; resolves when it is over. Never rejects: a failure is logged. */
  tidyUp(): Promise<void>;
}

/** Every hour, not at the full one, when everybody else's jobs begin. */
const SCHEDULE = '0 17 * * * *';
/** Passes of many bots on one machine are spread over so much. */
const SPREAD_MS = 10 * 60_000;
/** Between steps the store is left to those who tell alerts: a step takes a tenth of that. */
const PAUSE_MS = 50;

/** Throws away what is old, every hour, in steps that hold nobody up (`HousekeepingStore.prune`). */
export function createHousekeeping(deps: {
  readonly store: HousekeepingStore;
  readonly clock: Clock;
  readonly log: Logger;
}): Housekeeping {
  const { store, clock, log } = deps;
  const stopping = new AbortController();
  /** Whatever is thrown away is old by both clocks. */
  const ageNow = createAgeClock(clock);
  let running: Promise<void> | null = null;

  async function pass(): Promise<void> {
    const removed: Record<string, number> = {};
    for (let more = true; more && !stopping.signal.aborted; ) {
      const step = await store.prune(ageNow());
      if (step.removed > 0) removed[step.what] = (removed[step.what] ?? 0) + step.removed;
      more = step.more;
      if (more) await clock.sleep(PAUSE_MS, stopping.signal);
    }
    if (!stopping.signal.aborted) await store.tidy();
    if (Object.keys(removed).length > 0) log.info({ removed }, 'threw away what is old');
  }

  async function tidyUp(): Promise<void> {
    if (stopping.signal.aborted) return;
    running ??= pass()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'what is old could not be thrown away; trying again within an hour');
      })
      .finally(() => {
        running = null;
      });
    await running;
  }

  let planned: Promise<void> | null = null;

  return {
    start() {
      planned = runByCron({
        expression: SCHEDULE,
        spreadMs: SPREAD_MS,
        work: tidyUp,
        clock: systemClock,
        random: Math.random,
        signal: stopping.signal,
      });
    },
    tidyUp,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await planned;
      await running;
    },
  };
}
