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

/** Maximum rules that a delivery names. A channel has at most 25, unless it had more before that limit. */
const MAX_RULES = 100;

export const ruleIdsJson = jsonColumn('the rules of a delivery', z.array(z.number()));

export const writeRuleIds = (ids: Iterable<number>): string =>
  ruleIdsJson.write([...new Set(ids)].toSorted((one, other) => one - other).slice(0, MAX_RULES));

/** A delivery to be added. */
export interface NewDelivery {
  readonly channelId: string;
  /** Ids of the matching rules. */
  readonly ruleIds: readonly number[];
  readonly pings: PingTargets;
  /** Whether it informs a user that they were outbid or have won, which is as urgent as a reminder. */
  readonly isPersonal?: boolean;
  /** The silence that drops it; `null` or absent for none. */
  readonly silenceId?: number | null;
}

/** Common properties of the deliveries of one alert. */
interface NewDeliveries {
  readonly alertId: number;
  readonly alert: Alert;
  /** Revision of the live state in the alert. */
  readonly revision: number;
  /** Whether it is a notice, which is also delivered to channels without rules. */
  readonly isNotice: boolean;
  readonly isUnverified: boolean;
  /** When they expire while they wait, epoch ms; absent: by the time of the event. */
  readonly expiresAt?: number;
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

/** Returns the channels among these in which a delivery with this live key is pending or being posted. */
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
 * Returns the channels among these that have a live message with this key, or a delivery that will become one. A
 * delivery in a summary or in a plain-text message never does.
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

/**
 * Returns the channels among these that have a delivery, in any state, of another alert with this topic and live key.
 */
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
 * Creates missing queues of these targets, except of users. Users get a queue with their first rule, so one without a
 * queue had their data deleted. Resolves to those users.
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

/** Returns the channels among these whose queue accepts no deliveries, because their last rule was removed. */
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
    silenceId: 'integer',
  },
  { unlessKnown: ['alertId', 'channelId'], returning: ['alertId', 'channelId', 'state', 'silenceId'] },
);

/**
 * Makes waiting deliveries to these users about the same auction urgent, so that they are sent before the new one.
 * Deliveries in a summary are left out.
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

/** Result of adding the deliveries of one alert. */
export interface AddedDeliveries {
  /** Channels with a new pending delivery. */
  readonly added: readonly string[];
  /** Deliveries that already existed, in any state. */
  readonly known: readonly NewDelivery[];
  /** The silences that dropped new deliveries, one entry for each. */
  readonly silencedBy: readonly number[];
}

/**
 * Adds deliveries of several alerts in the given order, after `lockQueueOrder`. A channel keeps an existing delivery of
 * the alert. An approaching end is urgent, unless another alert with the same live key is pending, which must not be
 * posted after it; so alerts with the same live key are added one at a time. Being outbid and having won are urgent for
 * a user too, and waiting deliveries about the same auction go first. Resolves to the results, alert by alert.
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
  for (const { alertId, alert, revision, isNotice, isUnverified, expiresAt, deliveries } of alerts) {
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
    for (const { channelId, ruleIds, pings, silenceId = null } of deliveries) {
      if (missing.has(channelId)) continue;
      const isAbandoned = abandoned.has(channelId) && !isNotice;
      rows.push({
        alertId,
        channelId,
        occurredAt,
        expiresAt: expiresAt ?? expiryOf(alert),
        state: isAbandoned || silenceId !== null ? ('dropped' as const) : ('pending' as const),
        isAlone: liveKey !== null || isUnverified || alert.again === true,
        isUrgent: hurried.has(channelId) || (urgent && !awaiting.has(channelId)),
        isNotice,
        isUnverified,
        liveKey,
        revision,
        pingRoleIds: textList.write(pings.roles),
        isPingingChannelRole: pings.channelRole,
        ruleIds: writeRuleIds(ruleIds),
        silenceId: isAbandoned ? null : silenceId,
      });
    }
  }
  const inserted = await insertDeliveries(transaction, rows, {});
  const rowsAdded = new Map(inserted.map((row) => [`${row.alertId} ${row.channelId}`, row]));
  return alerts.map(({ alertId, deliveries }) => {
    const added: string[] = [];
    const known: NewDelivery[] = [];
    const silencedBy: number[] = [];
    for (const delivery of deliveries) {
      const key = `${alertId} ${delivery.channelId}`;
      const row = rowsAdded.get(key);
      if (row === undefined) {
        if (!missing.has(delivery.channelId)) known.push(delivery);
      } else if (row.state === 'pending') added.push(delivery.channelId);
      else if (row.silenceId !== null) silencedBy.push(row.silenceId);
      // A second delivery for the same channel is not new.
      rowsAdded.delete(key);
    }
    return { added, known, silencedBy };
  });
}

/**
 * Queues a delivery that a silence dropped, because another rule asks for the alert. Resolves to whether there was one.
 */
export async function undropSilenced(
  transaction: Transaction,
  alertId: number,
  { channelId, ruleIds }: NewDelivery,
): Promise<boolean> {
  const queued = await transaction
    .updateTable('deliveries')
    .set({ state: 'pending', silenceId: null, ruleIds: writeRuleIds(ruleIds) })
    .where('alertId', '=', alertId)
    .where('channelId', '=', channelId)
    .where('silenceId', 'is not', null)
    .executeTakeFirst();
  return queued.numUpdatedRows > 0n;
}

/** Records that a delivery posted at that time (epoch ms) also matched these rules, unless they have a later one. */
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
 * Adds further matching rules to an existing delivery, and replaces its ping targets while it is pending. Call it after
 * `lockQueueOrder`, so that no other transaction adds rules in the meantime.
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
