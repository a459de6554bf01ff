import type { NoticeAlert } from '#src/alerts/alert.ts';
import type { Address } from '#src/chain/address.ts';
import { address } from '#src/chain/codecs.ts';
import { HOUR_MS } from '#src/chain/durations.ts';
import type { CollectionReading } from '#src/marketplace/market-point.ts';
import { addAlert } from './alerts.ts';
import { dialectOf, now } from './database/adapters.ts';
import type { Database, Transaction } from './database/database.ts';
import { inChunks } from './database/lists.ts';
import { lockGuild, lockQueueOrder } from './database/locks.ts';
import type { NoticeTarget } from './model/notice-target.ts';
import {
  type DueTicker,
  MAX_TICKERS,
  RENAME_WINDOW_MS,
  type RenameResult,
  type Ticker,
} from './model/ticker.ts';
import { deliverNotice } from './notices.ts';
import { readTicker, selectTickers } from './ticker-rows.ts';

/** No wait is longer. One that seems to be was written while the clock was ahead. */
const LONGEST_WAIT_MS = 2 * HOUR_MS;
/** Tickers that are handled in one pass. */
const DUE_LIMIT = 100;

const NOT_STOPPED = { stoppedAt: null, stoppedCode: null, isNoticeDue: false } as const;

/** Selects the row, which cannot change until the end of the transaction. */
const lockTicker = (transaction: Transaction, channelId: string) =>
  transaction
    .selectFrom('tickers')
    .selectAll()
    .where('channelId', '=', channelId)
    .$if(dialectOf(transaction) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();

/** Creates the store of tickers. Times are epoch ms. */
export function createTickerStore(database: Database) {
  return {
    /**
     * Adds a ticker, or changes the collection of a channel's ticker. Resolves to `full` if the server has the maximum
     * (`MAX_TICKERS`).
     */
    save: (
      ticker: Pick<Ticker, 'guildId' | 'channelId' | 'collection' | 'createdBy'>,
    ): Promise<'saved' | 'full'> =>
      database.transaction('saveTicker', async (transaction) => {
        const { guildId, channelId, ...chosen } = ticker;
        await lockGuild(transaction, guildId);
        const others = await transaction
          .selectFrom('tickers')
          .select('channelId')
          .where('guildId', '=', guildId)
          .where('channelId', '<>', channelId)
          .limit(MAX_TICKERS)
          .execute();
        if (others.length >= MAX_TICKERS) return 'full';
        // Discord's limit goes on, so the times of the requests are kept.
        const anew = { floor: null, floorAt: null, isDue: false, waitUntil: null, ...NOT_STOPPED };
        await transaction
          .insertInto('tickers')
          .values({ guildId, channelId, ...chosen, createdAt: now(transaction) })
          .onConflict((conflict) => conflict.column('channelId').doUpdateSet({ guildId, ...chosen, ...anew }))
          .execute();
        return 'saved';
      }),

    /** Removes a ticker. Resolves to whether there was one. */
    remove: (guildId: string, channelId: string): Promise<boolean> =>
      database.transaction('removeTicker', async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('tickers')
          .where('guildId', '=', guildId)
          .where('channelId', '=', channelId)
          .executeTakeFirst();
        return numDeletedRows > 0n;
      }),

    /** Resolves to the tickers of a server, oldest first. */
    ofGuild: (guildId: string): Promise<readonly Ticker[]> =>
      database.readOne('tickersOf', async (queries) =>
        (await selectTickers(queries).where('guildId', '=', guildId).execute()).map(readTicker),
      ),

    /** Resolves to the collections with a ticker. */
    collections: (): Promise<readonly Address[]> =>
      database.readOne('tickerCollections', async (queries) => {
        const rows = await queries.selectFrom('tickers').select('collection').distinct().execute();
        return rows.map(({ collection }) => address.parse(collection));
      }),

    /** Stores the floors of collections with tickers, if they changed. */
    noteFloors: (readings: readonly CollectionReading[], at: number): Promise<void> =>
      database.transaction('noteTickerFloors', async (transaction) => {
        const floors = new Map(
          readings.map(({ collection, floor }) => [collection as string, floor?.toString() ?? null]),
        );
        const tickers = await transaction
          .selectFrom('tickers')
          .select(['channelId', 'collection', 'floor', 'floorAt'])
          .orderBy('channelId')
          .execute();
        for (const { channelId, collection, floor, floorAt } of tickers) {
          const read = floors.get(collection);
          if (read === undefined || (floorAt !== null && read === floor)) continue;
          await transaction
            .updateTable('tickers')
            .set({ floor: read, floorAt: at, isDue: true })
            .where('channelId', '=', channelId)
            .where('collection', '=', collection)
            .execute();
        }
      }),

    /** Resolves to tickers whose floor may differ from their name and that may be renamed; longest ago first. */
    due: (at: number): Promise<readonly DueTicker[]> =>
      database.readOne('dueTickers', async (queries) => {
        const rows = await queries
          .selectFrom('tickers')
          .select(['guildId', 'channelId', 'floor', 'shownName', 'askedName'])
          .where(({ ref }) => ref('isDue'))
          .where(({ or, eb }) =>
            or([
              eb('waitUntil', 'is', null),
              eb('waitUntil', '<=', at),
              eb('waitUntil', '>', at + LONGEST_WAIT_MS),
            ]),
          )
          .orderBy('floorAt')
          .orderBy('channelId')
          .limit(DUE_LIMIT)
          .execute();
        return rows.map(({ floor, ...row }) => ({ ...row, floor: floor === null ? null : BigInt(floor) }));
      }),

    /**
     * Notes a request before it is made. Resolves to whether it may be made: not if the ticker was removed or its floor
     * has changed, nor more often than Discord allows. Then the ticker waits.
     */
    beginRename: (ticker: DueTicker, name: string, at: number): Promise<boolean> =>
      database.transaction('beginRename', async (transaction) => {
        const row = await lockTicker(transaction, ticker.channelId);
        if (row === undefined || row.floor !== (ticker.floor?.toString() ?? null)) return false;
        // A time in the future means that the clock was set back, and says nothing about the time that has passed.
        const last = row.renamedAt === null ? null : Math.min(row.renamedAt, at);
        const before = row.renamedBefore === null ? null : Math.min(row.renamedBefore, at);
        const isAllowed = before === null || at - before >= RENAME_WINDOW_MS;
        await transaction
          .updateTable('tickers')
          .set(
            isAllowed
              ? { askedName: name, renamedAt: at, renamedBefore: last, waitUntil: null }
              : { renamedAt: last, renamedBefore: before, waitUntil: before + RENAME_WINDOW_MS },
          )
          .where('channelId', '=', ticker.channelId)
          .execute();
        return isAllowed;
      }),

    /**
     * Notes what came of a request.
     * @param name of the request
     */
    endRename: (ticker: DueTicker, name: string, result: RenameResult): Promise<void> =>
      database.transaction('endRename', async (transaction) => {
        const { channelId } = ticker;
        const row = await lockTicker(transaction, channelId);
        if (row === undefined) return;
        const isSame = row.floorAt !== null && row.floor === (ticker.floor?.toString() ?? null);
        const update = transaction.updateTable('tickers').where('channelId', '=', channelId);
        switch (result.type) {
          case 'renamed':
            await update
              .set({
                ...{ shownName: name, askedName: null, waitUntil: null, ...NOT_STOPPED },
                isDue: !(isSame && result.isCurrent),
              })
              .execute();
            return;
          case 'unchanged':
            if (isSame) await update.set({ isDue: false }).execute();
            return;
          case 'later':
            await update
              .set({ askedName: result.isUnknown ? name : null, waitUntil: result.until })
              .execute();
            return;
          case 'stopped':
            await update
              .set({
                askedName: result.isUnknown ? name : null,
                waitUntil: result.until,
                stoppedCode: result.code,
                ...(row.stoppedAt === null ? { stoppedAt: result.at, isNoticeDue: true } : {}),
              })
              .execute();
        }
      }),

    /** Resolves to the stopped tickers of these servers. */
    stoppedIn: (guildIds: readonly string[]): Promise<readonly Ticker[]> =>
      database.read('stoppedTickers', async (queries) => {
        const found: Ticker[] = [];
        for (const chunk of inChunks(guildIds)) {
          const rows = await selectTickers(queries)
            .where('guildId', 'in', chunk)
            .where('stoppedAt', 'is not', null)
            .execute();
          found.push(...rows.map(readTicker));
        }
        return found;
      }),

    /** Lets a stopped ticker be renamed again at once. One that shows its floor is no longer stopped. */
    retry: (channelId: string): Promise<void> =>
      database.transaction('retryTicker', async (transaction) => {
        const row = await lockTicker(transaction, channelId);
        if (row === undefined || row.stoppedAt === null) return;
        await transaction
          .updateTable('tickers')
          .set({ waitUntil: null, ...(row.isDue ? {} : NOT_STOPPED) })
          .where('channelId', '=', channelId)
          .execute();
      }),

    /**
     * Marks the notice about this ticker as posted, like that of a channel. Does nothing if none is due.
     * @param notice `null` if there is nobody to tell
     */
    postNotice: (
      channelId: string,
      notice: { readonly alert: NoticeAlert; readonly to: readonly NoticeTarget[] } | null,
    ): Promise<void> =>
      database.transaction('postTickerNotice', async (transaction) => {
        await lockQueueOrder(transaction);
        const row = await lockTicker(transaction, channelId);
        if (row === undefined || !row.isNoticeDue) return;
        await transaction
          .updateTable('tickers')
          .set({ isNoticeDue: false })
          .where('channelId', '=', channelId)
          .execute();
        if (notice === null) return;
        const { alert, to } = notice;
        const alertId = await addAlert(transaction, alert, now(transaction));
        if (alertId !== null) await deliverNotice(transaction, { alertId, alert, guildId: row.guildId }, to);
      }),
  };
}

export type TickerStore = ReturnType<typeof createTickerStore>;
