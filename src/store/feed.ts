import { isRepeatTrades, repeatTradesPrefix } from '#src/alerts/kinds/repeat-trades.ts';
import { tokenKey } from '#src/alerts/missing-details.ts';
import { REPEAT_WINDOW_SECONDS } from '#src/alerts/repeat-rule.ts';
import type { TradeHistory } from '#src/alerts/repeat-trades.ts';
import type { Trade } from '#src/alerts/trade.ts';
import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { StoreBounds } from './bounds.ts';
import { addBurns, type BurnedTokens, burnedBetween, removeBurns } from './burns.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import { rowInsertion } from './database/insert-rows.ts';
import { inChunks, isAmong, listParameter } from './database/lists.ts';
import { idBeyondIfMany } from './database/surplus.ts';
import { addFeedRecords, updateFeedRecord } from './feed-records.ts';
import { recordGap } from './gaps.ts';
import type { Ingestion } from './ingestion.ts';
import { liveStatesBeginningWith } from './live-states.ts';
import type { FeedBatch, FeedState } from './model/ingest-batch.ts';
import { countRecords } from './record-counts.ts';
import { type SalesPeriod, salesBetween } from './sales.ts';
import {
  addTrades,
  correctTrades,
  highestPrice,
  recentTrades,
  revokeTrades,
  salesOfToken,
  tradesOfToken,
} from './trades.ts';

const findSeenKeys = compiledQuery((queries: Queries, { keys }: Parameters<{ keys: unknown }>) =>
  queries
    .selectFrom('seenKeys')
    .select('key')
    .where(({ ref }) => isAmong(queries, ref('key'), keys)),
);

/** Resolves to the known keys among these. */
async function knownKeys(queries: Queries, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const chunk of inChunks([...new Set(keys)])) {
    const rows = await findSeenKeys(queries, { keys: listParameter(queries, chunk) });
    for (const { key } of rows) known.add(key);
  }
  // In the order of the given keys.
  return new Set(keys.filter((key) => known.has(key)));
}

const insertSeenKeys = rowInsertion('seenKeys', { key: 'text' }, { constants: { seenAt: 'real' } });

const deleteSeenBeyond = compiledQuery(
  (transaction: Transaction, { maxKeys }: Parameters<{ maxKeys: number }>) =>
    transaction.deleteFrom('seenKeys').where('id', '<=', idBeyondIfMany('seenKeys', maxKeys)),
);

/**
 * Adds unknown keys, and deletes the oldest ones beyond the limit.
 * @param at epoch ms
 */
async function markSeen(
  transaction: Transaction,
  keys: readonly string[],
  { at, maxKeys }: { readonly at: number; readonly maxKeys: number },
): Promise<void> {
  if (keys.length === 0) return;
  // Known keys are excluded first, because a conflict would use up an id on PostgreSQL.
  const known = await knownKeys(transaction, keys);
  const fresh = [...new Set(keys)].filter((key) => !known.has(key));
  await insertSeenKeys(
    transaction,
    fresh.map((key) => ({ key })),
    { seenAt: at },
  );
  // Counted, because ids have gaps: PostgreSQL does not reuse those of a rolled-back transaction.
  await deleteSeenBeyond(transaction, { maxKeys });
}

const selectFeedState = compiledQuery((queries: Queries) =>
  queries
    .selectFrom('feedState')
    .select('newRecordsAfter')
    .select(({ exists, selectFrom }) => exists(selectFrom('seenKeys').select('seenKeys.id')).as('isFilled')),
);

async function feedState(queries: Queries): Promise<FeedState> {
  const [state] = await selectFeedState(queries, {});
  if (state === undefined) return 'blank';
  return state.isFilled ? 'filled' : 'empty';
}

/**
 * Records an ingestion; the first one is the baseline. Resolves to the time of the previous one, epoch ms.
 * @param at epoch ms
 */
async function noteIngest(
  transaction: Transaction,
  { at, newRecordsAfter }: Pick<FeedBatch, 'at' | 'newRecordsAfter'>,
): Promise<void> {
  await transaction
    .insertInto('feedState')
    .values({ id: 1, baselineAt: at, newRecordsAfter: newRecordsAfter ?? 0, lastIngestAt: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ lastIngestAt: at }))
    .execute();
}

async function tradeHistory(
  queries: Queries,
  { collection, tokenId }: { readonly collection: Address; readonly tokenId: TokenId },
): Promise<TradeHistory> {
  const trades = await tradesOfToken(queries, collection, tokenId);
  const since = (trades[0]?.at ?? 0) - REPEAT_WINDOW_SECONDS;
  const prefix = repeatTradesPrefix(tokenKey(collection, tokenId));
  const states = await liveStatesBeginningWith(queries, prefix, since);
  return {
    trades,
    repeatTrades: states.filter(isRepeatTrades),
    highest: await highestPrice(queries, collection),
  };
}

function isEmpty(batch: FeedBatch): boolean {
  const { seen, alerts, topics, trades, gap, records = [], changedRecords = [], revised = [] } = batch;
  const { revokedTrades = [], burns = [], removedBurns = [], detected = [] } = batch;
  const parts = [
    seen,
    alerts,
    topics,
    trades,
    records,
    changedRecords,
    revised,
    revokedTrades,
    burns,
    removedBurns,
    detected,
  ];
  return gap === null && parts.every(({ length }) => length === 0);
}

/** Creates the transactions of the feed. */
export function createFeedStore(database: Database, ingestion: Ingestion, bounds: StoreBounds) {
  return {
    /** Resolves to `blank` before the first ingestion; `empty` while no record is known; then `filled`. */
    feedState: (): Promise<FeedState> => database.read('feedState', feedState),

    /**
     * Resolves to the value from the first ingestion (`FeedBatch.newRecordsAfter`), epoch seconds; `null` before it.
     */
    newRecordsAfter: (): Promise<number | null> =>
      database.read('newRecordsAfter', async (queries) => {
        const [state] = await selectFeedState(queries, {});
        return state?.newRecordsAfter ?? null;
      }),

    /** Resolves to the known keys among `keys`. `prune` documents their retention. */
    known: (keys: readonly string[]): Promise<ReadonlySet<string>> =>
      database.read('known', (queries) => knownKeys(queries, keys)),

    /**
     * Writes the record keys, the alerts with their deliveries, live states and trades in one transaction; deliveries
     * are queued in the given order. With more than a few hundred deliveries the transaction only contains the list of
     * them. They are written in further short transactions, if necessary by the next process (`recover`, or the next
     * ingestion).
     * An alert with a known key is skipped with all its channels. An addressee with `skipIfLive` is skipped while its
     * channel has, or is about to get, a live message of the topic; for the end of an auction, also if it got another
     * alert of that end.
     * The first ingestion is the baseline even if it is empty; later empty ones write nothing. Resolves to the channels
     * with new deliveries or with live messages to edit.
     */
    ingest: (batch: FeedBatch): Promise<readonly string[]> =>
      ingestion.ingest('ingest', async (transaction) => {
        if (isEmpty(batch) && (await feedState(transaction)) !== 'blank') return null;
        const {
          at,
          gap,
          seen,
          records = [],
          changedRecords = [],
          correctedTrades = [],
          revokedTrades = [],
          burns = [],
          removedBurns = [],
          trades,
        } = batch;
        await noteIngest(transaction, batch);
        if (gap !== null) await recordGap(transaction, gap, bounds.gaps);
        await markSeen(transaction, seen, { at, maxKeys: bounds.seen });
        await addFeedRecords(transaction, records, at);
        for (const { id, activity } of changedRecords) await updateFeedRecord(transaction, id, activity);
        await correctTrades(transaction, correctedTrades, bounds);
        await revokeTrades(transaction, revokedTrades);
        await addTrades(transaction, trades, { at, bounds });
        await removeBurns(transaction, removedBurns);
        await addBurns(transaction, burns, bounds.burns);
        if (batch.counts !== undefined) await countRecords(transaction, batch.counts, at);
        return batch;
      }),

    /** Resolves to the stored trades of these tokens, in order. */
    tradeHistories: (
      tokens: readonly { readonly collection: Address; readonly tokenId: TokenId }[],
    ): Promise<readonly TradeHistory[]> =>
      database.read('tradeHistories', async (queries) => {
        const histories: TradeHistory[] = [];
        for (const token of tokens) histories.push(await tradeHistory(queries, token));
        return histories;
      }),

    /** Resolves to the last stored trades, newest first, at most `limit`: of these collections, or of all (`null`). */
    recentTrades: (collections: readonly Address[] | null, limit: number): Promise<readonly Trade[]> =>
      database.read('recentTrades', (queries) => recentTrades(queries, collections, limit)),

    /** Resolves to the stored sales of a token, oldest first; the newest 500 if there are more. */
    salesOfToken: (collection: Address, tokenId: TokenId): Promise<readonly Trade[]> =>
      database.read('salesOfToken', (queries) => salesOfToken(queries, collection, tokenId)),

    /** Resolves to the number of units burned in a period, by collection. */
    burnedBetween: (period: SalesPeriod): Promise<readonly BurnedTokens[]> =>
      database.read('burnedBetween', (queries) => burnedBetween(queries, period)),

    /**
     * Resolves to the stored sales of a period, oldest first. They are read page by page, so sales stored in the
     * meantime may be missing.
     */
    salesBetween: (period: SalesPeriod): Promise<readonly Trade[]> => salesBetween(database, period),
  };
}

export type FeedStore = ReturnType<typeof createFeedStore>;
