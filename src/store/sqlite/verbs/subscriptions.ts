import { setImmediate } from 'node:timers/promises';
import { canonicalRule } from '../../../alerts/rule-form.ts';
import type { NewSubscription, Subscription } from '../../../alerts/subscription.ts';
import type { QueueStatus } from '../../../domain/channel-queue.ts';
import {
  countByChannel,
  exceededLimit,
  type LimitExceeded,
  type RuleChanges,
  type RuleChangesResult,
} from '../../../domain/subscription-revision.ts';
import type { SubscriptionStore } from '../../store.ts';
import type { ChannelQueueTable } from '../tables/channel-queues.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { SettingsTables } from '../tables/settings.ts';
import type { SubscriptionTable } from '../tables/subscriptions.ts';
import type { GiveUpHeldPost } from './held-posts.ts';
import type { TransactionFactory } from './transaction-factory.ts';

interface Tables {
  readonly subscriptions: SubscriptionTable;
  readonly deliveries: DeliveryTables;
  readonly queues: ChannelQueueTable;
  readonly settings: Pick<SettingsTables, 'saveChannel'>;
}

/** Rules per query: a server from before the caps may have thousands, which would block the event loop. */
const PAGE_SIZE = 500;

type RuleTransactions = Pick<
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
  | 'queueStatuses'
>;

/** The transactions of rules, and the status of their channels. */
export function createSubscriptionTransactions(
  transactions: TransactionFactory,
  { subscriptions, deliveries, queues, settings }: Tables,
  giveUpHeldPost: GiveUpHeldPost,
): RuleTransactions {
  function statusOf(channelId: string): QueueStatus {
    const {
      state,
      problemCode,
      lastPostAt,
      lastProblemAt: at,
      lastProblemCode: code,
    } = queues.get(channelId);
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

  /** Pauses or resumes the rule. */
  function setPaused(guildId: string, id: number, at: number | null): Subscription | null {
    if (subscriptions.find(guildId, id) !== null) subscriptions.setPaused(id, at);
    return subscriptions.find(guildId, id);
  }

  const pageOf = transactions.read((guildId: string, after: number) =>
    subscriptions.ofGuild(guildId, after, PAGE_SIZE),
  );

  /** Drops the pending deliveries of those channels that have no rules left. */
  function abandonChannels(channelIds: Iterable<string>): void {
    for (const channelId of channelIds) {
      if (subscriptions.anyOf(channelId)) continue;
      giveUpHeldPost(channelId);
      queues.abandon(channelId);
      deliveries.drop(channelId, false);
    }
  }

  function insert(wanted: NewSubscription) {
    queues.open(wanted.channelId, wanted.guildId);
    const added = subscriptions.insert(wanted);
    const subscription = added ?? subscriptions.same(wanted.channelId, wanted);
    if (subscription === null) throw new Error(`The rule for channel ${wanted.channelId} cannot be found.`);
    return { subscription, created: added !== null };
  }

  function revise(guildId: string, revision: RuleChanges, at: number): RuleChangesResult | LimitExceeded {
    const { add = [], pause = [], resume = [], remove = [], settings: chosen = [] } = revision;
    const leaving = subscriptions.channelsOf(guildId, remove);
    const fresh = new Map(
      add
        .filter((one) => subscriptions.same(one.channelId, one) === null)
        .map((one) => [`${one.channelId} ${canonicalRule(one)}`, one]),
    );
    const over = exceededLimit({
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
    abandonChannels(new Set(leaving.map(({ channelId }) => channelId)));
    subscriptions.setAllPaused(guildId, pause, at);
    subscriptions.setAllPaused(guildId, resume, null);
    const resumed = subscriptions.findAll(guildId, resume);
    for (const channelId of new Set(resumed.map((one) => one.channelId))) queues.open(channelId, guildId);
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
    allSubscriptions: transactions.read(() => subscriptions.all()),

    async subscriptionsOf(guildId) {
      const all: Subscription[] = [];
      for (
        let page = await pageOf(guildId, 0);
        page.length > 0;
        page = await pageOf(guildId, all.at(-1)?.id ?? 0)
      ) {
        all.push(...page);
        if (page.length < PAGE_SIZE) break;
        await setImmediate();
      }
      return all;
    },

    subscriptionCounts: transactions.read((guildId) => subscriptions.countsOf(guildId)),

    reviseSubscriptions: transactions.write(revise),

    addSubscription: transactions.write(insert),

    removeSubscription: transactions.write((guildId, id) => {
      const removed = subscriptions.remove(guildId, id);
      if (removed !== null) abandonChannels([removed.channelId]);
      return removed;
    }),

    changeSubscription: transactions.write((guildId, id, rule) => {
      const before = subscriptions.find(guildId, id);
      if (before === null) return null;
      const same = subscriptions.same(before.channelId, rule);
      if (same !== null && same.id !== id) return 'same';
      subscriptions.change(id, rule);
      return subscriptions.find(guildId, id);
    }),

    pauseSubscription: transactions.write((guildId, id, at) => setPaused(guildId, id, at)),

    resumeSubscription: transactions.write((guildId, id) => {
      const resumed = setPaused(guildId, id, null);
      if (resumed !== null) queues.open(resumed.channelId, guildId);
      return resumed;
    }),

    queueStatuses: transactions.read((channelIds) => channelIds.map(statusOf)),
  };
}
