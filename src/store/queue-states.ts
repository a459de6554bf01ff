import { sql } from 'kysely';
import { personOf } from '#src/alerts/target.ts';
import { dialectOf } from './database/adapters.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Queries, Transaction } from './database/database.ts';
import { rowInsertion } from './database/insert-rows.ts';
import { inChunks, isAmong, listParameter, literal } from './database/lists.ts';
import type { QueueState } from './model/channel-queue.ts';
import { heldReason } from './model/held.ts';
import type { NoticeTarget } from './model/notice-target.ts';
import { notePeopleReachable, notePersonRefused } from './people-rows.ts';
import { nextRetry } from './queue-retries.ts';

/** A channel queue as stored, without its deliveries. Times in epoch ms. */
export interface QueueRow {
  readonly channelId: string;
  readonly state: QueueState;
  readonly problemCode: number | null;
  readonly stoppedAt: number | null;
  readonly lastProblemAt: number | null;
  readonly lastProblemCode: number | null;
  /** Whether the notice of its stop has not been posted. */
  readonly isNoticeDue: boolean;
  readonly notBefore: number;
  readonly lastPostAt: number | null;
  /** Whether its last rule was removed, so that no new deliveries are queued. */
  readonly isAbandoned: boolean;
  /** Pending deliveries up to this id go into a summary, unless they are urgent. */
  readonly summarisedUpTo: number;
}

/** The columns of a `QueueRow`. */
export const QUEUE_COLUMNS = [
  'channelId',
  'state',
  'problemCode',
  'stoppedAt',
  'lastProblemAt',
  'lastProblemCode',
  'isNoticeDue',
  'notBefore',
  'lastPostAt',
  'isAbandoned',
  'summarisedUpTo',
] as const satisfies readonly (keyof QueueRow)[];

/** The queue of a channel that never had a rule or a delivery. */
const EMPTY_QUEUE: Omit<QueueRow, 'channelId'> = {
  state: 'open',
  problemCode: null,
  stoppedAt: null,
  lastProblemAt: null,
  lastProblemCode: null,
  isNoticeDue: false,
  notBefore: 0,
  lastPostAt: null,
  isAbandoned: false,
  summarisedUpTo: 0,
};

/** Returns an open queue without deliveries. */
export const emptyQueue = (channelId: string): QueueRow => ({ ...EMPTY_QUEUE, channelId });

const selectQueues = compiledQuery((queries: Queries, { channelIds }: Parameters<{ channelIds: unknown }>) =>
  queries
    .selectFrom('channelQueues')
    .select(QUEUE_COLUMNS)
    .where(({ ref }) => isAmong(queries, ref('channelId'), channelIds)),
);

/** Returns the queues of these channels, in order; open and empty ones for unknown channels. */
export async function findQueues(
  queries: Queries,
  channelIds: readonly string[],
): Promise<readonly QueueRow[]> {
  const found = new Map<string, QueueRow>();
  for (const chunk of inChunks(channelIds)) {
    const rows = await selectQueues(queries, { channelIds: listParameter(queries, chunk) });
    for (const row of rows) found.set(row.channelId, row);
  }
  return channelIds.map((channelId) => found.get(channelId) ?? emptyQueue(channelId));
}

/** Returns the targets among these that have a queue. */
export async function knownQueues(
  queries: Queries,
  targetIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const chunk of inChunks(targetIds)) {
    const rows = await selectQueues(queries, { channelIds: listParameter(queries, chunk) });
    for (const { channelId } of rows) known.add(channelId);
  }
  return known;
}

/** Counts the deliveries of each of these channels that are pending, or in an unsettled message; no entry for none. */
export async function countWaiting(
  queries: Queries,
  channelIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const chunk of inChunks(channelIds)) {
    const rows = await queries
      .selectFrom('deliveries')
      .select(({ fn }) => ['channelId', fn.countAll<number>().as('count')])
      .where('channelId', 'in', chunk)
      .where('state', '=', literal('pending'))
      .groupBy('channelId')
      .execute();
    const posting = await queries
      .selectFrom('posts')
      .innerJoin('deliveries', 'deliveries.postId', 'posts.id')
      .select(({ fn }) => ['posts.channelId', fn.countAll<number>().as('count')])
      .where('posts.channelId', 'in', chunk)
      .where('posts.settledAt', 'is', null)
      .where('deliveries.state', '=', literal('posting'))
      .groupBy('posts.channelId')
      .execute();
    for (const { channelId, count } of [...rows, ...posting])
      counts.set(channelId, (counts.get(channelId) ?? 0) + count);
  }
  return counts;
}

/** Returns the queues with a due notice, in the order in which they were stopped. */
export function queuesWithNotice(queries: Queries): Promise<readonly QueueRow[]> {
  return queries
    .selectFrom('channelQueues')
    .select(QUEUE_COLUMNS)
    .where(({ ref }) => ref('isNoticeDue'))
    .orderBy('stoppedAt')
    .orderBy('channelId')
    .execute();
}

/**
 * Locks these queues until the end of the transaction. Call it before anything else is read or written, if decisions
 * depend on a queue and its posts together. On SQLite a transaction locks the whole database.
 */
export async function lockQueues(transaction: Transaction, channelIds: readonly string[]): Promise<void> {
  if (dialectOf(transaction) === 'sqlite') return;
  // In a fixed order, so that two transactions do not wait for each other.
  for (const chunk of inChunks(channelIds.toSorted())) {
    await transaction
      .selectFrom('channelQueues')
      .select('channelId')
      .where('channelId', 'in', chunk)
      .orderBy('channelId')
      .forNoKeyUpdate()
      .execute();
  }
}

const insertQueues = rowInsertion('channelQueues', { channelId: 'text' }, { unlessKnown: ['channelId'] });

/** Creates the missing queues among these. */
export async function ensureQueues(transaction: Transaction, channelIds: readonly string[]): Promise<void> {
  // In a fixed order, so that two transactions do not wait for each other.
  const rows = channelIds.toSorted().map((channelId) => ({ channelId }));
  await insertQueues(transaction, rows, {});
}

const OPEN = { state: 'open', problemCode: null, stoppedAt: null, retryAt: null, retries: 0 } as const;

/**
 * Opens the queues of these channels of a server for rules: clears their problem and the abandoned mark. Creates
 * missing queues.
 */
export async function openQueues(
  transaction: Transaction,
  guildId: string,
  channelIds: readonly string[],
): Promise<void> {
  const subscribed = { ...OPEN, guildId, isSubscribed: true, isAbandoned: false, isNoticeDue: false };
  for (const chunk of inChunks([...new Set(channelIds)].toSorted())) {
    await transaction
      .insertInto('channelQueues')
      .values(chunk.map((channelId) => ({ channelId, ...subscribed })))
      .onConflict((conflict) => conflict.column('channelId').doUpdateSet(subscribed))
      .execute();
  }
  await notePeopleReachable(transaction, channelIds);
}

/** Returns the queue of a user's direct messages with its current channel, which Discord may have changed. */
async function addressPerson(transaction: Transaction, channelId: string, userId: string): Promise<void> {
  await transaction
    .updateTable('channelQueues')
    .set({ targetType: 'channel', userId: null })
    .where('userId', '=', userId)
    .where('channelId', '<>', channelId)
    .execute();
  await transaction
    .updateTable('channelQueues')
    .set({ targetType: 'person', userId, guildId: null })
    .where('channelId', '=', channelId)
    .where('isSubscribed', '=', false)
    .execute();
}

/**
 * Opens those of these queues that have no rules, to deliver a notice. Creates missing queues.
 * @param guildId of the channels that are not users
 */
export async function openQueuesForNotice(
  transaction: Transaction,
  guildId: string | null,
  targets: readonly NoticeTarget[],
): Promise<void> {
  const channelIds = targets.map(({ channelId }) => channelId);
  await ensureQueues(transaction, channelIds);
  for (const { channelId, userId } of targets)
    if (userId !== null) await addressPerson(transaction, channelId, userId);
  for (const chunk of inChunks(channelIds)) {
    await transaction
      .updateTable('channelQueues')
      .set(OPEN)
      .where('channelId', 'in', chunk)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('subscriptions')
              .select('subscriptions.id')
              .whereRef('subscriptions.channelId', '=', 'channelQueues.channelId'),
          ),
        ),
      )
      .execute();
    await transaction
      .updateTable('channelQueues')
      .set({ guildId })
      .where('channelId', 'in', chunk)
      .where('targetType', '=', 'channel')
      .where('guildId', 'is', null)
      .execute();
  }
}

/** Removes the users of direct message channels without a stored notice. Returns their number. */
export async function forgetPeople(transaction: Transaction): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('channelQueues')
    .set({ targetType: 'channel', userId: null })
    .where('userId', 'is not', null)
    .where('channelId', 'not in', (eb) =>
      eb
        .selectFrom('deliveries')
        .select('deliveries.channelId')
        .where((one) => one.ref('isNotice')),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Stops the queue. If it was open and has rules, a notice becomes due; a user is informed at their next interaction
 * instead.
 * @param at epoch ms
 */
export async function stopQueue(
  transaction: Transaction,
  channelId: string,
  { state, code }: { readonly state: 'paused' | 'closed'; readonly code: number },
  at: number,
): Promise<void> {
  const stopped = {
    state,
    problemCode: code,
    stoppedAt: at,
    lastProblemAt: at,
    lastProblemCode: code,
    retryAt: state === 'closed' || heldReason(code) !== null ? null : nextRetry(at),
    retries: sql<number>`retries + 1`,
  } as const;
  const userId = personOf(channelId);
  if (userId !== null) {
    // The data of a user without a queue was deleted.
    await transaction.updateTable('channelQueues').set(stopped).where('channelId', '=', channelId).execute();
    await notePersonRefused(transaction, userId, code, at);
    return;
  }
  await ensureQueues(transaction, [channelId]);
  await transaction
    .updateTable('channelQueues')
    .set(({ eb, and, not, exists, selectFrom, ref }) => ({
      ...stopped,
      isNoticeDue: eb
        .case()
        .when('state', '=', 'open')
        .then(
          // If only a retry failed, the users already know.
          and([
            not(and([eb('retries', '>', 0), eb('lastProblemCode', '=', code)])),
            exists(
              selectFrom('subscriptions')
                .select('subscriptions.id')
                .whereRef('subscriptions.channelId', '=', 'channelQueues.channelId'),
            ),
          ]),
        )
        .else(ref('isNoticeDue'))
        .end()
        .$castTo<boolean>(),
    }))
    .where('channelId', '=', channelId)
    .execute();
}

/** Records that no notice about the queue's stop is due any more. */
export async function clearNotice(transaction: Transaction, channelId: string): Promise<void> {
  await transaction
    .updateTable('channelQueues')
    .set({ isNoticeDue: false })
    .where('channelId', '=', channelId)
    .execute();
}

/**
 * Handles the removal of their last rule: drops the pending deliveries, except notices, and blocks new ones until the
 * queues are opened for a rule. Call it after `lockQueueOrder`, so that no delivery is added in the meantime.
 */
export async function abandonQueues(transaction: Transaction, channelIds: readonly string[]): Promise<void> {
  for (const chunk of inChunks(channelIds)) {
    await transaction
      .updateTable('channelQueues')
      .set({ isAbandoned: true, isNoticeDue: false })
      .where('channelId', 'in', chunk)
      .execute();
    await transaction
      .updateTable('deliveries')
      .set({ state: 'dropped' })
      .where('channelId', 'in', chunk)
      .where('state', '=', literal('pending'))
      .where('isNotice', '=', false)
      .execute();
  }
}
