import type { FeedRecord } from '#src/alerts/feed-record.ts';
import type { Trade } from '#src/alerts/trade.ts';
import type { Database, Queries } from './database/database.ts';
import { feedRecordsInParts } from './feed-records.ts';
import { type SalesPeriod, salesInParts, tokensSoldOften } from './sales.ts';

/** Since when all events are stored, epoch seconds. */
export interface StoredSince {
  readonly sales: number;
  readonly records: number;
}

/** Returns the oldest row, with its time as epoch seconds; `null` if there is none. */
async function oldestOf(queries: Queries) {
  const trade = await queries.selectFrom('trades').select(['id', 'at']).orderBy('id').limit(1).execute();
  const record = await queries
    .selectFrom('feedRecords')
    .select(['id', 'seenAt'])
    .orderBy('id')
    .limit(1)
    .execute();
  return { trade: trade[0], record: record[0] };
}

/** Returns the time of a table's oldest row if rows before it were deleted, else the beginning of the feed. */
const sinceOf = (start: number, first: { readonly id: number; readonly at: number } | undefined): number =>
  first === undefined || first.id <= 1 ? start : Math.max(start, first.at);

/**
 * Stored events, from which a backtest counts what a rule would have posted. They are read in parts, between which the
 * rest of the process runs.
 */
export function createBacktestStore(database: Database) {
  return {
    /** Resolves to `null` before the first poll of the feed. */
    storedSince: (): Promise<StoredSince | null> =>
      database.read('storedSince', async (queries) => {
        const state = await queries.selectFrom('feedState').select('newRecordsAfter').executeTakeFirst();
        if (state === undefined) return null;
        const { trade, record } = await oldestOf(queries);
        const seen = record === undefined ? undefined : { id: record.id, at: record.seenAt / 1_000 };
        return {
          sales: sinceOf(state.newRecordsAfter, trade),
          records: sinceOf(state.newRecordsAfter, seen),
        };
      }),
    /** Reads the sales of a period, oldest first. */
    salesInParts: (period: SalesPeriod, signal?: AbortSignal): AsyncIterable<readonly Trade[]> =>
      salesInParts(database, period, signal),
    /** Resolves to the tokens with three or more sales within a day since `from`: token ids by collection. */
    tokensSoldOften: (period: Pick<SalesPeriod, 'collections' | 'from'>, signal?: AbortSignal) =>
      tokensSoldOften(database, period, signal),
    /** Reads the records of the feed in the order in which they were stored, each with its first key alone. */
    feedRecordsInParts: (signal?: AbortSignal): AsyncIterable<readonly FeedRecord[]> =>
      feedRecordsInParts(database, signal),
  };
}

export type BacktestStore = ReturnType<typeof createBacktestStore>;
