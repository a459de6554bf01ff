import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** What is read on a schedule. */
export type Polled = 'feed' | 'auctions';

/** What one look at the feed brought, as far as it is counted. */
export interface FeedTick {
  readonly fresh: number;
  readonly unreadable: number;
  readonly stale: number;
  readonly incomplete: number;
  readonly gap: boolean;
}

/** Takes down how the polls go. */
export interface PollMetrics {
  /** @param tookMs ms */
  polled(what: Polled, outcome: 'ok' | 'failed', tookMs: number): void;
  tookIn(tick: FeedTick): void;
}

const POLLED: readonly Polled[] = ['feed', 'auctions'];
const OUTCOMES = ['ok', 'failed'] as const;
const RESULTS = ['fresh', 'unreadable', 'stale', 'incomplete'] as const;
const DURATION_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What is known from outside when the figures are read. */
export interface PollState {
  /** Epoch ms; `null` before the first success. */
  readonly lastSuccessAt: number | null;
  /** In a row. */
  readonly failures: number;
  /** Since when nearly nothing of what is read can be understood, epoch ms; `null` while it can. */
  readonly unreadableSince: number | null;
}

export function createPollMetrics(
  registry: Registry,
  deps: {
    readonly pollState: (what: Polled) => PollState;
    /** How long after it happened the newest event of the feed was first read, ms; `null` while there is none. */
    readonly feedLagMs: () => number | null;
  },
): PollMetrics {
  const registers = [registry];
  const polls = new Counter({
    name: 'gavel_polls_total',
    help: 'Looks at the marketplace by what was read and how they ended.',
    labelNames: ['what', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'gavel_poll_duration_seconds',
    help: 'How long a look took, from the first request until what is new was in the outbox.',
    labelNames: ['what'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  for (const what of POLLED) for (const outcome of OUTCOMES) polls.inc({ what, outcome }, 0);
  const records = new Counter({
    name: 'gavel_feed_records_total',
    help: 'Records of the feed: fresh (not known before), unreadable (counted at every look that shows them), stale (older than six hours, not told), incomplete (without token or collection, not told).',
    labelNames: ['result'],
    registers,
  });
  for (const result of RESULTS) records.inc({ result }, 0);
  const gaps = new Counter({
    name: 'gavel_feed_gaps_total',
    help: 'Times that records of the feed were missed for good.',
    registers,
  });
  const succeeded = new Gauge({
    name: 'gavel_poll_last_success_timestamp_seconds',
    help: 'When a look last succeeded, epoch seconds; absent before the first.',
    labelNames: ['what'],
    registers,
    collect() {
      for (const what of POLLED) {
        const { lastSuccessAt } = deps.pollState(what);
        if (lastSuccessAt !== null) succeeded.set({ what }, lastSuccessAt / 1_000);
      }
    },
  });
  const failures = new Gauge({
    name: 'gavel_poll_failures',
    help: 'Looks that failed since the last success.',
    labelNames: ['what'],
    registers,
    collect() {
      for (const what of POLLED) failures.set({ what }, deps.pollState(what).failures);
    },
  });
  const unreadable = new Gauge({
    name: 'gavel_poll_unreadable',
    help: '1 while the marketplace answers but nearly nothing of its records is understood.',
    labelNames: ['what'],
    registers,
    collect() {
      for (const what of POLLED) {
        unreadable.set({ what }, deps.pollState(what).unreadableSince === null ? 0 : 1);
      }
    },
  });
  const lag = new Gauge({
    name: 'gavel_feed_lag_seconds',
    help: 'How long after it happened the newest event of the feed was first read.',
    registers,
    collect() {
      lag.set((deps.feedLagMs() ?? 0) / 1_000);
    },
  });

  return {
    polled(what, outcome, tookMs) {
      polls.inc({ what, outcome });
      durations.observe({ what }, tookMs / 1_000);
    },
    tookIn(tick) {
      for (const result of RESULTS) records.inc({ result }, tick[result]);
      if (tick.gap) gaps.inc();
    },
  };
}
