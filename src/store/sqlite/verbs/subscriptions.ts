import type { SubscriptionStore } from '../../store.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { LaneTable } from '../tables/lanes.ts';
import type { SubscriptionTable } from '../tables/subscriptions.ts';
import type { VerbMaker } from './verb.ts';

interface Tables {
  readonly subscriptions: SubscriptionTable;
  readonly deliveries: DeliveryTables;
  readonly lanes: LaneTable;
}

/** The verbs of the rules that admins set up, and of how their channels fare. */
export function createSubscriptionVerbs(
  verb: VerbMaker,
  { subscriptions, deliveries, lanes }: Tables,
): SubscriptionStore {
  return {
    allSubscriptions: verb.read(() => subscriptions.all()),

    subscriptionsOf: verb.read((guildId) => subscriptions.ofGuild(guildId)),

    addSubscription: verb.write((wanted) => {
      lanes.open(wanted.channelId);
      const added = subscriptions.insert(wanted);
      const subscription = added ?? subscriptions.same(wanted);
      if (subscription === null) throw new Error(`The rule for channel ${wanted.channelId} cannot be found.`);
      return { subscription, created: added !== null };
    }),

    removeSubscription: verb.write((guildId, id) => {
      const removed = subscriptions.remove(guildId, id);
      if (removed !== null && !subscriptions.anyOf(removed.channelId)) {
        lanes.abandon(removed.channelId);
        deliveries.drop(removed.channelId);
      }
      return removed;
    }),

    laneStatuses: verb.read((channelIds) =>
      channelIds.map((channelId) => {
        const { state, problemCode, lastPostAt } = lanes.get(channelId);
        const waiting = deliveries.countPending(channelId);
        return { channelId, state, problemCode, lastPostAt, waiting };
      }),
    ),
  };
}
