import { setImmediate } from 'node:timers/promises';
import type { LaneStatus } from '../../../domain/lane.ts';
import type { NewSubscription, Subscription } from '../../../domain/subscription.ts';
import {
  countByChannel,
  type OverCap,
  overCap,
  type Revised,
  type Revision,
} from '../../../domain/subscription-revision.ts';
import { canonicalRule } from '../../rows/rule.ts';
import type { SubscriptionStore } from '../../store.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { LaneTable } from '../tables/lanes.ts';
import type { SettingsTables } from '../tables/settings.ts';
import type { SubscriptionTable } from '../tables/subscriptions.ts';
import type { GiveUpHeld } from './held.ts';
import type { VerbMaker } from './verb.ts';

interface Tables {
  readonly subscriptions: SubscriptionTable;
  readonly deliveries: DeliveryTables;
  readonly lanes: LaneTable;
  readonly settings: Pick<SettingsTables, 'saveChannel'>;
}

/** So many rules are read at once; a server from before there were caps may have thousands, and others want the event loop. */
const PAGE = 500;

type RuleVerbs = Pick<
  SubscriptionStore,
  | 'allSubscriptions'
  | 'subscriptionsOf'
  | 'subscriptionCounts'
  | 'reviseSubscriptions'
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
  { subscriptions, deliveries, lanes, settings }: Tables,
  giveUpHeld: GiveUpHeld,
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

  const pageOf = verb.read((guildId: string, after: number) => subscriptions.ofGuild(guildId, after, PAGE));

  /** Ends what the channels went through that have no rule any more. */
  function leave(channelIds: Iterable<string>): void {
    for (const channelId of channelIds) {
      if (subscriptions.anyOf(channelId)) continue;
      giveUpHeld(channelId);
      lanes.abandon(channelId);
      deliveries.drop(channelId, false);
    }
  }

  function insert(wanted: NewSubscription) {
    lanes.open(wanted.channelId, wanted.guildId);
    const added = subscriptions.insert(wanted);
    const subscription = added ?? subscriptions.same(wanted.channelId, wanted);
    if (subscription === null) throw new Error(`The rule for channel ${wanted.channelId} cannot be found.`);
    return { subscription, created: added !== null };
  }

  function revise(guildId: string, revision: Revision, at: number): Revised | OverCap {
    const { add = [], pause = [], resume = [], remove = [], settings: chosen = [] } = revision;
    const leaving = subscriptions.channelsOf(guildId, remove);
    const fresh = new Map(
      add
        .filter((one) => subscriptions.same(one.channelId, one) === null)
        .map((one) => [`${one.channelId} ${canonicalRule(one)}`, one]),
    );
    const over = overCap({
      present: subscriptions.countsOf(guildId),
      coming: countByChannel(fresh.values()),
      going: countByChannel(leaving),
    });
    if (over !== null) return over;
    const added = add.map((one) => {
      const { pausedAt = null, ...wanted } = one;
      const { subscription, created } = insert(wanted);
      if (!created || pausedAt === null) return { subscription, created };
      subscriptions.setPaused(subscription.id, pausedAt);
      return { subscription: { ...subscription, pausedAt }, created };
    });
    subscriptions.removeAll(guildId, remove);
    leave(new Set(leaving.map(({ channelId }) => channelId)));
    subscriptions.setAllPaused(guildId, pause, at);
    subscriptions.setAllPaused(guildId, resume, null);
    const resumed = subscriptions.findAll(guildId, resume);
    for (const channelId of new Set(resumed.map((one) => one.channelId))) lanes.open(channelId, guildId);
    for (const one of chosen) settings.saveChannel(guildId, one.channelId, one.settings);
    return {
      type: 'revised',
      added,
      paused: subscriptions.channelsOf(guildId, pause).map(({ id }) => id),
      resumed,
      removed: leaving.map(({ id }) => id),
    };
  }

  return {
    allSubscriptions: verb.read(() => subscriptions.all()),

    async subscriptionsOf(guildId) {
      const all: Subscription[] = [];
      for (
        let page = await pageOf(guildId, 0);
        page.length > 0;
        page = await pageOf(guildId, all.at(-1)?.id ?? 0)
      ) {
        all.push(...page);
        if (page.length < PAGE) break;
        await setImmediate();
      }
      return all;
    },

    subscriptionCounts: verb.read((guildId) => subscriptions.countsOf(guildId)),

    reviseSubscriptions: verb.write(revise),

    addSubscription: verb.write(insert),

    removeSubscription: verb.write((guildId, id) => {
      const removed = subscriptions.remove(guildId, id);
      if (removed !== null) leave([removed.channelId]);
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
