import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MarketAlert } from '#src/alerts/alert.ts';
import type { Topic } from '#src/alerts/kinds/registry.ts';
import type { Trade } from '#src/alerts/trade.ts';
import { marketAlertJson } from './alerts.ts';
import type { Database, Queries } from './database/database.ts';
import { type SalesPeriod, salesInParts, tokensSoldOften } from './sales.ts';

/** Since when all events are stored, epoch seconds. */
export interface StoredSince {
  readonly sales: number;
  readonly events: number;
}

/** Detected events of some topics. */
export interface RecentEvents {
  /** Since when all of them are included, epoch seconds. */
  readonly since: number;
  /** In parts, in the order in which they were detected. The rest of the process runs between two parts. */
  inParts(): AsyncIterable<readonly MarketAlert[]>;
}

/** Returns the oldest row, with its time as epoch seconds; `undefined` if there is none. */
async function oldestOf(queries: Queries) {
  const trade = await queries
    .selectFrom('trades')
    .select(['id', 'at'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const event = await queries
    .selectFrom('detectedAlerts')
    .select(['id', 'detectedAt'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return { trade, event: event === undefined ? undefined : { id: event.id, at: event.detectedAt / 1_000 } };
}

/** Returns the time of a table's oldest row if rows before it were deleted, else the beginning of the feed. */
const sinceOf = (start: number, first: { readonly id: number; readonly at: number } | undefined): number =>
  first === undefined || first.id <= 1 ? start : Math.max(start, first.at);

/** Rows of events that are searched, and events that are parsed, in one turn of the event loop. */
const SEARCHED_AT_ONCE = 1_000;
const PARSED_AT_ONCE = 100;

interface EventRow {
  readonly payload: string;
  readonly occurredAt: number;
}

/** Reads the newest events, newest first. They are searched by id, because an index by topic would slow each poll. */
async function newestEvents(
  database: Database,
  {
    topics,
    since,
    limit,
  }: { readonly topics: readonly Topic[]; readonly since: number; readonly limit: number },
  signal?: AbortSignal,
): Promise<readonly EventRow[]> {
  const newest = await database.readOne('newestEvent', (queries) =>
    queries.selectFrom('detectedAlerts').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst(),
  );
  const wanted = new Set<string>(topics);
  const found: EventRow[] = [];
  let isOver = false;
  for (let last = newest?.id ?? 0; last > 0 && !isOver; last -= SEARCHED_AT_ONCE) {
    const rows = await database.readOne('eventsOfTopics', (queries) =>
      queries
        .selectFrom('detectedAlerts')
        .select(['topic', 'payload', 'dropped', 'occurredAt', 'detectedAt'])
        .where('id', '<=', last)
        .where('id', '>', last - SEARCHED_AT_ONCE)
        .orderBy('id', 'desc')
        .execute(),
    );
    for (const { topic, payload, dropped, occurredAt, detectedAt } of rows) {
      isOver = detectedAt < since || found.length >= limit;
      if (isOver) break;
      if (wanted.has(topic) && payload !== null && dropped === null) found.push({ payload, occurredAt });
    }
    await nextTurn();
    signal?.throwIfAborted();
  }
  return found;
}

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
        const { trade, event } = await oldestOf(queries);
        return {
          sales: sinceOf(state.newRecordsAfter, trade),
          events: sinceOf(state.newRecordsAfter, event),
        };
      }),
    /** Reads the sales of a period, oldest first. */
    salesInParts: (period: SalesPeriod, signal?: AbortSignal): AsyncIterable<readonly Trade[]> =>
      salesInParts(database, period, signal),
    /** Resolves to the tokens with three or more sales since `from`: token ids by collection. */
    tokensSoldOften: (period: Pick<SalesPeriod, 'collections' | 'from'>, signal?: AbortSignal) =>
      tokensSoldOften(database, period, signal),
    /**
     * Reads the events of these topics that were detected at `since` (epoch seconds) or later and not dropped: the newest
     * ones, if there are more than `limit`.
     */
    async recentEvents(
      topics: readonly Topic[],
      { since, limit }: { readonly since: number; readonly limit: number },
      signal?: AbortSignal,
    ): Promise<RecentEvents> {
      const rows = await newestEvents(database, { topics, since: since * 1_000, limit }, signal);
      return {
        since: rows.length < limit ? since : Math.max(since, rows.at(-1)?.occurredAt ?? since),
        async *inParts() {
          for (let end = rows.length; end > 0; end -= PARSED_AT_ONCE) {
            const part = rows.slice(Math.max(0, end - PARSED_AT_ONCE), end).toReversed();
            yield part.map(({ payload }) => marketAlertJson.read(payload));
            await nextTurn();
            signal?.throwIfAborted();
          }
        },
      };
    },
  };
}

export type BacktestStore = ReturnType<typeof createBacktestStore>;
