import type { Alert } from '#src/alerts/alert.ts';
import type { Notifier } from '#src/outbox/notifier.ts';
import type { Post } from '#src/store/model/delivery.ts';
import type { AddressedAlert } from '#src/store/model/ingest-batch.ts';
import type { Store } from '#src/store/open.ts';

import type { Metrics } from './metrics/metrics.ts';

/** Ingestion times are cached for this many alerts; the latency of a larger backlog is measured only in part. */
const MAX_TIMES = 20_000;

/** Wraps the store and the notifier with counters. */
export interface CountedDelivery {
  store(store: Store): Store;
  notifier(notifier: Notifier): Notifier;
}

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
 * Wraps the store and the notifier with counters; results are passed through unchanged.
 * @param now epoch ms
 */
export function createDeliveryCounters({ deliveries }: Metrics, now: () => number): CountedDelivery {
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

  return {
    store: (store) => ({
      ...store,
      async ingest(ingest) {
        const channels = await store.ingest(ingest);
        due(ingest.alerts);
        return channels;
      },
      async ingestAuctions(ingest) {
        const channels = await store.ingestAuctions(ingest);
        due(ingest.alerts);
        return channels;
      },
      async expire(channelId, occurredBefore) {
        const expired = await store.expire(channelId, occurredBefore);
        deliveries.expired(expired);
        return expired;
      },
      async holdPost(postId, reason, seenFacts) {
        const result = await store.holdPost(postId, reason, seenFacts);
        if (result === 'held') deliveries.held(reason);
        else if (result === 'given up') deliveries.givenUp('unverifiable');
        return result;
      },
      async markSent(postId, sent) {
        const result = await store.markSent(postId, sent);
        for (let count = 0; count < result.givenUp; count += 1) deliveries.givenUp('refused');
        return result;
      },
      async markDead(postId, reason) {
        await store.markDead(postId, reason);
        deliveries.givenUp(reason);
      },
    }),
    notifier: (notifier) => ({
      ...notifier,
      async send(post, target, charts) {
        const outcome = await notifier.send(post, target, charts);
        deliveries.sent(outcome);
        if (outcome.type === 'sent') posted(post);
        return outcome;
      },
      async readBack(post, target) {
        const seen = await notifier.readBack(post, target);
        deliveries.readBack(seen.type);
        if (seen.type === 'found') posted(post);
        return seen;
      },
      async edit(channelId, card, target, charts) {
        const outcome = await notifier.edit(channelId, card, target, charts);
        deliveries.edited('edit', outcome);
        return outcome;
      },
      async redraw(post, target, charts) {
        const outcome = await notifier.redraw(post, target, charts);
        deliveries.edited('edit', outcome);
        return outcome;
      },
      async publish(channelId, messageId) {
        const outcome = await notifier.publish(channelId, messageId);
        deliveries.edited('publish', outcome);
        return outcome;
      },
    }),
  };
}
