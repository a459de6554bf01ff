import type { Alert } from '../domain/alert.ts';
import type { Post } from '../domain/delivery.ts';
import type { AddressedAlert } from '../domain/intake.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import type { Notifier } from '../pipeline/ports.ts';
import type { Store } from '../store/store.ts';

/** When alerts were taken in is remembered for so many; a backlog of more is not measured whole. */
const MOST_REMEMBERED = 20_000;

/** What alerts and messages go through, counted in passing. */
export interface CountedDelivery {
  store(store: Store): Store;
  notifier(notifier: Notifier): Notifier;
}

function rememberedTimes(): { note(key: string, at: number): void; of(key: string): number | null } {
  const times = new Map<string, number>();
  return {
    note(key, at) {
      times.delete(key);
      times.set(key, at);
      for (const oldest of times.keys()) {
        if (times.size <= MOST_REMEMBERED) return;
        times.delete(oldest);
      }
    },
    of: (key) => times.get(key) ?? null,
  };
}

/**
 * Puts counters around the store and the notifier. They change nothing: every verb answers what the one behind it does.
 * @param now epoch ms
 */
export function joinMetrics({ deliveries }: Metrics, now: () => number): CountedDelivery {
  const takenIn = rememberedTimes();

  function due(addressed: readonly AddressedAlert[]): void {
    for (const { alert, channels } of addressed) {
      takenIn.note(alert.key, now());
      deliveries.due(alert.kind, channels.length);
    }
  }

  function told({ alerts, form }: Post): void {
    const at = now();
    for (const { key, kind, occurredAt } of alerts satisfies readonly Alert[]) {
      const since = takenIn.of(key);
      deliveries.told({
        kind,
        form,
        sinceTakenInMs: since === null ? null : at - since,
        sinceEventMs: at - occurredAt * 1_000,
      });
    }
  }

  return {
    store: (store) => ({
      ...store,
      async intake(intake) {
        const channels = await store.intake(intake);
        due(intake.alerts);
        return channels;
      },
      async takeInAuctions(intake) {
        const channels = await store.takeInAuctions(intake);
        due(intake.alerts);
        return channels;
      },
      async expire(channelId, occurredBefore) {
        const expired = await store.expire(channelId, occurredBefore);
        deliveries.expired(expired);
        return expired;
      },
      async holdPost(postId, reason) {
        const isHeld = await store.holdPost(postId, reason);
        if (isHeld) deliveries.held(reason);
        else deliveries.givenUp('unverifiable');
        return isHeld;
      },
      async markDead(postId, reason) {
        await store.markDead(postId, reason);
        deliveries.givenUp(reason);
      },
    }),
    notifier: (notifier) => ({
      ...notifier,
      async send(post) {
        const outcome = await notifier.send(post);
        deliveries.sent(outcome);
        if (outcome.type === 'sent') told(post);
        return outcome;
      },
      async readBack(post) {
        const seen = await notifier.readBack(post);
        deliveries.readBack(seen.type);
        if (seen.type === 'found') told(post);
        return seen;
      },
      async edit(channelId, card) {
        const outcome = await notifier.edit(channelId, card);
        deliveries.touchedUp('edit', outcome);
        return outcome;
      },
      async redraw(post) {
        const outcome = await notifier.redraw(post);
        deliveries.touchedUp('edit', outcome);
        return outcome;
      },
      async publish(channelId, messageId) {
        const outcome = await notifier.publish(channelId, messageId);
        deliveries.touchedUp('publish', outcome);
        return outcome;
      },
    }),
  };
}
