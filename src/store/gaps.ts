import { sql } from 'kysely';
import type { Address } from '../chain/address.ts';
import { address } from '../chain/codecs.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import type { GapStore } from './gap-store.ts';
import type { HealthStore } from './health-store.ts';
import type { GapSize, ReadingSpan, SalesCount } from './model/gap-size.ts';
import type { FeedGap } from './model/ingest-batch.ts';

/** Two hours of readings at their normal interval. */
const READINGS_KEPT = 12;

/**
 * Records a gap and deletes the oldest ones beyond the limit, with their sizes.
 * @param previousIngestAt when something was last ingested before it, epoch ms
 */
export async function recordGap(
  transaction: Transaction,
  { noticedAt, oldestReadAt }: FeedGap,
  { previousIngestAt, maxGaps }: { readonly previousIngestAt: number | null; readonly maxGaps: number },
): Promise<void> {
  await transaction
    .insertInto('feedGaps')
    .values({ noticedAt, oldestReadAt, previousIngestAt, isOpen: true })
    .execute();
  const { limit } = (await transaction
    .selectFrom('feedGaps')
    .select('id as limit')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(maxGaps)
    .executeTakeFirst()) ?? { limit: 0 };
  await transaction.deleteFrom('gapSizes').where('gapId', '<=', limit).execute();
  await transaction.deleteFrom('feedGaps').where('id', '<=', limit).execute();
}

async function readingTimes(queries: Queries): Promise<readonly number[]> {
  const rows = await queries
    .selectFrom('salesTotals')
    .select('readAt')
    .distinct()
    .orderBy('readAt')
    .execute();
  return rows.map(({ readAt }) => readAt);
}

/** The number of trades after `from` and not after `to`, epoch ms. */
async function tradesBetween(
  queries: Queries,
  collection: Address,
  from: number,
  to: number,
): Promise<number> {
  if (from >= to) return 0;
  const { count } = await queries
    .selectFrom('trades')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('collection', '=', collection)
    .where('at', '>', from / 1_000)
    .where('at', '<=', to / 1_000)
    .executeTakeFirstOrThrow();
  return count;
}

async function shownBetween(
  queries: Queries,
  collection: Address,
  [from, to]: readonly [number, number],
  { earlier, later }: ReadingSpan,
): Promise<SalesCount['shown']> {
  return {
    fewest: await tradesBetween(queries, collection, from + later, to - earlier),
    most: await tradesBetween(queries, collection, from - earlier, to + later),
  };
}

/** The collections whose total grew in the span, by how much, and whether it shrank in between. */
async function grownTotals(queries: Queries, { control, before, after }: ReadingSpan) {
  const rows = await queries
    .selectFrom('salesTotals as later')
    .innerJoin('salesTotals as earlier', (join) =>
      join.onRef('earlier.collection', '=', 'later.collection').on('earlier.readAt', '=', before),
    )
    .leftJoin('salesTotals as first', (join) =>
      join.onRef('first.collection', '=', 'later.collection').on('first.readAt', '=', control ?? 0),
    )
    .select(({ eb, exists, selectFrom }) => [
      'later.collection',
      eb('later.total', '-', eb.ref('earlier.total')).as('counted'),
      eb('earlier.total', '-', eb.ref('first.total')).as('controlCounted'),
      exists(
        selectFrom('salesTotals as one')
          .innerJoin('salesTotals as next', (join) =>
            join
              .onRef('next.collection', '=', 'one.collection')
              .onRef('next.total', '<', 'one.total')
              .onRef('next.readAt', '>', 'one.readAt'),
          )
          .select(sql`1`.as('any'))
          .whereRef('one.collection', '=', 'later.collection')
          .where('one.readAt', '>=', before)
          .where('next.readAt', '<=', after),
      ).as('isShrunk'),
    ])
    .where('later.readAt', '=', after)
    .whereRef('later.total', '>', 'earlier.total')
    .execute();
  return rows.map((row) => ({
    ...row,
    collection: address.parse(row.collection),
    controlCounted: control === null ? null : row.controlCounted,
  }));
}

async function sizesOf(queries: Queries, gapId: number): Promise<readonly GapSize[]> {
  const rows = await queries
    .selectFrom('gapSizes')
    .select(['collection', 'atLeast', 'atMost'])
    .where('gapId', '=', gapId)
    .orderBy('atLeast', 'desc')
    .orderBy('collection')
    .execute();
  return rows.map((row) => ({ ...row, collection: address.parse(row.collection) }));
}

/** The transactions of gaps in the feed, and of the readings from which their size is estimated. */
export function createGapStore(database: Database): GapStore & Pick<HealthStore, 'feedGaps'> {
  return {
    noteSales: ({ askedAt, totals }) =>
      database.transaction('noteSales', async (transaction) => {
        for (const { collection, total } of totals) {
          await transaction
            .insertInto('salesTotals')
            .values({ readAt: askedAt, collection, total })
            .onConflict((conflict) => conflict.columns(['readAt', 'collection']).doUpdateSet({ total }))
            .execute();
        }
        const old = (await readingTimes(transaction)).slice(0, -READINGS_KEPT).at(-1);
        if (old !== undefined)
          await transaction.deleteFrom('salesTotals').where('readAt', '<=', old).execute();
      }),

    openGaps: () =>
      database.read('openGaps', async (queries) => {
        const gaps = await queries
          .selectFrom('feedGaps')
          .select(['id', 'previousIngestAt as since', 'noticedAt'])
          .where((eb) => eb.ref('isOpen'))
          .orderBy('id')
          .execute();
        const closed = await queries
          .selectFrom('feedGaps')
          .select(({ fn }) => fn.max<number | null>('noticedAt').as('until'))
          .where('isOpen', '=', false)
          .executeTakeFirst();
        return { gaps, readings: await readingTimes(queries), closedUntil: closed?.until ?? null };
      }),

    gapEvidence: (span) =>
      database.read('gapEvidence', async (queries) => {
        const { control, before, after } = span;
        const evidence = [];
        for (const { collection, counted, controlCounted, isShrunk } of await grownTotals(queries, span)) {
          evidence.push({
            collection,
            counted,
            shown: await shownBetween(queries, collection, [before, after], span),
            shrank: isShrunk === true,
            control:
              control === null || controlCounted === null
                ? null
                : {
                    counted: controlCounted,
                    shown: await shownBetween(queries, collection, [control, before], span),
                  },
          });
        }
        return evidence;
      }),

    closeGaps: (gapIds, sizes) =>
      database.transaction('closeGaps', async (transaction) => {
        const last = gapIds.at(-1);
        if (last === undefined) return;
        await transaction.updateTable('feedGaps').set({ isOpen: false }).where('id', 'in', gapIds).execute();
        if (sizes.length === 0) return;
        await transaction
          .insertInto('gapSizes')
          .values(sizes.map((size) => ({ gapId: last, ...size })))
          .execute();
      }),

    feedGaps: (since) =>
      database.read('feedGaps', async (queries) => {
        const rows = await queries
          .selectFrom('feedGaps')
          .select(['id', 'noticedAt', 'oldestReadAt'])
          .where('noticedAt', '>=', since)
          .orderBy('id', 'desc')
          .execute();
        const gaps = [];
        for (const { id, ...gap } of rows) gaps.push({ ...gap, sizes: await sizesOf(queries, id) });
        return gaps;
      }),
  };
}
