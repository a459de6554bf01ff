import { DAY_MS, DAY_SECONDS, HOUR_SECONDS } from '#src/chain/durations.ts';
import { isSameReading, type MarketPoint } from '#src/marketplace/market-point.ts';
import type { StoreBounds } from '../bounds.ts';
import type { Transaction } from '../database/database.ts';
import { packPoints, unpackPoints } from '../model/packed-points.ts';
import type { ThinningPolicy } from './policy.ts';

/** Days for which every point is kept, and days for which one an hour is kept. */
const ALL_FOR = 7;
const HOURLY_FOR = 90;
const WEEK_DAYS = 7;
/** Days for which one point a day is kept. */
const DAILY_FOR = 2 * 366;

/** Returns the last point of each period, if it differs from the previous one. */
function thinned(points: readonly MarketPoint[], seconds: number): readonly MarketPoint[] {
  const last = points.filter(
    ({ at }, index) => Math.floor(at / seconds) !== Math.floor((points[index + 1]?.at ?? Infinity) / seconds),
  );
  return last.filter((point, index) => {
    const before = last[index - 1];
    return before === undefined || !isSameReading(before, point);
  });
}

/** Returns the first day of a day's month. Days since 1970, UTC. */
function monthOf(day: number): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / DAY_MS;
}

/** Returns the first of the seven days, counted within a month, that share a row with one point an hour. */
function weekOf(day: number): number {
  const month = monthOf(day);
  return day - ((day - month) % WEEK_DAYS);
}

/** Selects the next rows, oldest first. */
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

/** Selects the row into which others are merged. */
const findRow = (transaction: Transaction, collection: string, day: number) =>
  transaction
    .selectFrom('marketDays')
    .select(['points', 'detail'])
    .where('collection', '=', collection)
    .where('day', '=', day)
    .executeTakeFirst();

const writeRow = (
  transaction: Transaction,
  row: Row & { readonly detail: 'hourly' | 'daily' },
): Promise<unknown> =>
  transaction
    .insertInto('marketDays')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['collection', 'day'])
        .doUpdateSet(({ ref }) => ({ detail: ref('excluded.detail'), points: ref('excluded.points') })),
    )
    .execute();

const removeRow = (transaction: Transaction, { collection, day }: Row): Promise<unknown> =>
  transaction.deleteFrom('marketDays').where('collection', '=', collection).where('day', '=', day).execute();

/**
 * Merges the points of both rows, one per period.
 * @param day first day of the merged row
 */
const joined = (
  before: string | undefined,
  { points, day: from }: Row,
  day: number,
  period: number,
): string =>
  packPoints(
    thinned(
      [...(before === undefined ? [] : unpackPoints(before, day)), ...unpackPoints(points, from)],
      period,
    ),
    day,
  );

/** Merges a row into that of its week. Resolves to whether the row is gone. */
async function joinToWeek(transaction: Transaction, row: Row): Promise<boolean> {
  const { collection, day } = row;
  const week = weekOf(day);
  const before = day === week ? undefined : await findRow(transaction, collection, week);
  // The row of a month begins with its first week.
  const detail = before?.detail === 'daily' ? 'daily' : 'hourly';
  const period = detail === 'daily' ? DAY_SECONDS : HOUR_SECONDS;
  await writeRow(transaction, {
    collection,
    day: week,
    detail,
    points: joined(before?.points, row, week, period),
  });
  if (day === week) return false;
  await removeRow(transaction, row);
  return true;
}

/** Merges a row into that of its month, unless there is no room for one. Resolves to whether the row is gone. */
async function joinToMonth(transaction: Transaction, row: Row, bounds: StoreBounds): Promise<boolean> {
  const { collection, day } = row;
  const month = monthOf(day);
  const before = day === month ? undefined : await findRow(transaction, collection, month);
  const room = before === undefined ? bounds.marketCollections - (await countMonth(transaction, month)) : 1;
  if (room > 0) {
    const points = joined(before?.points, row, month, DAY_SECONDS);
    await writeRow(transaction, { collection, day: month, detail: 'daily', points });
    if (day === month) return false;
  }
  await removeRow(transaction, row);
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

/**
 * Retention of market history: after 7 days one point an hour, with seven days per row; after 90 days one a day, with a
 * month per row; and none after two years. Merging saves space, because a row and its index entries take more than the
 * points of a day. The month that contains the day 90 days ago has rows of both kinds.
 */
export const MARKET_THINNING: ThinningPolicy = {
  what: 'market points',
  async thin(transaction, { at, limit, bounds }) {
    const today = Math.floor(at / DAY_MS);
    const all = await findOlder(transaction, 'all', today - ALL_FOR, limit);
    let removed = 0;
    for (const row of all) if (await joinToWeek(transaction, row)) removed += 1;
    if (all.length > 0) return { removed, isOver: false };

    const hourly = await findOlder(transaction, 'hourly', today - HOURLY_FOR - (WEEK_DAYS - 1), limit);
    for (const row of hourly) if (await joinToMonth(transaction, row, bounds)) removed += 1;
    if (hourly.length > 0) return { removed, isOver: false };

    const daily = await findOlder(transaction, 'daily', today - DAILY_FOR, limit);
    for (const row of daily) await removeRow(transaction, row);
    return { removed: daily.length, isOver: daily.length < limit };
  },
};
