import type { Subscriptions } from '../discord/services.ts';
import type { Subscription } from '../domain/subscription.ts';
import type { SubscriptionIndex } from '../pipeline/intake/subscription-index.ts';
import type { SubscriptionStore } from '../store/store.ts';
import type { ChannelHomes } from './channel-homes.ts';

/** Subscriptions as commands see them: kept in the store, and known to the index and the lanes at once. */
export function joinSubscriptions(deps: {
  readonly store: SubscriptionStore;
  readonly index: Pick<SubscriptionIndex, 'remove' | 'replace'>;
  readonly homes: Pick<ChannelHomes, 'learn'>;
  readonly wake: (channelIds: readonly string[]) => void;
  /** Epoch ms. */
  readonly now: () => number;
}): Subscriptions {
  const { store, index, homes, wake, now } = deps;

  /** What the store has changed, as the index is to have it. */
  function replaced(subscription: Subscription | null): Subscription | null {
    if (subscription !== null) index.replace(subscription);
    return subscription;
  }

  return {
    async add(wanted) {
      const added = await store.addSubscription(wanted);
      index.replace(added.subscription);
      homes.learn(added.subscription);
      wake([added.subscription.channelId]);
      return added;
    },
    async change(guildId, id, rule) {
      const changed = await store.changeSubscription(guildId, id, rule);
      return changed === 'same' ? changed : replaced(changed);
    },
    pause: async (guildId, id) => replaced(await store.pauseSubscription(guildId, id, now())),
    async resume(guildId, id) {
      const resumed = replaced(await store.resumeSubscription(guildId, id));
      if (resumed !== null) wake([resumed.channelId]);
      return resumed;
    },
    async remove(guildId, id) {
      const removed = await store.removeSubscription(guildId, id);
      if (removed !== null) index.remove(removed);
      return removed;
    },
    of: (guildId) => store.subscriptionsOf(guildId),
    laneStatuses: (channelIds) => store.laneStatuses(channelIds),
    saveDraft: (draft) => store.saveDraft(draft),
    loadDraft: (id) => store.loadDraft(id),
    draftsOf: (guildId) => store.draftsOf(guildId),
    removeDraft: (id) => store.removeDraft(id),
  };
}
