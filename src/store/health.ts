import type { Database, Queries } from './database/database.ts';
import { inChunks, literal } from './database/lists.ts';
import { dayOf } from './late-facts.ts';
import { findLateQueues } from './late-queues.ts';
import type { LateQueue } from './model/channel-queue.ts';
import type {
  DeadDeliveries,
  ExpiredDeliveries,
  OutboxFigures,
  OutdatedMessages,
  ReducedMessages,
  StoreProblem,
  UndecidedEvents,
} from './model/health.ts';
import { findOutboxFigures } from './outbox-figures.ts';
import { findOutdated, findReduced } from './shown-in-part.ts';

/** Sorts entries by the order of `channelIds`; entries of one channel keep their order. */
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

/** Creates the store of alerts that were not posted, with the reasons. */
export function createHealthStore(database: Database) {
  return {
    /**
     * Resolves to the alerts abandoned in these channels at `since` (epoch ms) or later: their number, when the last
     * one was abandoned (epoch ms), and the reason. One entry per channel and reason, in the order of `channelIds`;
     * none for channels without any.
     */
    deadDeliveries: (channelIds: readonly string[], since: number): Promise<readonly DeadDeliveries[]> =>
      database.read('deadDeliveries', (queries) => findDead(queries, channelIds, since)),

    /**
     * Resolves to the alerts that expired before they could be posted (`DeliveryStore.expire`), for events at `since`
     * (epoch ms) or later: their number, and the time of the last of these events (epoch ms). In the order of
     * `channelIds`; none for channels without any.
     */
    expiredDeliveries: (
      channelIds: readonly string[],
      since: number,
    ): Promise<readonly ExpiredDeliveries[]> =>
      database.read('expiredDeliveries', (queries) => findExpired(queries, channelIds, since)),

    /**
     * Resolves to the messages at `since` (epoch ms) or later that Discord accepted only without some parts, or as
     * plain text. One entry per channel and missing parts, in the order of `channelIds`; none for channels without any.
     */
    reducedMessages: (channelIds: readonly string[], since: number): Promise<readonly ReducedMessages[]> =>
      database.read('reducedMessages', async (queries) =>
        inOrderOf(channelIds, await findReduced(queries, channelIds, since)),
      ),

    /**
     * Resolves to the messages that show an old state because Discord refuses edits in their channel, in the order of
     * `channelIds`.
     */
    outdatedMessages: (channelIds: readonly string[]): Promise<readonly OutdatedMessages[]> =>
      database.read('outdatedMessages', async (queries) =>
        inOrderOf(channelIds, await findOutdated(queries, channelIds)),
      ),

    /**
     * Resolves to the channels among these in which a due alert has waited for more than a minute, or since its event
     * if Discord does not accept it; in the order of `channelIds`. Stopped channels and alerts held back for a summary
     * are left out.
     */
    lateQueues: (channelIds: readonly string[]): Promise<readonly LateQueue[]> =>
      database.read('lateQueues', (queries) => findLateQueues(queries, channelIds)),

    /**
     * Resolves to the events for which the marketplace did not report in time what the rules needed
     * (`LateStore.giveUpUndecided`), on the day of `since` (epoch ms) or later: their number, and when the last one was
     * abandoned (epoch ms). In the order of `channelIds`; none for channels without any.
     */
    undecidedEvents: (channelIds: readonly string[], since: number): Promise<readonly UndecidedEvents[]> =>
      database.read('undecidedEvents', (queries) => findUndecided(queries, channelIds, since)),

    /**
     * Resolves to why a recent transaction could not be written; `null` if there is no problem. Reading may still work.
     */
    storeProblem: async (): Promise<StoreProblem | null> => database.maintenance.problem(),

    /**
     * Resolves to figures on the whole outbox. This takes a few ms with 100,000 pending deliveries, so do not call it
     * every second.
     */
    outboxFigures: (): Promise<OutboxFigures> => database.read('outboxFigures', findOutboxFigures),
  };
}
