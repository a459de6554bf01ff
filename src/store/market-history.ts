import type { Address } from '#src/chain/address.ts';
import { DAY_SECONDS } from '#src/chain/durations.ts';
import { type CollectionReading, isSameReading, type MarketPoint } from '#src/marketplace/market-point.ts';
import type { StoreBounds } from './bounds.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import { inChunks } from './database/lists.ts';
import { packedRow, packPoints, unpackPoints } from './model/packed-points.ts';

const MINUTE = 60;
/** Minimum time between two points of a collection, seconds. */
export const POINT_SPACING = 10 * MINUTE;
/** Maximum length of the points of a collection and day: several times what a normal marketplace needs. */
const MAX_CHARACTERS = 8_000;

interface Row {
  readonly collection: string;
  readonly day: number;
  readonly points: string;
}

/** Finds the newest row of each of these collections that does not begin after `day`. */
function findLatest(queries: Queries, collections: readonly string[], day: number): Promise<readonly Row[]> {
  return queries
    .selectFrom('marketDays')
    .innerJoin(
      (query) =>
        query
          .selectFrom('marketDays as older')
          .select(({ fn }) => ['older.collection as of', fn.max('older.day').as('latest')])
          .where('older.collection', 'in', collections)
          .where('older.day', '<=', day)
          .groupBy('older.collection')
          .as('newest'),
      (join) =>
        join.onRef('newest.of', '=', 'marketDays.collection').onRef('newest.latest', '=', 'marketDays.day'),
    )
    .select(['marketDays.collection', 'marketDays.day', 'marketDays.points'])
    .execute();
}

/**
 * Finds the rows that begin on an earlier day, starting with the last one that has a point before `from` (epoch
 * seconds); oldest first.
 */
async function findBefore(queries: Queries, collection: string, from: number): Promise<readonly Row[]> {
  const found: Row[] = [];
  for (let day = Math.floor(from / DAY_SECONDS) - 1; ; ) {
    const [row] = await findLatest(queries, [collection], day);
    if (row === undefined) return found;
    found.unshift(row);
    // The points of a month's row may all be after `from`.
    const [first] = unpackPoints(row.points, row.day);
    if (first !== undefined && first.at < from) return found;
    day = row.day - 1;
  }
}

async function countRows(queries: Queries, day: number): Promise<number> {
  const { count } = await queries
    .selectFrom('marketDays')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('detail', '=', 'all')
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the row of the day with the new point; `null` if there is nothing to add. */
function withReading(
  { collection, ...reading }: CollectionReading,
  latest: Row | undefined,
  at: number,
): Row | null {
  const day = Math.floor(at / DAY_SECONDS);
  const row = latest === undefined ? null : packedRow(latest.points, latest.day);
  if (row !== null && (isSameReading(row.last, reading) || at < row.last.at + POINT_SPACING)) return null;
  const point = { at: at - (at % MINUTE), ...reading };
  const packed = row !== null && latest?.day === day ? row.with(point) : packPoints([point], day);
  return packed.length > MAX_CHARACTERS ? null : { collection, day, points: packed };
}

async function record(
  transaction: Transaction,
  readings: readonly CollectionReading[],
  at: number,
  maxCollections: number,
): Promise<void> {
  const day = Math.floor(at / DAY_SECONDS);
  const collections = readings.map(({ collection }) => collection);
  const latest = new Map(
    (await findLatest(transaction, collections, day)).map((row) => [row.collection, row]),
  );
  const rows = readings.flatMap((reading) => {
    const row = withReading(reading, latest.get(reading.collection), at);
    return row === null ? [] : [row];
  });
  const isKnown = ({ collection }: Row): boolean => latest.get(collection)?.day === day;
  const added = rows.filter((row) => !isKnown(row));
  const room = added.length === 0 ? 0 : Math.max(0, maxCollections - (await countRows(transaction, day)));
  const written = [...rows.filter(isKnown), ...added.slice(0, room)];
  if (written.length === 0) return;
  await transaction
    .insertInto('marketDays')
    .values(written)
    .onConflict((conflict) =>
      conflict.columns(['collection', 'day']).doUpdateSet(({ ref }) => ({ points: ref('excluded.points') })),
    )
    .execute();
}

/** Creates the store of market history. */
export function createMarketHistoryStore(database: Database, bounds: StoreBounds) {
  return {
    /**
     * Adds a point for every collection that has changed since its last point, unless that point is less than ten
     * minutes old. The number of collections per day, and per month, is limited (`StoreBounds.marketCollections`); the
     * first ones are kept.
     * @param at epoch seconds
     */
    async recordMarket(readings: readonly CollectionReading[], at: number): Promise<void> {
      // One statement cannot write the same row twice.
      const distinct = [...new Map(readings.map((reading) => [reading.collection, reading])).values()];
      for (const chunk of inChunks(distinct)) {
        await database.transaction('recordMarket', (transaction) =>
          record(transaction, chunk, at, bounds.marketCollections),
        );
      }
    },

    /**
     * Returns the points of a collection with `from <= at < to` (epoch seconds), oldest first, preceded by the last one
     * before `from`, which gives the state at `from`. Points are at least ten minutes apart; after 7 days, one an hour
     * remains, and after 90 days, one a day.
     */
    marketPoints: (
      collection: Address,
      { from, to }: { readonly from: number; readonly to: number },
    ): Promise<readonly MarketPoint[]> =>
      database.read('marketPoints', async (queries) => {
        const before = await findBefore(queries, collection, from);
        const rows = await queries
          .selectFrom('marketDays')
          .select(['day', 'points'])
          .where('collection', '=', collection)
          .where('day', '>=', Math.floor(from / DAY_SECONDS))
          .where('day', '<=', Math.floor(to / DAY_SECONDS))
          .orderBy('day')
          .execute();
        const points = [...before, ...rows].flatMap((row) => unpackPoints(row.points, row.day));
        const first = points.findLastIndex(({ at }) => at < from);
        return points.slice(Math.max(0, first)).filter(({ at }) => at < to);
      }),
  };
}

export type MarketHistoryStore = ReturnType<typeof createMarketHistoryStore>;
