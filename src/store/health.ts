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
export function createHealthStore(database: Database) {
  return {
    /**
     * Alerts given up in these channels at `since` (epoch ms) or later: how many, when the last one was given up (epoch
     * ms), and why. One entry per channel and reason, in the order of `channelIds`; none for channels without any.
     */
    deadDeliveries: (channelIds: readonly string[], since: number): Promise<readonly DeadDeliveries[]> =>
      database.read('deadDeliveries', (queries) => findDead(queries, channelIds, since)),

    /**
     * Alerts that expired before they could be posted (`DeliveryStore.expire`), of events at `since` (epoch ms) or
     * later: how many, and when the last of these events happened (epoch ms). In the order of `channelIds`; none for
     * channels without any.
     */
    expiredDeliveries: (
      channelIds: readonly string[],
      since: number,
    ): Promise<readonly ExpiredDeliveries[]> =>
      database.read('expiredDeliveries', (queries) => findExpired(queries, channelIds, since)),

    /**
     * Messages at `since` (epoch ms) or later that Discord accepted only without some parts, or as plain text. One
     * entry per channel and what they lack, in the order of `channelIds`; none for channels without any.
     */
    reducedMessages: (channelIds: readonly string[], since: number): Promise<readonly ReducedMessages[]> =>
      database.read('reducedMessages', async (queries) =>
        inOrderOf(channelIds, await findReduced(queries, channelIds, since)),
      ),

    /** Messages that show an old state because Discord refuses edits in their channel, in the order of `channelIds`. */
    outdatedMessages: (channelIds: readonly string[]): Promise<readonly OutdatedMessages[]> =>
      database.read('outdatedMessages', async (queries) =>
        inOrderOf(channelIds, await findOutdated(queries, channelIds)),
      ),

    /**
     * The channels among these in which a due alert has waited for more than a minute, since its event where Discord
     * does not take it; in the order of `channelIds`. Stopped channels and alerts held back for a summary are left out.
     */
    lateQueues: (channelIds: readonly string[]): Promise<readonly LateQueue[]> =>
      database.read('lateQueues', (queries) => findLateQueues(queries, channelIds)),

    /**
     * Events for which the marketplace did not report in time what the rules needed (`LateStore.giveUpUndecided`), on
     * the day of `since` (epoch ms) or later: how many, and when the last one was given up (epoch ms). In the order of
     * `channelIds`; none for channels without any.
     */
    undecidedEvents: (channelIds: readonly string[], since: number): Promise<readonly UndecidedEvents[]> =>
      database.read('undecidedEvents', (queries) => findUndecided(queries, channelIds, since)),

    /** Why a recent transaction could not be written; `null` when there is no problem. Reading may still work. */
    storeProblem: async (): Promise<StoreProblem | null> => database.maintenance.problem(),

    /** The outbox over all channels. Takes a few ms with 100,000 pending deliveries: do not call it every second. */
    outboxFigures: (): Promise<OutboxFigures> => database.read('outboxFigures', findOutboxFigures),
  };
}
