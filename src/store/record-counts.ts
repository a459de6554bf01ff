import { z } from 'zod';
import { addUnread, UNREAD_REASONS, type UnreadCounts } from '#src/alerts/unread-reason.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import type { Queries, Transaction } from './database/database.ts';
import { jsonColumn } from './database/json.ts';
import type { RecordCounts } from './model/ingest-batch.ts';

/** Number of days kept, including today. */
const MAX_DAYS = 8;

/** The counts by day since 1970, UTC. At most eight days, with a number per reason. */
const dailyCountsJson = jsonColumn<Readonly<Record<string, RecordCounts>>>(
  'counts of records',
  z.record(
    z.string(),
    z.object({ records: z.number(), unread: z.partialRecord(z.enum(UNREAD_REASONS), z.number()) }),
  ),
);

const dayOf = (at: number): number => Math.floor(at / DAY_MS);

async function dailyCounts(queries: Queries): Promise<Readonly<Record<string, RecordCounts>>> {
  const row = await queries.selectFrom('feedState').select('recordCounts').executeTakeFirst();
  return row === undefined ? {} : dailyCountsJson.read(row.recordCounts);
}

/**
 * Adds to the counts of the day, and drops days that are no longer shown.
 * @param at epoch ms
 */
export async function countRecords(
  transaction: Transaction,
  counts: RecordCounts,
  at: number,
): Promise<void> {
  if (counts.records === 0) return;
  const known = await dailyCounts(transaction);
  const today = dayOf(at);
  const before = known[today] ?? { records: 0, unread: {} };
  const kept = Object.entries(known).filter(([day]) => Math.abs(today - Number(day)) < MAX_DAYS);
  const recordCounts = dailyCountsJson.write({
    ...Object.fromEntries(kept),
    [today]: {
      records: before.records + counts.records,
      unread: addUnread(before.unread, counts.unread),
    },
  });
  await transaction.updateTable('feedState').set({ recordCounts }).execute();
}

/** Returns the number of new records since the day of `since` (epoch ms), and how many of them were unreadable. */
export async function recordCountsSince(queries: Queries, since: number): Promise<RecordCounts> {
  let records = 0;
  let unread: UnreadCounts = {};
  for (const [day, counts] of Object.entries(await dailyCounts(queries))) {
    if (Number(day) < dayOf(since)) continue;
    records += counts.records;
    unread = addUnread(unread, counts.unread);
  }
  return { records, unread };
}
