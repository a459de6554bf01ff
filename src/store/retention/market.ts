import { DAY_MS, DAY_SECONDS, HOUR_SECONDS } from '../../chain/durations.ts';
import type { MarketPoint } from '../../marketplace/model/market-point.ts';
import { isSameReading } from '../../marketplace/model/market-point.ts';
import type { StoreBounds } from '../bounds.ts';
import type { Transaction } from '../database/database.ts';
import { packPoints, unpackPoints } from '../model/packed-points.ts';
import type { ThinningPolicy } from './policy.ts';

/** Days for which every point is kept, and one an hour. */
const ALL_FOR = 7;
const HOURLY_FOR = 90;
/** Days for which one point a day is kept. */
const DAILY_FOR = 2 * 366;

/** The last point of each period, where it differs from the one before. */
function thinned(points: readonly MarketPoint[], seconds: number): readonly MarketPoint[] {
  const last = points.filter(
    ({ at }, index) => Math.floor(at / seconds) !== Math.floor((points[index + 1]?.at ?? Infinity) / seconds),
  );
  return last.filter((point, index) => {
    const before = last[index - 1];
    return before === undefined || !isSameReading(before, point);
  });
}

/** The first day of the month of a day. Days since 1970, UTC. */
function monthOf(day: number): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / DAY_MS;
}

/** The rows that are next, the oldest first. */
const findOlder = (
  transaction: Transaction,
  detail: 'all' | 'hourly' | 'daily',
  before: number,
  limit: number,
) =>
  transaction
    .selectFrom('marketDays')
    .select(['collection', 'day', 'points'])
    .where('detail', '=', detail)
    .where('day', '<', before)
    .orderBy('day')
    .limit(limit)
    .execute();

type Row = Awaited<ReturnType<typeof findOlder>>[number];

async function thinToHours(transaction: Transaction, { collection, day, points }: Row): Promise<void> {
  await transaction
    .updateTable('marketDays')
    .set({ detail: 'hourly', points: packPoints(thinned(unpackPoints(points, day), HOUR_SECONDS), day) })
    .where('collection', '=', collection)
    .where('day', '=', day)
    .execute();
}

/** Resolves to whether the row is gone: its points are in that of its month, unless there is no room for one. */
async function joinToMonth(
  transaction: Transaction,
  { collection, day, points }: Row,
  bounds: StoreBounds,
): Promise<boolean> {
  const month = monthOf(day);
  const own = () =>
    transaction
      .selectFrom('marketDays')
      .select(['points', 'detail'])
      .where('collection', '=', collection)
      .where('day', '=', month)
      .executeTakeFirst();
  const row = day === month ? undefined : await own();
  const room = row === undefined ? bounds.marketCollections - (await countMonth(transaction, month)) : 1;
  if (room > 0) {
    const before = row === undefined ? [] : unpackPoints(row.points, month);
    const joined = packPoints(thinned([...before, ...unpackPoints(points, day)], DAY_SECONDS), month);
    await transaction
      .insertInto('marketDays')
      .values({ collection, day: month, detail: 'daily', points: joined })
      .onConflict((conflict) =>
        conflict
          .columns(['collection', 'day'])
          .doUpdateSet(({ ref }) => ({ detail: ref('excluded.detail'), points: ref('excluded.points') })),
      )
      .execute();
    if (day === month) return false;
  }
  await transaction
    .deleteFrom('marketDays')
    .where('collection', '=', collection)
    .where('day', '=', day)
    .execute();
  return true;
}

async function countMonth(transaction: Transaction, month: number): Promise<number> {
  const { count } = await transaction
    .selectFrom('marketDays')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('detail', '=', 'daily')
    .where('day', '=', month)
    .executeTakeFirstOrThrow();
  return count;
}

async function removeOldest(transaction: Transaction, rows: readonly Row[]): Promise<void> {
  for (const { collection, day } of rows) {
    await transaction
      .deleteFrom('marketDays')
      .where('collection', '=', collection)
      .where('day', '=', day)
      .execute();
  }
}

/**
 * How collections stood: after 7 days one point an hour, after 90 days one a day, of which a month is one row, and nothing after two
 * years. The month that a day of 90 days ago belongs to has rows of both kinds.
 */
export const MARKET_THINNING: ThinningPolicy = {
  what: 'market points',
  async thin(transaction, { at, limit, bounds }) {
    const today = Math.floor(at / DAY_MS);
    const all = await findOlder(transaction, 'all', today - ALL_FOR, limit);
    for (const row of all) await thinToHours(transaction, row);
    if (all.length > 0) return { removed: 0, isOver: false };

    const hourly = await findOlder(transaction, 'hourly', today - HOURLY_FOR, limit);
    let removed = 0;
    for (const row of hourly) if (await joinToMonth(transaction, row, bounds)) removed += 1;
    if (hourly.length > 0) return { removed, isOver: false };

    const daily = await findOlder(transaction, 'daily', today - DAILY_FOR, limit);
    await removeOldest(transaction, daily);
    return { removed: daily.length, isOver: daily.length < limit };
  },
};
