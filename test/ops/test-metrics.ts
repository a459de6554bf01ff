import { createMetrics, type MetricSources, type Metrics } from '#src/ops/metrics/metrics.ts';
import type { OutboxFigures } from '#src/store/model/health.ts';

export const NOW = 1_800_000_000_000;
export const EMPTY: OutboxFigures = {
  waiting: 0,
  oldestWaitingSince: null,
  waitingInStopped: 0,
  sending: 0,
  ambiguous: 0,
  late: { unanswered: 0, refused: 0, limited: 0, queue: 0 },
  toEdit: 0,
  stopped: [],
  rules: 0,
};

/** The metrics of a process where nothing has happened yet. @param sources that differ */
export function metricsWith(sources: Partial<MetricSources> = {}, time = { now: NOW }): Metrics {
  return createMetrics({
    version: '1.2.3',
    now: () => time.now,
    watchProcess: false,
    sources: {
      gateway: () => ({
        connected: true,
        pingMs: 40,
        servers: 3,
        shards: [{ id: 0, isReady: true, latencyMs: 40 }],
        interactions: 'gateway',
      }),
      pollState: () => ({ lastSuccessAt: NOW - 5_000, failures: 2, unreadableSince: null }),
      feedLagMs: () => 1_500,
      roles: () => [],
      outboxFigures: async () => EMPTY,
      ...sources,
    },
  });
}
