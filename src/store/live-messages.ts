import { keepPosted } from '#src/alerts/alert.ts';
import { marketAlertJson } from './alerts.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Queries, Transaction } from './database/database.ts';
import { inChunks } from './database/lists.ts';
import { readLimitNotice } from './limit-notices.ts';
import type { StaleLiveMessage } from './model/live-state.ts';

/** The channels among these that have a live message with this key. */
export async function findLiveMessageChannels(
  queries: Queries,
  liveKey: string,
  channelIds: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const chunk of inChunks(channelIds)) {
    const rows = await queries
      .selectFrom('liveMessages')
      .select('channelId')
      .where('liveKey', '=', liveKey)
      .where('channelId', 'in', chunk)
      .execute();
    found.push(...rows.map(({ channelId }) => channelId));
  }
  return found;
}

/** Whether the channel has a live message with this key. */
export async function hasLiveMessage(queries: Queries, channelId: string, liveKey: string): Promise<boolean> {
  return (await findLiveMessageChannels(queries, liveKey, [channelId])).length > 0;
}

const findFirst = compiledQuery(
  (queries: Queries, { channelId, liveKey }: Parameters<{ channelId: string; liveKey: string }>) =>
    queries
      .selectFrom('liveMessages')
      .select('messageId')
      .where('liveKey', '=', liveKey)
      .where('channelId', '=', channelId)
      .orderBy('deliveryId')
      .limit(1),
);

/** The id of the message that became the channel's first live message with this key; `null` without one. */
export async function firstLiveMessage(
  queries: Queries,
  channelId: string,
  liveKey: string,
): Promise<string | null> {
  const [first] = await findFirst(queries, { channelId, liveKey });
  return first?.messageId ?? null;
}

/**
 * Adds a posted message that shows this revision. It is stale at once if there is a newer one. @param message `at` in
 * epoch ms
 */
export async function addLiveMessage(
  transaction: Transaction,
  message: {
    readonly deliveryId: number;
    readonly channelId: string;
    readonly liveKey: string;
    readonly messageId: string;
    readonly revision: number;
    readonly at: number;
  },
): Promise<void> {
  const { at, ...row } = message;
  const newer = await findNewerRevision(transaction, row.liveKey, row.revision);
  await transaction
    .insertInto('liveMessages')
    .values({ ...row, staleSince: newer ? at : null })
    .execute();
}

const findNewer = compiledQuery(
  (queries: Queries, { liveKey, revision }: Parameters<{ liveKey: string; revision: number }>) =>
    queries.selectFrom('liveStates').select('id').where('key', '=', liveKey).where('revision', '>', revision),
);

async function findNewerRevision(queries: Queries, liveKey: string, revision: number): Promise<boolean> {
  return (await findNewer(queries, { liveKey, revision })).length > 0;
}

/** Marks the live messages with this key as stale; resolves to their channels, each once. @param at epoch ms */
export async function markLiveMessagesStale(
  transaction: Transaction,
  liveKey: string,
  at: number,
): Promise<readonly string[]> {
  const rows = await transaction
    .updateTable('liveMessages')
    .set(({ fn, ref, val }) => ({ staleSince: fn.coalesce(ref('staleSince'), val(at)) }))
    .where('liveKey', '=', liveKey)
    .returning('channelId')
    .execute();
  return [...new Set(rows.map(({ channelId }) => channelId))];
}

/** A live message as stored. */
export interface LiveMessageRow {
  readonly channelId: string;
  readonly liveKey: string;
  /** Whether it shows the latest state. */
  readonly isCurrent: boolean;
}

const findOfDelivery = compiledQuery((queries: Queries, { deliveryId }: Parameters<{ deliveryId: number }>) =>
  queries
    .selectFrom('liveMessages')
    .select(['channelId', 'liveKey', 'staleSince'])
    .where('deliveryId', '=', deliveryId),
);

/** `null` if this delivery has no live message. */
export async function findLiveMessage(queries: Queries, deliveryId: number): Promise<LiveMessageRow | null> {
  const [found] = await findOfDelivery(queries, { deliveryId });
  if (found === undefined) return null;
  const { staleSince, ...row } = found;
  return { ...row, isCurrent: staleSince === null };
}

/** Records the revision that the message displays; ignored when it is older than the known one. @param at epoch ms */
export async function markLiveMessageDisplayed(
  transaction: Transaction,
  {
    deliveryId,
    liveKey,
    revision,
    at,
  }: {
    readonly deliveryId: number;
    readonly liveKey: string;
    readonly revision: number;
    readonly at: number;
  },
): Promise<void> {
  const newer = await findNewerRevision(transaction, liveKey, revision);
  await transaction
    .updateTable('liveMessages')
    .set({ revision, staleSince: newer ? at : null })
    .where('deliveryId', '=', deliveryId)
    .where('revision', '<=', revision)
    .execute();
}

/** The message is no longer live. */
export async function removeLiveMessage(transaction: Transaction, deliveryId: number): Promise<void> {
  await transaction.deleteFrom('liveMessages').where('deliveryId', '=', deliveryId).execute();
}

const findStale = compiledQuery(
  (queries: Queries, { channelId, limit }: Parameters<{ channelId: string; limit: number }>) =>
    queries
      .selectFrom('liveMessages')
      .innerJoin('deliveries', 'deliveries.id', 'liveMessages.deliveryId')
      .innerJoin('alerts', 'alerts.id', 'deliveries.alertId')
      .innerJoin('liveStates', 'liveStates.key', 'liveMessages.liveKey')
      .leftJoin('posts', 'posts.id', 'deliveries.postId')
      .select((eb) => [
        'liveMessages.deliveryId',
        'liveMessages.messageId',
        'alerts.payload as alert',
        'liveStates.payload as state',
        'liveStates.revision',
        'posts.limitNotice',
        eb
          .selectFrom('liveMessages as first')
          .select('first.messageId')
          .whereRef('first.liveKey', '=', 'liveMessages.liveKey')
          .whereRef('first.channelId', '=', 'liveMessages.channelId')
          .whereRef('first.deliveryId', '<', 'liveMessages.deliveryId')
          .orderBy('first.deliveryId')
          .limit(1)
          .as('cardMessageId'),
      ])
      .where('liveMessages.channelId', '=', channelId)
      .where('liveMessages.staleSince', 'is not', null)
      .orderBy('liveMessages.staleSince')
      .orderBy('liveMessages.deliveryId')
      .limit(limit),
);

/** The stale live messages of a channel, those that have been stale longest first. */
export async function staleLiveMessages(
  queries: Queries,
  channelId: string,
  limit: number,
): Promise<readonly StaleLiveMessage[]> {
  const rows = await findStale(queries, { channelId, limit });
  return rows.map(({ alert: payload, state, limitNotice, ...row }) => {
    const alert = marketAlertJson.read(payload);
    const shown = keepPosted(marketAlertJson.read(state), alert);
    const notice = readLimitNotice(limitNotice);
    return {
      ...row,
      topic: alert.topic,
      alertKey: alert.key,
      state: shown,
      ...(notice === null ? {} : { limitNotice: notice }),
    };
  });
}
