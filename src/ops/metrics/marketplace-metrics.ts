import { Counter, Histogram, type Registry } from 'prom-client';
import type { MarketplaceRequest } from '../../marketplace/http.ts';
import type { LookupEnd } from '../../marketplace/lookups/answer-cache.ts';
import type { LookupKind } from '../../marketplace/lookups/lookups.ts';

/** Takes down what is asked of the marketplace. */
export interface MarketplaceMetrics {
  requested(request: MarketplaceRequest): void;
  lookedUp(kind: LookupKind, end: LookupEnd): void;
}

const DURATION_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMarketplaceMetrics(registry: Registry): MarketplaceMetrics {
  const registers = [registry];
  const requests = new Counter({
    name: 'gavel_marketplace_requests_total',
    help: 'Requests to the marketplace by endpoint and outcome; "left" is an answer that nobody waited for.',
    labelNames: ['endpoint', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'gavel_marketplace_request_duration_seconds',
    help: 'How long requests to the marketplace took, by endpoint.',
    labelNames: ['endpoint'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const lookups = new Counter({
    name: 'gavel_lookups_total',
    help: 'Answers to lookups by kind and by where they came from: hit and stale from memory, shared with a request under way, miss from a request of its own, failed for none.',
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
