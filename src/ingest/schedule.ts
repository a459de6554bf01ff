import type { Logger } from 'pino';
import { fullJitter } from '#src/chain/backoff.ts';
import { type Clock, systemClock } from '#src/chain/clock.ts';
import { HOUR_MS } from '#src/chain/durations.ts';
import { startTimer } from '#src/chain/elapsed.ts';
import { isStoreFailure } from '#src/chain/errors.ts';
import { runByCron } from './cron.ts';

/** Health of the polls. */
export interface PollHealth {
  /** When a poll last succeeded, epoch ms; `null` before the first success. */
  readonly lastSuccessAt: number | null;
  /** Failures of the marketplace since then. */
  readonly failures: number;
}

export interface PollSchedule extends AsyncDisposable {
  /** Polls at once, then at every time of the schedule. */
  start(): void;
  /** Polls now, after a running poll; does nothing during a pause after failures. */
  pollNow(): Promise<void>;
  health(): PollHealth;
  /**
   * Returns the start of the last successful poll, epoch ms: it read everything reported by then. `null` before the
   * first success.
   */
  readUpTo(): number | null;
}

/** Maximum random delay of a poll, so that many bots do not send requests at the same moment. */
const SPREAD_MS = 250;
/** Backoff after failures. */
const PAUSES = { firstMs: 1_000, maxMs: 60_000 };

/** Upper bound for a `Retry-After` of the marketplace. */
const MAX_PAUSE_MS = HOUR_MS;

function requestedPauseMs(error: unknown): number {
  const wanted = error instanceof Error && 'retryAfterMs' in error ? error.retryAfterMs : 0;
  return typeof wanted === 'number' && wanted > 0 ? Math.min(wanted, MAX_PAUSE_MS) : 0;
}

/**
 * Runs `tick` by a cron expression of six fields, never twice at a time. While the marketplace fails, ticks are skipped
 * with exponential backoff. Only the first failure and the recovery are logged above debug level.
 */
export function createPollSchedule(deps: {
  /** Name of the resource in log messages: `the feed`. */
  readonly what: string;
  readonly expression: string;
  readonly tick: (signal: AbortSignal) => Promise<unknown>;
  readonly clock: Clock;
  /** The clock for the cron expression. Default: the system clock. */
  readonly cronClock?: Clock;
  readonly random: () => number;
  readonly log: Logger;
}): PollSchedule {
  const { what, expression, tick, clock, cronClock = systemClock, random, log } = deps;
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  /** Remaining time of the pause after a failure, ms. */
  let pauseLeft = () => 0;
  let failures = 0;
  /** Failures not caused by the store: a response that could not be stored is no failure of the marketplace. */
  let marketplaceFailures = 0;
  let lastSuccessAt: number | null = null;
  let readUpTo: number | null = null;

  function succeeded(beganAt: number): void {
    if (failures > marketplaceFailures) log.info({ failures }, `data of ${what} stored again`);
    else if (failures > 0) log.info({ failures }, `poll of ${what} recovered`);
    failures = 0;
    marketplaceFailures = 0;
    lastSuccessAt = clock.now();
    readUpTo = beganAt;
  }

  function failed(error: unknown): void {
    failures += 1;
    const isStoreError = isStoreFailure(error);
    if (!isStoreError) marketplaceFailures += 1;
    const pauseMs = Math.max(requestedPauseMs(error), fullJitter(failures, PAUSES, random));
    const elapsed = startTimer(clock);
    pauseLeft = () => pauseMs - elapsed();
    log[failures === 1 ? 'warn' : 'debug'](
      { err: error, failures, pauseMs },
      isStoreError
        ? `data of ${what} not stored; retrying with backoff`
        : `poll of ${what} failed; retrying with backoff`,
    );
  }

  async function run(): Promise<void> {
    const beganAt = clock.now();
    try {
      await tick(stopping.signal);
      succeeded(beganAt);
    } catch (error) {
      if (!stopping.signal.aborted) failed(error);
    }
  }

  async function runAlone(): Promise<void> {
    if (running !== null || stopping.signal.aborted || pauseLeft() > 0) return;
    running = run();
    await running;
    running = null;
  }

  async function pollNow(): Promise<void> {
    await running;
    await runAlone();
  }

  let planned: Promise<void> | null = null;

  return {
    start() {
      void runAlone();
      planned = runByCron({
        expression,
        spreadMs: SPREAD_MS,
        work: runAlone,
        clock: cronClock,
        random,
        signal: stopping.signal,
      });
    },
    pollNow,
    health: () => ({ lastSuccessAt, failures: marketplaceFailures }),
    readUpTo: () => readUpTo,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await planned;
      await running;
    },
  };
}
