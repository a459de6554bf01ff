import type { Address } from '../../domain/address.ts';
import { type Alert, type AlertKind, itemsOf } from '../../domain/alert.ts';
import type { Subscription } from '../../domain/subscription.ts';

/** Finds the channels that follow what an alert tells, at a cost that grows with the matches and not with the rules. */
export interface SubscriptionIndex {
  add(subscription: Subscription): void;
  remove(subscription: Subscription): void;
  /** Channels that are to have the alert, each once. */
  channelsFor(alert: Alert): readonly string[];
}

type Shelf = Map<number, Subscription>;

function shelfKey(kind: AlertKind, collection: Address | null): string {
  return `${kind}:${collection ?? '*'}`;
}

/** An index over `subscriptions`, by kind and collection. */
export function createSubscriptionIndex(subscriptions: Iterable<Subscription>): SubscriptionIndex {
  const shelves = new Map<string, Shelf>();

  const index: SubscriptionIndex = {
    add(subscription) {
      for (const kind of subscription.kinds) {
        const key = shelfKey(kind, subscription.collection);
        const shelf = shelves.get(key) ?? new Map<number, Subscription>();
        shelf.set(subscription.id, subscription);
        shelves.set(key, shelf);
      }
    },
    remove(subscription) {
      for (const kind of subscription.kinds) {
        const key = shelfKey(kind, subscription.collection);
        const shelf = shelves.get(key);
        shelf?.delete(subscription.id);
        if (shelf?.size === 0) shelves.delete(key);
      }
    },
    channelsFor(alert) {
      const collections = new Set(itemsOf(alert).map((item) => item.collection));
      const channels = new Set<string>();
      for (const collection of [null, ...collections]) {
        const shelf = shelves.get(shelfKey(alert.kind, collection));
        for (const subscription of shelf?.values() ?? []) channels.add(subscription.channelId);
      }
      return [...channels];
    },
  };
  for (const subscription of subscriptions) index.add(subscription);
  return index;
}
