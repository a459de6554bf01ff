import type { LaneStatus } from '../../../domain/lane.ts';
import type { Subscription } from '../../../domain/subscription.ts';
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

type RuleVerbs = Pick<
  SubscriptionStore,
  | 'allSubscriptions'
  | 'subscriptionsOf'
  | 'addSubscription'
  | 'removeSubscription'
  | 'changeSubscription'
  | 'pauseSubscription'
  | 'resumeSubscription'
  | 'laneStatuses'
>;

/** The verbs of the rules that admins set up, and of how their channels fare. */
export function createSubscriptionVerbs(
  verb: VerbMaker,
  { subscriptions, deliveries, lanes }: Tables,
): RuleVerbs {
  function statusOf(channelId: string): LaneStatus {
    const { state, problemCode, lastPostAt, lastProblemAt: at, lastProblemCode: code } = lanes.get(channelId);
    const lastProblem = at === null || code === null ? null : { at, code };
    return {
      channelId,
      state,
      problemCode,
      lastPostAt,
      waiting: deliveries.countPending(channelId),
      lastProblem,
    };
  }

  /** Puts the rule out of force or back into it. */
  function setPaused(guildId: string, id: number, at: number | null): Subscription | null {
    if (subscriptions.find(guildId, id) !== null) subscriptions.setPaused(id, at);
    return subscriptions.find(guildId, id);
  }

  return {
    allSubscriptions: verb.read(() => subscriptions.all()),

    subscriptionsOf: verb.read((guildId) => subscriptions.ofGuild(guildId)),

    addSubscription: verb.write((wanted) => {
      lanes.open(wanted.channelId, wanted.guildId);
      const added = subscriptions.insert(wanted);
      const subscription = added ?? subscriptions.same(wanted.channelId, wanted);
      if (subscription === null) throw new Error(`The rule for channel ${wanted.channelId} cannot be found.`);
      return { subscription, created: added !== null };
    }),

    removeSubscription: verb.write((guildId, id) => {
      const removed = subscriptions.remove(guildId, id);
      if (removed !== null && !subscriptions.anyOf(removed.channelId)) {
        lanes.abandon(removed.channelId);
        deliveries.drop(removed.channelId, false);
      }
      return removed;
    }),

    changeSubscription: verb.write((guildId, id, rule) => {
      const before = subscriptions.find(guildId, id);
      if (before === null) return null;
      const same = subscriptions.same(before.channelId, rule);
      if (same !== null && same.id !== id) return 'same';
      subscriptions.change(id, rule);
      return subscriptions.find(guildId, id);
    }),

    pauseSubscription: verb.write((guildId, id, at) => setPaused(guildId, id, at)),

    resumeSubscription: verb.write((guildId, id) => {
      const resumed = setPaused(guildId, id, null);
      if (resumed !== null) lanes.open(resumed.channelId, guildId);
      return resumed;
    }),

    laneStatuses: verb.read((channelIds) => channelIds.map(statusOf)),
  };
}
