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
  /** The notice that it was stopped has not been posted. */
  readonly isNoticeDue: boolean;
  readonly notBefore: number;
  readonly lastPostAt: number | null;
  /** Its last rule was removed: no new deliveries are queued. */
  readonly isAbandoned: boolean;
  /** Pending deliveries up to this id that are not urgent go into a summary. */
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

/** An open queue without deliveries. */
export const emptyQueue = (channelId: string): QueueRow => ({ ...EMPTY_QUEUE, channelId });

const selectQueues = compiledQuery((queries: Queries, { channelIds }: Parameters<{ channelIds: unknown }>) =>
  queries
    .selectFrom('channelQueues')
    .select(QUEUE_COLUMNS)
    .where(({ ref }) => isAmong(queries, ref('channelId'), channelIds)),
);

/** The queues of these channels, in their order; open and empty ones for unknown channels. */
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

/** Those of these targets that have a queue. */
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

/**
 * How many deliveries of each of these channels are pending, or in a message that is not settled; no entry for none.
 */
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

/** The queues with a notice due, in the order in which they were stopped. */
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
 * Lets no other transaction change these queues until the end of this one. Before anything else is read or written,
 * where what is read decides about a queue and its posts together. On SQLite every transaction has the whole database.
 */
export async function lockQueues(transaction: Transaction, channelIds: readonly string[]): Promise<void> {
  if (dialectOf(transaction) === 'sqlite') return;
  // In one order, so that two transactions do not wait for each other.
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

/** Creates those of these queues that do not exist. */
export async function ensureQueues(transaction: Transaction, channelIds: readonly string[]): Promise<void> {
  // In one order, so that two transactions do not wait for each other.
  const rows = channelIds.toSorted().map((channelId) => ({ channelId }));
  await insertQueues(transaction, rows, {});
}

const OPEN = { state: 'open', problemCode: null, stoppedAt: null, retryAt: null, retries: 0 } as const;

/**
 * Opens the queues of these channels of a server for rules: clears what stopped them and that they were abandoned.
 * Creates those that do not exist.
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

/** The queue of a person's direct messages. Discord may have given them another channel since. */
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
 * Opens the queues of those of these channels that have no rules, to deliver a notice. Creates those that do not exist.
 * @param guildId of the channels that are no person's
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

/** Forgets who direct message channels belong to that no notice is kept of. Returns how many. */
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
 * Stops the queue. If it was open and has rules, a notice becomes due; a person is told at their next use of the bot
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
    // Somebody without a queue was forgotten.
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
          // Its people know already, if only another try failed.
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

/** The notice that the queue was stopped is not due any more. */
export async function clearNotice(transaction: Transaction, channelId: string): Promise<void> {
  await transaction
    .updateTable('channelQueues')
    .set({ isNoticeDue: false })
    .where('channelId', '=', channelId)
    .execute();
}

/**
 * Their last rule was removed: drops the pending deliveries, except notices, and lets the queues accept none until they
 * are opened for a rule. After `lockQueueOrder`, so that no delivery is added meanwhile.
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
