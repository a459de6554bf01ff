import { Counter, Histogram, type Registry } from '@prometheus-io/client';
import type { MarketplaceRequest } from '#src/marketplace/http.ts';
import type { LookupOutcome } from '#src/marketplace/lookups/answer-cache.ts';
import type { LookupKind } from '#src/marketplace/lookups/lookups.ts';

/** Counts requests to the marketplace. */
export interface MarketplaceMetrics {
  requested(request: MarketplaceRequest): void;
  lookedUp(kind: LookupKind, end: LookupOutcome): void;
}

const DURATION_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMarketplaceMetrics(registry: Registry): MarketplaceMetrics {
  const registers = [registry];
  const requests = new Counter({
    name: 'gavel_marketplace_requests_total',
    help: 'Requests to the marketplace by endpoint and outcome; "left" means that nobody waited for the answer any more.',
    labelNames: ['endpoint', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'gavel_marketplace_request_duration_seconds',
    help: 'Response time of the marketplace, by endpoint.',
    labelNames: ['endpoint'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const lookups = new Counter({
    name: 'gavel_lookups_total',
    help: 'Lookups by kind and source of the answer: hit and stale (cache), shared (a request in progress), miss (a new request), failed (no answer).',
    labelNames: ['kind', 'from'],
    registers,
  });

  return {
    requested({ endpoint, outcome, tookMs }) {
      const label = endpoint.toLowerCase().replaceAll(' ', '_');
      requests.inc({ endpoint: label, outcome });
      durations.observe({ endpoint: label }, tookMs / 1_000);
    },
    lookedUp(kind, end) {
      lookups.inc({ kind, from: end });
    },
  };
}
