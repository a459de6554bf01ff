import type { Logger } from 'pino';
import { startTimer } from '../domain/elapsed.ts';
import { isStoreFailure } from '../domain/errors.ts';
import { fullJitter } from './backoff.ts';
import { systemClock } from './clock.ts';
import { runByCron } from './cron.ts';
import type { Clock } from './ports.ts';

/** How the polls went lately. */
export interface PollHealth {
  /** When a poll last succeeded, epoch ms; `null` when none has yet. */
  readonly lastSuccessAt: number | null;
  /** Failures of the marketplace since. */
  readonly failures: number;
}

export interface PollSchedule extends AsyncDisposable {
  /** Looks at once, then at every time of the schedule. */
  start(): void;
  /** Looks out of turn, once the look under way is over; while the marketplace is left alone, it is left alone. */
  look(): Promise<void>;
  health(): PollHealth;
}

/** Polls are spread over so much, so that many bots do not ask in the same instant. */
const SPREAD_MS = 250;
/** Failures are answered with pauses of up to a second that double up to a minute. */
const PAUSES = { firstMs: 1_000, maxMs: 60_000 };

/** Whoever asks to be left alone for longer is not believed. */
const LONGEST_PAUSE_MS = 3_600_000;

function wantedPauseMs(error: unknown): number {
  const wanted = error instanceof Error && 'retryAfterMs' in error ? error.retryAfterMs : 0;
  return typeof wanted === 'number' && wanted > 0 ? Math.min(wanted, LONGEST_PAUSE_MS) : 0;
}

/**
 * Runs `tick` by a cron expression of six fields, never twice at a time. While the marketplace fails, ticks are left
 * out with growing pauses; the log is told when the trouble begins and when it ends, not at every tick.
 */
export function createPollSchedule(deps: {
  /** What is read, for the log: `the feed`. */
  readonly what: string;
  readonly expression: string;
  readonly tick: (signal: AbortSignal) => Promise<unknown>;
  readonly clock: Clock;
  /** The clock that the expression is about; the machine's own unless told otherwise. */
  readonly cronClock?: Clock;
  readonly random: () => number;
  readonly log: Logger;
}): PollSchedule {
  const { what, expression, tick, clock, cronClock = systemClock, random, log } = deps;
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  /** How much of the pause is left, ms. */
  let pauseLeft = () => 0;
  let failures = 0;
  /** Of these, those that were not the store's: what could be read and not be kept is no fault of the marketplace. */
  let unread = 0;
  let lastSuccessAt: number | null = null;

  function succeeded(): void {
    if (failures > unread) log.info({ failures }, `what is read of ${what} can be kept again`);
    else if (failures > 0) log.info({ failures }, `the marketplace tells ${what} again`);
    failures = 0;
    unread = 0;
    lastSuccessAt = clock.now();
  }

  function failed(error: unknown): void {
    failures += 1;
    const unkept = isStoreFailure(error);
    if (!unkept) unread += 1;
    const pauseMs = Math.max(wantedPauseMs(error), fullJitter(failures, PAUSES, random));
    const elapsed = startTimer(clock);
    pauseLeft = () => pauseMs - elapsed();
    const level = failures === 1 ? 'warn' : 'debug';
    const trouble = unkept ? `could not keep what was read of ${what}` : `could not read ${what}`;
    log[level]({ err: error, failures, pauseMs }, `${trouble}; trying again with growing pauses`);
  }

  async function run(): Promise<void> {
    try {
      await tick(stopping.signal);
      succeeded();
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

  async function look(): Promise<void> {
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
    look,
    health: () => ({ lastSuccessAt, failures: unread }),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await planned;
      await running;
    },
  };
}
