import { z } from 'zod';
import { type Alert, isUrgent } from '#src/alerts/alert.ts';
import { expiryOf } from '#src/alerts/expiry.ts';
import type { PingTargets } from '#src/alerts/ping.ts';
import { isPerson } from '#src/alerts/target.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Queries, Transaction } from './database/database.ts';
import { rowInsertion } from './database/insert-rows.ts';
import { jsonColumn, textList } from './database/json.ts';
import { isAmong, listParameter, literal } from './database/lists.ts';
import { findLiveMessageChannels } from './live-messages.ts';
import { ensureQueues, findQueues, knownQueues } from './queue-states.ts';

/** The most rules that a delivery names. A channel has at most 25, unless it had more before that limit. */
const MAX_RULES = 100;

export const ruleIdsJson = jsonColumn('the rules of a delivery', z.array(z.number()));

const writeRuleIds = (ids: Iterable<number>): string =>
  ruleIdsJson.write([...new Set(ids)].toSorted((one, other) => one - other).slice(0, MAX_RULES));

/** A delivery to be added. */
export interface NewDelivery {
  readonly channelId: string;
  /** The rules that ask for it. */
  readonly ruleIds: readonly number[];
  readonly pings: PingTargets;
  /** Whether it tells a person that they were outbid or have won, which is as urgent as a coming end. */
  readonly isPersonal?: boolean;
}

/** What the deliveries of one alert have in common. */
interface NewDeliveries {
  readonly alertId: number;
  readonly alert: Alert;
  /** Of the live state, as the alert shows it. */
  readonly revision: number;
  /** A notice, which is also delivered to channels without rules. */
  readonly isNotice: boolean;
  readonly isUnverified: boolean;
}

const findAwaiting = compiledQuery(
  (queries: Queries, { liveKey, channelIds }: Parameters<{ liveKey: string; channelIds: unknown }>) =>
    queries
      .selectFrom('deliveries')
      .select('channelId')
      .where(({ ref }) => isAmong(queries, ref('channelId'), channelIds))
      .where('liveKey', '=', liveKey)
      .where('liveKey', 'is not', null)
      .where('state', 'in', [literal('pending'), literal('posting')]),
);

/** The channels among these in which a delivery with this live key is pending or being posted. */
async function channelsAwaiting(
  queries: Queries,
  liveKey: string,
  channelIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await findAwaiting(queries, { liveKey, channelIds: listParameter(queries, channelIds) });
  return new Set(rows.map(({ channelId }) => channelId));
}

const findShowing = compiledQuery(
  (queries: Queries, { liveKey, channelIds }: Parameters<{ liveKey: string; channelIds: unknown }>) =>
    queries
      .selectFrom('deliveries')
      .leftJoin('posts', 'posts.id', 'deliveries.postId')
      .select('deliveries.channelId')
      .where(({ ref }) => isAmong(queries, ref('deliveries.channelId'), channelIds))
      .where('deliveries.liveKey', '=', liveKey)
      .where('deliveries.liveKey', 'is not', null)
      .where('deliveries.state', 'in', [literal('pending'), literal('posting')])
      .where(({ eb, or }) => or([eb('posts.id', 'is', null), eb('posts.layout', '=', 'card')])),
);

/**
 * The channels among these that have a live message with this key, or a delivery that will become one. A delivery in a
 * summary or in a plain-text message never does.
 */
export async function channelsThatShow(
  queries: Queries,
  liveKey: string,
  channelIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (channelIds.length === 0) return new Set();
  const rows = await findShowing(queries, { liveKey, channelIds: listParameter(queries, channelIds) });
  return new Set([
    ...rows.map(({ channelId }) => channelId),
    ...(await findLiveMessageChannels(queries, liveKey, channelIds)),
  ]);
}

const findGiven = compiledQuery(
  (
    queries: Queries,
    {
      liveKey,
      topic,
      key,
      channelIds,
    }: Parameters<{ liveKey: string; topic: string; key: string; channelIds: unknown }>,
  ) =>
    queries
      .selectFrom('deliveries')
      .innerJoin('alerts', 'alerts.id', 'deliveries.alertId')
      .select('deliveries.channelId')
      .where(({ ref }) => isAmong(queries, ref('deliveries.channelId'), channelIds))
      .where('alerts.liveKey', '=', liveKey)
      .where('alerts.liveKey', 'is not', null)
      .where('alerts.topic', '=', topic)
      .where('alerts.key', '!=', key),
);

/** The channels among these that have a delivery of another alert with this topic and live key, in whatever state. */
export async function channelsGivenOther(
  queries: Queries,
  alert: { readonly key: string; readonly topic: string; readonly liveKey: string },
  channelIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (channelIds.length === 0) return new Set();
  const { key, topic, liveKey } = alert;
  const rows = await findGiven(queries, {
    key,
    topic,
    liveKey,
    channelIds: listParameter(queries, channelIds),
  });
  return new Set(rows.map(({ channelId }) => channelId));
}

/**
 * Creates the queues of these targets where they are missing, but not of people, who have one as soon as they have a
 * rule: one who has none was forgotten. Resolves to those that have none.
 */
async function missingPeople(
  transaction: Transaction,
  targetIds: readonly string[],
): Promise<ReadonlySet<string>> {
  await ensureQueues(
    transaction,
    targetIds.filter((targetId) => !isPerson(targetId)),
  );
  const people = targetIds.filter(isPerson);
  if (people.length === 0) return new Set();
  const known = await knownQueues(transaction, people);
  return new Set(people.filter((targetId) => !known.has(targetId)));
}

/** The channels among these whose queue accepts no deliveries, because their last rule was removed. */
async function abandonedChannels(
  queries: Queries,
  channelIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const queues = await findQueues(queries, channelIds);
  return new Set(queues.filter(({ isAbandoned }) => isAbandoned).map(({ channelId }) => channelId));
}

const insertDeliveries = rowInsertion(
  'deliveries',
  {
    alertId: 'integer',
    channelId: 'text',
    occurredAt: 'real',
    expiresAt: 'real',
    state: 'text',
    isAlone: 'boolean',
    isUrgent: 'boolean',
    isNotice: 'boolean',
    isUnverified: 'boolean',
    liveKey: 'text',
    revision: 'integer',
    pingRoleIds: 'text',
    isPingingChannelRole: 'boolean',
    ruleIds: 'text',
  },
  { unlessKnown: ['alertId', 'channelId'], returning: ['alertId', 'channelId', 'state'] },
);

/**
 * What waits for these people about the same auction, and is in no summary yet, is as urgent as what comes now: it goes
 * before it.
 */
const hurryEarlier = compiledQuery(
  (transaction: Transaction, { liveKey, channelIds }: Parameters<{ liveKey: string; channelIds: unknown }>) =>
    transaction
      .updateTable('deliveries')
      .set({ isUrgent: true })
      .where(({ ref }) => isAmong(transaction, ref('channelId'), channelIds))
      .where('liveKey', '=', liveKey)
      .where('liveKey', 'is not', null)
      .where('state', 'in', [literal('pending'), literal('posting')])
      .where(({ not, ref }) => not(ref('isUnverified')))
      .where('id', '>', ({ selectFrom }) =>
        selectFrom('channelQueues')
          .select('summarisedUpTo')
          .whereRef('channelQueues.channelId', '=', 'deliveries.channelId'),
      ),
);

/** What became of the deliveries of one alert. */
export interface AddedDeliveries {
  /** The channels that have a new pending delivery. */
  readonly added: readonly string[];
  /** Those that had one of any state before. */
  readonly known: readonly NewDelivery[];
}

/**
 * Adds deliveries of several alerts, in the order given, after `lockQueueOrder`. A channel that has a delivery of the
 * alert keeps it. An auction about to end is urgent, unless another alert about it is pending, which must not be posted
 * after it; so alerts with one live key are added one after the other. To a person being outbid and having won are
 * urgent too, and what waits about the same auction goes before. Resolves to what became of them, alert by alert.
 */
export async function addDeliveries(
  transaction: Transaction,
  alerts: readonly (NewDeliveries & { readonly deliveries: readonly NewDelivery[] })[],
): Promise<readonly AddedDeliveries[]> {
  const channelIds = [
    ...new Set(alerts.flatMap(({ deliveries }) => deliveries.map(({ channelId }) => channelId))),
  ];
  const missing = await missingPeople(transaction, channelIds);
  const abandoned = await abandonedChannels(transaction, channelIds);
  const rows = [];
  for (const { alertId, alert, revision, isNotice, isUnverified, deliveries } of alerts) {
    const { liveKey, occurredAt } = alert;
    const urgent = isUrgent(alert);
    const awaiting =
      urgent && liveKey !== null
        ? await channelsAwaiting(transaction, liveKey, channelIds)
        : new Set<string>();
    const hurried = new Set(
      deliveries.flatMap(({ channelId, isPersonal = false }) =>
        isPerson(channelId) && (urgent || isPersonal) ? [channelId] : [],
      ),
    );
    if (liveKey !== null && hurried.size > 0)
      await hurryEarlier(transaction, { liveKey, channelIds: listParameter(transaction, [...hurried]) });
    for (const { channelId, ruleIds, pings } of deliveries) {
      if (missing.has(channelId)) continue;
      rows.push({
        alertId,
        channelId,
        occurredAt,
        expiresAt: expiryOf(alert),
        state: abandoned.has(channelId) && !isNotice ? ('dropped' as const) : ('pending' as const),
        isAlone: liveKey !== null || isUnverified,
        isUrgent: hurried.has(channelId) || (urgent && !awaiting.has(channelId)),
        isNotice,
        isUnverified,
        liveKey,
        revision,
        pingRoleIds: textList.write(pings.roles),
        isPingingChannelRole: pings.channelRole,
        ruleIds: writeRuleIds(ruleIds),
      });
    }
  }
  const inserted = await insertDeliveries(transaction, rows, {});
  const states = new Map(inserted.map(({ alertId, channelId, state }) => [`${alertId} ${channelId}`, state]));
  return alerts.map(({ alertId, deliveries }) => {
    const added: string[] = [];
    const known: NewDelivery[] = [];
    for (const delivery of deliveries) {
      const key = `${alertId} ${delivery.channelId}`;
      const state = states.get(key);
      if (state === 'pending') added.push(delivery.channelId);
      else if (state === undefined && !missing.has(delivery.channelId)) known.push(delivery);
      // A second one for the same channel is not new.
      states.delete(key);
    }
    return { added, known };
  });
}

/** The rules also asked for what was posted at that time (epoch ms), unless they asked for something posted later. */
async function noteEarlierPost(
  transaction: Transaction,
  ruleIds: readonly number[],
  at: number | null,
): Promise<void> {
  if (at === null) return;
  await transaction
    .updateTable('subscriptions')
    .set({ lastPostAt: at })
    .where('id', 'in', ruleIds)
    .where(({ eb, or }) => or([eb('lastPostAt', 'is', null), eb('lastPostAt', '<', at)]))
    .execute();
}

/**
 * More rules ask for a delivery that exists: adds them to it, and replaces its ping targets while it is pending. After
 * `lockQueueOrder`, so that nobody else adds rules meanwhile.
 */
export async function addRulesToDelivery(
  transaction: Transaction,
  alertId: number,
  { channelId, ruleIds, pings }: NewDelivery,
): Promise<void> {
  const known = await transaction
    .selectFrom('deliveries')
    .leftJoin('posts', 'posts.id', 'deliveries.postId')
    .select(['deliveries.id', 'deliveries.ruleIds', 'deliveries.state', 'posts.settledAt'])
    .where('alertId', '=', alertId)
    .where('deliveries.channelId', '=', channelId)
    .executeTakeFirst();
  if (known === undefined) return;
  const before = ruleIdsJson.read(known.ruleIds);
  const added = ruleIds.filter((id) => !before.includes(id));
  if (added.length > 0) {
    const all = writeRuleIds([...before, ...added]);
    await transaction.updateTable('deliveries').set({ ruleIds: all }).where('id', '=', known.id).execute();
    if (known.state === 'sent') await noteEarlierPost(transaction, added, known.settledAt);
  }
  await transaction
    .updateTable('deliveries')
    .set({ pingRoleIds: textList.write(pings.roles), isPingingChannelRole: pings.channelRole })
    .where('id', '=', known.id)
    .where('state', '=', 'pending')
    .execute();
}
