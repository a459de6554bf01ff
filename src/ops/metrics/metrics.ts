import { Registry } from '@prometheus-io/client';
import type { OutboxFigures } from '#src/store/model/health.ts';
import type { RoleHolder } from '#src/store/role-states.ts';
import { createDeliveryMetrics, type DeliveryMetrics } from './delivery-metrics.ts';
import { createDiscordMetrics, type DiscordMetrics, type GatewayState } from './discord-metrics.ts';
import { createMarketplaceMetrics, type MarketplaceMetrics } from './marketplace-metrics.ts';
import { createOutboxMetrics } from './outbox-metrics.ts';
import { createPollMetrics, type Polled, type PollMetrics, type PollState } from './poll-metrics.ts';
import { createProcessMetrics, type ProcessMetrics } from './process-metrics.ts';
import { createRoleMetrics } from './role-metrics.ts';

/** All metrics of the bot. Labels have bounded values: never a server, channel, user, collection, token or path. */
export interface Metrics {
  readonly polls: PollMetrics;
  readonly deliveries: DeliveryMetrics;
  readonly marketplace: MarketplaceMetrics;
  readonly discord: DiscordMetrics;
  readonly process: ProcessMetrics;
  /** Returns the names of all metrics, without the suffixes of histograms. */
  names(): readonly string[];
  /** Returns all metrics in Prometheus' text format, and the content type. The store is read at most once a second. */
  read(): Promise<{ readonly text: string; readonly contentType: string }>;
}

/** Sources that are read when the metrics are requested. */
export interface MetricSources {
  readonly gateway: () => GatewayState;
  readonly pollState: (what: Polled) => PollState;
  readonly feedLagMs: () => number | null;
  /** Holders of the roles; none if one process has all roles. */
  readonly roles: () => readonly RoleHolder[];
  readonly outboxFigures: () => Promise<OutboxFigures>;
}

/** How long figures from the store are cached, ms. */
const FIGURES_CACHE_MS = 1_000;

/** Returns cached figures of the outbox; `null` if the store cannot be read. */
function cachedFigures(
  read: () => Promise<OutboxFigures>,
  now: () => number,
): () => Promise<OutboxFigures | null> {
  let readAt = Number.NEGATIVE_INFINITY;
  let latest: Promise<OutboxFigures | null> = Promise.resolve(null);
  return () => {
    const age = now() - readAt;
    if (age < 0 || age >= FIGURES_CACHE_MS) {
      readAt = now();
      // Reported by `gavel_store_up`; the callers of the store log the error.
      latest = read().catch(() => null);
    }
    return latest;
  };
}

/**
 * @param deps.now epoch ms
 * @param deps.watchProcess whether to measure memory, CPU, event loop and garbage collection, at a small cost
 */
export function createMetrics(deps: {
  readonly version: string;
  readonly now: () => number;
  readonly watchProcess: boolean;
  readonly sources: MetricSources;
}): Metrics {
  const { version, now, watchProcess, sources } = deps;
  const registry = new Registry();
  const polls = createPollMetrics(registry, sources);
  const deliveries = createDeliveryMetrics(registry);
  const setOutboxGauges = createOutboxMetrics(registry, now);
  const outboxFigures = cachedFigures(sources.outboxFigures, now);
  const marketplace = createMarketplaceMetrics(registry);
  const discord = createDiscordMetrics(registry, sources.gateway);
  createRoleMetrics(registry, sources.roles);
  const process = createProcessMetrics(registry, { version, watched: watchProcess });
  return {
    polls,
    deliveries,
    marketplace,
    discord,
    process,
    names: () => registry.getMetricsAsArray().map(({ name }) => name),
    async read() {
      setOutboxGauges(await outboxFigures());
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}
