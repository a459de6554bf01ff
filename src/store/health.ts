import { inChunks } from './database/chunks.ts';
import type { Database, Queries } from './database/database.ts';
import { literal } from './database/literals.ts';
import type { DeadDeliveries, ExpiredDeliveries, HealthStore, UndecidedEvents } from './health-store.ts';
import { dayOf } from './late-facts.ts';
import { findLateQueues } from './late-queues.ts';
import { findOutboxFigures } from './outbox-figures.ts';
import { findOutdated, findReduced } from './shown-in-part.ts';

/** In the order of `channelIds`; those of one channel stay in theirs. */
function inOrderOf<T extends { readonly channelId: string }>(
  channelIds: readonly string[],
  found: readonly T[],
): readonly T[] {
  const byChannel = Map.groupBy(found, ({ channelId }) => channelId);
  return channelIds.flatMap((channelId) => byChannel.get(channelId) ?? []);
}

/** @param since epoch ms */
async function findDead(
  queries: Queries,
  channelIds: readonly string[],
  since: number,
): Promise<readonly DeadDeliveries[]> {
  const found: DeadDeliveries[] = [];
  for (const chunk of inChunks(channelIds)) {
    const rows = await queries
      .selectFrom('posts')
      .innerJoin('deliveries', 'deliveries.postId', 'posts.id')
      .select(({ fn }) => [
        'posts.channelId',
        'posts.deadReason',
        fn.countAll<number>().as('count'),
        fn.max('posts.settledAt').as('lastAt'),
      ])
      .where('posts.channelId', 'in', chunk)
      .where('posts.state', '=', literal('dead'))
      .where('posts.settledAt', '>=', since)
      .groupBy(['posts.channelId', 'posts.deadReason'])
      .orderBy('posts.deadReason')
      .execute();
    for (const { channelId, deadReason: reason, count, lastAt } of rows)
      if (reason !== null && lastAt !== null) found.push({ channelId, count, lastAt, reason });
  }
  return inOrderOf(channelIds, found);
}

/** @param since epoch ms */
async function findExpired(
  queries: Queries,
  channelIds: readonly string[],
  since: number,
): Promise<readonly ExpiredDeliveries[]> {
  const found: ExpiredDeliveries[] = [];
  for (const chunk of inChunks(channelIds)) {
    const rows = await queries
      .selectFrom('deliveries')
      .select(({ fn }) => [
        'channelId',
        fn.countAll<number>().as('count'),
        fn.max('occurredAt').as('lastOccurredAt'),
      ])
      .where('channelId', 'in', chunk)
      .where('state', '=', literal('expired'))
      .where('occurredAt', '>=', since / 1_000)
      .groupBy('channelId')
      .execute();
    for (const { channelId, count, lastOccurredAt } of rows)
      found.push({ channelId, count, lastAt: lastOccurredAt * 1_000 });
  }
  return inOrderOf(channelIds, found);
}

/** @param since epoch ms */
async function findUndecided(
  queries: Queries,
  channelIds: readonly string[],
  since: number,
): Promise<readonly UndecidedEvents[]> {
  const found: UndecidedEvents[] = [];
  for (const chunk of inChunks(channelIds)) {
    const rows = await queries
      .selectFrom('undecidedCounts')
      .select(({ fn }) => ['channelId', fn.sum<number>('count').as('count'), fn.max('lastAt').as('lastAt')])
      .where('channelId', 'in', chunk)
      .where('day', '>=', dayOf(since))
      .groupBy('channelId')
      .execute();
    found.push(...rows);
  }
  return inOrderOf(channelIds, found);
}

/** Alerts that were not posted, and why. */
export function createHealthStore(database: Database): Omit<HealthStore, 'feedGaps' | 'recordCounts'> {
  return {
    deadDeliveries: (channelIds, since) =>
      database.read('deadDeliveries', (queries) => findDead(queries, channelIds, since)),

    expiredDeliveries: (channelIds, since) =>
      database.read('expiredDeliveries', (queries) => findExpired(queries, channelIds, since)),

    reducedMessages: (channelIds, since) =>
      database.read('reducedMessages', async (queries) =>
        inOrderOf(channelIds, await findReduced(queries, channelIds, since)),
      ),

    outdatedMessages: (channelIds) =>
      database.read('outdatedMessages', async (queries) =>
        inOrderOf(channelIds, await findOutdated(queries, channelIds)),
      ),

    lateQueues: (channelIds) => database.read('lateQueues', (queries) => findLateQueues(queries, channelIds)),

    undecidedEvents: (channelIds, since) =>
      database.read('undecidedEvents', (queries) => findUndecided(queries, channelIds, since)),

    storeProblem: async () => database.maintenance.problem(),

    outboxFigures: () => database.read('outboxFigures', findOutboxFigures),
  };
}
