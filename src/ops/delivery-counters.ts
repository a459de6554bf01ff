import type { Alert } from '#src/alerts/alert.ts';
import type { DeliveryEvent } from '#src/outbox/delivery-events.ts';
import type { Post } from '#src/store/model/delivery.ts';
import type { AddressedAlert, AlertsDue } from '#src/store/model/ingest-batch.ts';

import type { Metrics } from './metrics/metrics.ts';

/** Ingestion times are cached for this many alerts. In a larger backlog, the latency of only a part is measured. */
const MAX_TIMES = 20_000;

function createTimeCache(): { note(key: string, at: number): void; of(key: string): number | null } {
  const times = new Map<string, number>();
  return {
    note(key, at) {
      times.delete(key);
      times.set(key, at);
      for (const oldest of times.keys()) {
        if (times.size <= MAX_TIMES) return;
        times.delete(oldest);
      }
    },
    of: (key) => times.get(key) ?? null,
  };
}

/**
 * Counts events that ingest and queues report.
 * @param now epoch ms
 */
export function createDeliveryCounters(
  { deliveries }: Metrics,
  now: () => number,
): (event: DeliveryEvent | AlertsDue) => void {
  const ingestedAt = createTimeCache();

  function due(addressed: readonly AddressedAlert[]): void {
    for (const { alert, channels } of addressed) {
      ingestedAt.note(alert.key, now());
      deliveries.due(alert.topic, channels.length);
    }
  }

  function posted({ alerts, layout }: Post): void {
    const at = now();
    for (const { key, topic: kind, occurredAt } of alerts satisfies readonly Alert[]) {
      const since = ingestedAt.of(key);
      deliveries.posted({
        kind,
        layout,
        sinceIngestedMs: since === null ? null : at - since,
        sinceEventMs: at - occurredAt * 1_000,
      });
    }
  }

  return (event) => {
    switch (event.type) {
      case 'due':
        return due(event.alerts);
      case 'attempted':
        deliveries.sent(event.outcome);
        if (event.outcome.type === 'sent') posted(event.post);
        return;
      case 'searched':
        deliveries.readBack(event.result);
        if (event.result === 'found') posted(event.post);
        return;
      case 'edited':
        return deliveries.edited(event.what, event.outcome);
      case 'expired':
        return deliveries.expired(event.deliveries);
      case 'held':
        return deliveries.held(event.reason);
      case 'given up':
        for (let count = 0; count < event.messages; count += 1) deliveries.givenUp(event.reason);
    }
  };
}
