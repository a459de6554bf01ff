import { Registry } from 'prom-client';
import type { OutboxFigures } from '../../store/health-store.ts';
import { createDeliveryMetrics, type DeliveryMetrics } from './delivery-metrics.ts';
import { createDiscordMetrics, type DiscordMetrics, type GatewayState } from './discord-metrics.ts';
import { createMarketplaceMetrics, type MarketplaceMetrics } from './marketplace-metrics.ts';
import { createOutboxMetrics } from './outbox-metrics.ts';
import { createPollMetrics, type Polled, type PollMetrics, type PollState } from './poll-metrics.ts';
import { createProcessMetrics, type ProcessMetrics } from './process-metrics.ts';

/**
 * All figures of the bot. Labels are of bounded sets: never a server, channel, person, collection, token or path.
 */
export interface Metrics {
  readonly polls: PollMetrics;
  readonly deliveries: DeliveryMetrics;
  readonly marketplace: MarketplaceMetrics;
  readonly discord: DiscordMetrics;
  readonly process: ProcessMetrics;
  /** Names of all metrics, without the suffixes of histograms. */
  names(): readonly string[];
  /** Everything in Prometheus' text format, and its content type. Gauges are read now; the store at most once a second. */
  read(): Promise<{ readonly text: string; readonly contentType: string }>;
}

/** What is asked only when somebody reads the figures. */
export interface MetricSources {
  readonly gateway: () => GatewayState;
  readonly pollState: (what: Polled) => PollState;
  readonly feedLagMs: () => number | null;
  readonly outboxFigures: () => Promise<OutboxFigures>;
}

/** A reading of the store serves for so long, however many ask. */
const FIGURES_FRESH_MS = 1_000;

/** The figures of the outbox, at most one reading of the store at a time and a second; `null` while it cannot be read. */
function keptFigures(
  read: () => Promise<OutboxFigures>,
  now: () => number,
): () => Promise<OutboxFigures | null> {
  let readAt = Number.NEGATIVE_INFINITY;
  let latest: Promise<OutboxFigures | null> = Promise.resolve(null);
  return () => {
    const age = now() - readAt;
    if (age < 0 || age >= FIGURES_FRESH_MS) {
      readAt = now();
      // That it cannot be read is what `gavel_store_up` tells; the store's own users log why.
      latest = read().catch(() => null);
    }
    return latest;
  };
}

/**
 * @param deps.now epoch ms
 * @param deps.watchProcess whether memory, processor, event loop and garbage collection are measured, which costs a little
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
  const showOutbox = createOutboxMetrics(registry, now);
  const outboxFigures = keptFigures(sources.outboxFigures, now);
  const marketplace = createMarketplaceMetrics(registry);
  const discord = createDiscordMetrics(registry, sources.gateway);
  const process = createProcessMetrics(registry, { version, watched: watchProcess });
  return {
    polls,
    deliveries,
    marketplace,
    discord,
    process,
    names: () => registry.getMetricsAsArray().map(({ name }) => name),
    async read() {
      showOutbox(await outboxFigures());
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}
