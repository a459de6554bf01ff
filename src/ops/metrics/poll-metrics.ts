import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client';
import { UNREAD_REASONS, type UnreadCounts, unreadTotal } from '#src/alerts/unread-reason.ts';
import type { RecordCounts } from '#src/store/model/ingest-batch.ts';

/** What is polled. */
export type Polled = 'feed' | 'auctions';

/** Counts of one poll of the feed. */
export interface FeedTick {
  readonly fresh: number;
  readonly unreadable: number;
  readonly stale: number;
  readonly unread: UnreadCounts;
  /** Counts of the last hour if so many records were unreadable that an operator should investigate; else `null`. */
  readonly alarm: RecordCounts | null;
  readonly gap: boolean;
}

/** Counts polls. */
export interface PollMetrics {
  /** @param tookMs duration, ms */
  polled(what: Polled, outcome: 'ok' | 'failed', tookMs: number): void;
  ingested(tick: FeedTick): void;
}

const POLLED: readonly Polled[] = ['feed', 'auctions'];
const OUTCOMES = ['ok', 'failed'] as const;
const RESULTS = ['fresh', 'unreadable', 'stale', 'incomplete'] as const;
const DURATION_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** State of a poll when the metrics are read. */
export interface PollState {
  /** Epoch ms; `null` before the first success. */
  readonly lastSuccessAt: number | null;
  /** Consecutive failures. */
  readonly failures: number;
  /** Since when almost no record can be decoded, epoch ms; `null` if records can be decoded. */
  readonly unreadableSince: number | null;
}

export function createPollMetrics(
  registry: Registry,
  deps: {
    readonly pollState: (what: Polled) => PollState;
    /** Returns the time from the newest feed event until it was first read, ms; `null` if there is none. */
    readonly feedLagMs: () => number | null;
  },
): PollMetrics {
  const registers = [registry];
  const polls = new Counter({
    name: 'gavel_polls_total',
    help: 'Polls of the marketplace, by target and outcome.',
    labelNames: ['what', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'gavel_poll_duration_seconds',
    help: 'Duration of a poll, from the first request until new alerts were in the outbox.',
    labelNames: ['what'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  for (const what of POLLED) for (const outcome of OUTCOMES) polls.inc({ what, outcome }, 0);
  const records = new Counter({
    name: 'gavel_feed_records_total',
    help: 'Records of the feed: fresh (new), unreadable (counted in every poll that contains them), stale (older than six hours, not posted), incomplete (not understood, not posted: see gavel_feed_unread_total).',
    labelNames: ['result'],
    registers,
  });
  for (const result of RESULTS) records.inc({ result }, 0);
  const unread = new Counter({
    name: 'gavel_feed_unread_total',
    help: 'New records of the feed that could not be read and were not posted, by reason.',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of UNREAD_REASONS) unread.inc({ reason }, 0);
  const gaps = new Counter({
    name: 'gavel_feed_gaps_total',
    help: 'Number of times that records of the feed were missed.',
    registers,
  });
  const succeeded = new Gauge({
    name: 'gavel_poll_last_success_timestamp_seconds',
    help: 'Time of the last successful poll, epoch seconds; absent before the first.',
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
    help: 'Failed polls since the last success.',
    labelNames: ['what'],
    registers,
    collect() {
      for (const what of POLLED) failures.set({ what }, deps.pollState(what).failures);
    },
  });
  const unreadable = new Gauge({
    name: 'gavel_poll_unreadable',
    help: '1 while the marketplace answers but almost no record can be decoded.',
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
    help: 'Time from the newest event of the feed until it was first read.',
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
    ingested(tick) {
      const { fresh, unreadable: notDecoded, stale } = tick;
      const results = { fresh, unreadable: notDecoded, stale, incomplete: unreadTotal(tick.unread) };
      for (const result of RESULTS) records.inc({ result }, results[result]);
      for (const reason of UNREAD_REASONS) unread.inc({ reason }, tick.unread[reason] ?? 0);
      if (tick.gap) gaps.inc();
    },
  };
}
