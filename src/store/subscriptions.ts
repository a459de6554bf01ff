import { extrasOf } from '#src/alerts/rule-extras.ts';
import type { NewSubscription, Rule, Subscription } from '#src/alerts/subscription.ts';
import {
  countByChannel,
  exceededLimit,
  type LimitExceeded,
  type RuleChanges,
  type RuleChangesResult,
} from '#src/alerts/subscription-revision.ts';
import type { Database, Transaction } from './database/database.ts';
import { inChunks } from './database/lists.ts';
import { lockGuild, lockQueueOrder } from './database/locks.ts';
import { giveUpHeldPosts } from './held-posts.ts';
import type { QueueStatus } from './model/channel-queue.ts';
import { noteChange } from './note-change.ts';
import { findOncePosts, type OncePost } from './once.ts';
import { abandonQueues, countWaiting, findQueues, openQueues } from './queue-states.ts';
import { addRuleVersions } from './rule-versions.ts';
import { ruleHash, writeRule } from './rules.ts';
import { saveChannelSettings } from './settings.ts';
import {
  countRulesByChannel,
  findOfGuild,
  findSame,
  findSubscription,
  findSubscriptions,
  keyOf,
  readSubscription,
  SUBSCRIPTION_COLUMNS,
} from './subscription-rows.ts';
import { endTemplates } from './template-rows.ts';
import { saveTemplates } from './templates.ts';

type AddedRule = RuleChangesResult['added'][number];

/** Replaces the extras of present rules by those of their identical new ones that have any. */
async function renewExtras(
  transaction: Transaction,
  rules: NonNullable<RuleChanges['add']>,
  created: ReadonlySet<string>,
): Promise<void> {
  for (const rule of rules) {
    if (rule.extras === undefined || created.has(keyOf(rule))) continue;
    await transaction
      .updateTable('subscriptions')
      .set({ extras: writeRule(rule).extras })
      .where('channelId', '=', rule.channelId)
      .where('ruleHash', '=', ruleHash(rule))
      .execute();
  }
}

/**
 * Adds rules of one server, and opens their queues. Resolves to them in this order; an identical rule of a channel
 * stays, with the extras of the new one if that has any.
 */
async function addRules(
  transaction: Transaction,
  guildId: string,
  rules: NonNullable<RuleChanges['add']>,
): Promise<readonly AddedRule[]> {
  await openQueues(
    transaction,
    guildId,
    rules.map(({ channelId }) => channelId),
  );
  const created = new Set<string>();
  for (const chunk of inChunks(rules)) {
    const rows = await transaction
      .insertInto('subscriptions')
      .values(
        chunk.map((rule) => ({
          guildId: rule.guildId,
          channelId: rule.channelId,
          ...writeRule(rule),
          ruleHash: ruleHash(rule),
          createdBy: rule.createdBy,
          createdAt: rule.createdAt,
          pausedAt: rule.pausedAt ?? null,
        })),
      )
      .onConflict((conflict) => conflict.columns(['channelId', 'ruleHash']).doNothing())
      .returning(['channelId', 'ruleHash'])
      .execute();
    for (const row of rows) created.add(`${row.channelId} ${row.ruleHash}`);
  }
  await renewExtras(transaction, rules, created);
  const stored = await findSame(transaction, rules);
  await addRuleVersions(
    transaction,
    [...stored].flatMap(([key, subscription]) => (created.has(key) ? [subscription] : [])),
  );
  return rules.map((rule) => {
    const key = keyOf(rule);
    const subscription = stored.get(key);
    if (subscription === undefined)
      throw new Error(`The rule for channel ${rule.channelId} cannot be found.`);
    // A second identical rule in the list is not new.
    return { subscription, created: created.delete(key) };
  });
}

/**
 * Pauses these rules of the server at this time (epoch ms), unless they are already paused; `null` resumes them. One that
 * posts once may then post again.
 */
async function setPaused(
  transaction: Transaction,
  guildId: string,
  ids: readonly number[],
  at: number | null,
): Promise<readonly Subscription[]> {
  const changed: Subscription[] = [];
  for (const chunk of inChunks(ids)) {
    const rows = await transaction
      .updateTable('subscriptions')
      .set(({ fn, ref, val }) =>
        at === null
          ? { pausedAt: null, onceDeliveryId: null }
          : { pausedAt: fn.coalesce(ref('pausedAt'), val(at)) },
      )
      .where('guildId', '=', guildId)
      .where('id', 'in', chunk)
      .returning(SUBSCRIPTION_COLUMNS)
      .execute();
    changed.push(...rows.map(readSubscription));
  }
  await addRuleVersions(transaction, changed);
  return changed.toSorted((one, other) => one.id - other.id);
}

/** Resumes these rules of the server, and opens their queues. */
async function resumeRules(
  transaction: Transaction,
  guildId: string,
  ids: readonly number[],
): Promise<readonly Subscription[]> {
  const resumed = await setPaused(transaction, guildId, ids, null);
  await openQueues(
    transaction,
    guildId,
    resumed.map(({ channelId }) => channelId),
  );
  return resumed;
}

/**
 * Removes rules, and abandons the queues of channels without remaining rules. Call it after `lockGuild` and
 * `lockQueueOrder`.
 */
async function removeRules(
  transaction: Transaction,
  guildId: string,
  rules: readonly Subscription[],
): Promise<void> {
  await endTemplates(transaction, guildId, { scope: 'rule', targets: rules.map(({ id }) => String(id)) });
  await addRuleVersions(transaction, rules, { isRemoved: true });
  const left = new Set(rules.map(({ channelId }) => channelId));
  for (const chunk of inChunks(rules.map(({ id }) => id)))
    await transaction.deleteFrom('subscriptions').where('id', 'in', chunk).execute();
  for (const chunk of inChunks([...left])) {
    const rows = await transaction
      .selectFrom('subscriptions')
      .select('channelId')
      .distinct()
      .where('channelId', 'in', chunk)
      .execute();
    for (const { channelId } of rows) left.delete(channelId);
  }
  await giveUpHeldPosts(transaction, [...left]);
  await abandonQueues(transaction, [...left]);
}

async function revise(
  transaction: Transaction,
  guildId: string,
  { add = [], pause = [], resume = [], remove = [], settings = [], templates = [] }: RuleChanges,
  at: number,
): Promise<RuleChangesResult | LimitExceeded> {
  await lockGuild(transaction, guildId);
  if (remove.length > 0) await lockQueueOrder(transaction);
  const leaving = await findOfGuild(transaction, guildId, remove);
  const known = await findSame(transaction, add);
  const fresh = new Map(add.map((rule) => [keyOf(rule), rule]));
  for (const key of known.keys()) fresh.delete(key);
  const exceeded = exceededLimit({
    present: await countRulesByChannel(transaction, guildId),
    coming: countByChannel(fresh.values()),
    going: countByChannel(leaving),
  });
  if (exceeded !== null) return exceeded;
  const added = await addRules(transaction, guildId, add);
  await removeRules(transaction, guildId, leaving);
  const paused = await setPaused(transaction, guildId, pause, at);
  const resumed = await resumeRules(transaction, guildId, resume);
  await saveChannelSettings(transaction, guildId, settings);
  const ofRules = add.flatMap((rule, position) =>
    (rule.templates ?? []).map(({ topic, template }) => {
      const target = String(added[position]?.subscription.id);
      return { scope: 'rule' as const, target, topic, template };
    }),
  );
  const templatesLeftOut = await saveTemplates(transaction, guildId, [...templates, ...ofRules]);
  await noteChange(transaction, guildId);
  return {
    type: 'revised',
    added,
    paused: paused.map(({ id }) => id),
    resumed,
    removed: leaving.map(({ id }) => id),
    templatesLeftOut,
  };
}

async function add(transaction: Transaction, rule: NewSubscription): Promise<AddedRule> {
  await lockGuild(transaction, rule.guildId);
  const [added] = await addRules(transaction, rule.guildId, [rule]);
  if (added === undefined) throw new Error(`The rule for channel ${rule.channelId} was not added.`);
  await noteChange(transaction, rule.guildId);
  return added;
}

async function change(
  transaction: Transaction,
  guildId: string,
  id: number,
  rule: Rule,
): Promise<Subscription | 'same' | null> {
  await lockGuild(transaction, guildId);
  const before = await findSubscription(transaction, guildId, id);
  if (before === null) return null;
  const changed = { ...rule, channelId: before.channelId };
  const same = (await findSame(transaction, [changed])).get(keyOf(changed));
  if (same !== undefined && same.id !== id) return 'same';
  const isNewlyOnce = extrasOf(rule).isOnce === true && extrasOf(before).isOnce !== true;
  await transaction
    .updateTable('subscriptions')
    .set({
      ...writeRule(rule),
      ruleHash: ruleHash(rule),
      ...(isNewlyOnce ? { onceDeliveryId: null } : {}),
    })
    .where('id', '=', id)
    .execute();
  await noteChange(transaction, guildId);
  const after = await findSubscription(transaction, guildId, id);
  if (after !== null) await addRuleVersions(transaction, [after]);
  return after;
}

/** Creates the store of rules of all channels, and of the status of these channels. */
export function createSubscriptionStore(database: Database) {
  return {
    /** Resolves to the subscriptions of all servers, for the matching index. */
    allSubscriptions: (): Promise<readonly Subscription[]> =>
      database.read('allSubscriptions', (queries) => findSubscriptions(queries, { guildId: null })),

    /** Resolves to the server's subscriptions, oldest first. */
    subscriptionsOf: (guildId: string): Promise<readonly Subscription[]> =>
      database.read('subscriptionsOf', (queries) => findSubscriptions(queries, { guildId })),

    /** Resolves to the number of rules per channel of the server. */
    subscriptionCounts: (guildId: string): Promise<ReadonlyMap<string, number>> =>
      database.read('subscriptionCounts', (queries) => countRulesByChannel(queries, guildId)),

    /**
     * Changes several rules and channel settings in one transaction. Rules are added before others are removed, so that
     * a channel whose rules are only replaced keeps its pending deliveries. If a limit would be exceeded, nothing is
     * changed. `at` is epoch ms.
     */
    reviseSubscriptions: (
      guildId: string,
      revision: RuleChanges,
      at: number,
    ): Promise<RuleChangesResult | LimitExceeded> =>
      database.transaction('reviseSubscriptions', (transaction) =>
        revise(transaction, guildId, revision, at),
      ),

    /**
     * Adds the rule and opens its channel's queue, without checking limits. If the channel already has the same rule,
     * that one is returned with `created` false; the queue is opened anyway.
     */
    addSubscription: (
      rule: NewSubscription,
    ): Promise<{ readonly subscription: Subscription; readonly created: boolean }> =>
      database.transaction('addSubscription', (transaction) => add(transaction, rule)),

    /**
     * Removes the rule; `null` if the server has none with this id. If it was the last rule of its channel, the pending
     * deliveries are dropped and no new ones are queued until the channel has a rule again. A message in flight is
     * still settled; one that holds the channel is abandoned.
     */
    removeSubscription: (guildId: string, id: number): Promise<Subscription | null> =>
      database.transaction('removeSubscription', async (transaction) => {
        await lockGuild(transaction, guildId);
        await lockQueueOrder(transaction);
        const removed = await findSubscription(transaction, guildId, id);
        if (removed === null) return null;
        await removeRules(transaction, guildId, [removed]);
        await noteChange(transaction, guildId);
        return removed;
      }),

    /**
     * Changes the rule; `null` if the server has none with this id. `'same'`, without a change, if its channel already
     * has an identical rule.
     */
    changeSubscription: (guildId: string, id: number, rule: Rule): Promise<Subscription | 'same' | null> =>
      database.transaction('changeSubscription', (transaction) => change(transaction, guildId, id, rule)),

    /** Pauses the rule; pending deliveries are still posted. `null` if the server has none with this id. */
    pauseSubscription: (guildId: string, id: number, at: number): Promise<Subscription | null> =>
      database.transaction('pauseSubscription', async (transaction) => {
        const [paused] = await setPaused(transaction, guildId, [id], at);
        await noteChange(transaction, guildId);
        return paused ?? null;
      }),

    /** Resumes the rule and opens its channel's queue. `null` if the server has none with this id. */
    resumeSubscription: (guildId: string, id: number): Promise<Subscription | null> =>
      database.transaction('resumeSubscription', async (transaction) => {
        await lockGuild(transaction, guildId);
        const [resumed] = await resumeRules(transaction, guildId, [id]);
        await noteChange(transaction, guildId);
        return resumed ?? null;
      }),

    /**
     * Opens the queue of a channel in which the server has rules, regardless of why it stopped; paused rules stay
     * paused. `false` without a rule.
     */
    reopenChannel: (guildId: string, channelId: string): Promise<boolean> =>
      database.transaction('reopenChannel', async (transaction) => {
        await lockGuild(transaction, guildId);
        const rule = await transaction
          .selectFrom('subscriptions')
          .select('id')
          .where('guildId', '=', guildId)
          .where('channelId', '=', channelId)
          .limit(1)
          .executeTakeFirst();
        if (rule === undefined) return false;
        await openQueues(transaction, guildId, [channelId]);
        return true;
      }),

    /** Resolves to what became of the one alert of rules that post once, by delivery. Deleted deliveries are absent. */
    oncePosts: (deliveryIds: readonly number[]): Promise<ReadonlyMap<number, OncePost>> =>
      database.read('oncePosts', (queries) => findOncePosts(queries, deliveryIds)),

    /** Resolves to the statuses in the order of `channelIds`; an unknown channel counts as an open, empty queue. */
    queueStatuses: (channelIds: readonly string[]): Promise<readonly QueueStatus[]> =>
      database.read('queueStatuses', async (queries) => {
        const waiting = await countWaiting(queries, channelIds);
        const queues = await findQueues(queries, channelIds);
        return queues.map(
          ({ channelId, state, problemCode, lastPostAt, lastProblemAt: at, lastProblemCode: code }) => ({
            channelId,
            state,
            problemCode,
            lastPostAt,
            waiting: waiting.get(channelId) ?? 0,
            lastProblem: at === null || code === null ? null : { at, code },
          }),
        );
      }),
  };
}
