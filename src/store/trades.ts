import { sql } from 'kysely';
import { REPEAT_WINDOW_SECONDS } from '#src/alerts/repeat-rule.ts';
import type { Trade } from '#src/alerts/trade.ts';
import { type Address, storedAddress } from '#src/chain/address.ts';
import { DAY_SECONDS } from '#src/chain/durations.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { Wei } from '#src/chain/wei.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Queries, Transaction } from './database/database.ts';
import { rowInsertion } from './database/insert-rows.ts';
import { inChunks, isAmong, listParameter } from './database/lists.ts';
import { idBeyondIfMany } from './database/surplus.ts';
import type { Tables } from './database/tables.ts';

/** Maximum trades returned for a token. */
const MAX_TRADES_RETURNED = 500;
const KEPT_SECONDS = 90 * DAY_SECONDS;

/** Maximum rows kept in each table. */
export interface TradeBounds {
  readonly trades: number;
  readonly highestTrades: number;
}

/** A stored trade, without its id. */
export type TradeRow = Omit<Tables['trades'], 'id'>;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Reads the trade from a row, two of whose columns may have other names. */
export function readTrade(
  { key, collection, seller, buyer, price, share, quantity, at }: Omit<TradeRow, 'tokenId' | 'soldIn'>,
  tokenId: TradeRow['tokenId'],
  soldIn: TradeRow['soldIn'],
): Trade {
  const trade: Mutable<Trade> = {
    key,
    collection: storedAddress(collection),
    tokenId,
    seller: seller === null ? null : storedAddress(seller),
    buyer: buyer === null ? null : storedAddress(buyer),
    price: price === null ? null : BigInt(price),
    quantity: quantity === '1' ? 1n : BigInt(quantity),
    at,
  };
  // Assigned, because spreads take most of the time for hundreds of thousands of trades.
  if (share !== null) trade.share = BigInt(share);
  if (soldIn !== null) trade.soldIn = soldIn;
  return trade;
}

const readRow = (row: TradeRow): Trade => readTrade(row, row.tokenId, row.soldIn);

/** The columns of a `TradeRow`. */
export const TRADE_COLUMNS = [
  'key',
  'collection',
  'tokenId',
  'seller',
  'buyer',
  'price',
  'share',
  'quantity',
  'at',
  'soldIn',
] as const;

function writeTrade({ price, share, quantity, ...trade }: Trade): TradeRow {
  const { key, collection, tokenId, seller, buyer, at, soldIn = null } = trade;
  const amounts = {
    price: price?.toString() ?? null,
    share: share?.toString() ?? null,
    quantity: quantity.toString(),
  };
  return { key, collection, tokenId, seller, buyer, ...amounts, at, soldIn };
}

const findHighest = compiledQuery((queries: Queries, { collection }: Parameters<{ collection: Address }>) =>
  queries.selectFrom('highestTrades').select('price').where('collection', '=', collection),
);

/** Returns the highest price of the collection among all trades ever stored; `null` without one. */
export async function highestPrice(queries: Queries, collection: Address): Promise<Wei | null> {
  const [found] = await findHighest(queries, { collection });
  return found === undefined ? null : BigInt(found.price);
}

async function countHighest(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('highestTrades')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the highest prices of these collections, as far as they are known. */
async function highestPrices(
  queries: Queries,
  collections: readonly Address[],
): Promise<ReadonlyMap<string, Wei>> {
  const found = new Map<string, Wei>();
  for (const chunk of inChunks(collections)) {
    const rows = await queries
      .selectFrom('highestTrades')
      .select(['collection', 'price'])
      .where('collection', 'in', chunk)
      .execute();
    for (const { collection, price } of rows) found.set(collection, BigInt(price));
  }
  return found;
}

/**
 * Raises the highest prices of the collections of these trades. If the maximum number of collections is reached, others
 * are left out.
 */
async function raiseHighest(
  transaction: Transaction,
  trades: readonly Pick<Trade, 'collection' | 'price'>[],
  { highestTrades }: TradeBounds,
): Promise<void> {
  const highest = new Map<Address, Wei>();
  for (const { collection, price } of trades) {
    if (price !== null && price > (highest.get(collection) ?? -1n)) highest.set(collection, price);
  }
  if (highest.size === 0) return;
  const before = await highestPrices(transaction, [...highest.keys()]);
  const isNew = ([collection]: readonly [Address, Wei]) => !before.has(collection);
  const room = [...highest].some(isNew) ? highestTrades - (await countHighest(transaction)) : 0;
  const added = [...highest].filter(isNew).slice(0, Math.max(0, room));
  const raised = [...highest].filter(([collection, price]) => price > (before.get(collection) ?? price));
  // In a fixed order, so that two transactions do not wait for each other.
  const rows = [...added, ...raised]
    .map(([collection, price]) => ({ collection, price: price.toString() }))
    .toSorted((one, other) => (one.collection < other.collection ? -1 : 1));
  for (const chunk of inChunks(rows)) {
    await transaction
      .insertInto('highestTrades')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.column('collection').doUpdateSet(({ ref }) => ({ price: ref('excluded.price') })),
      )
      .execute();
  }
}

const findOldTokens = compiledQuery(
  (
    queries: Queries,
    { collection, tokenIds, before }: Parameters<{ collection: Address; tokenIds: unknown; before: number }>,
  ) =>
    queries
      .selectFrom('trades')
      .select('tokenId')
      .distinct()
      .where('collection', '=', collection)
      .where(({ ref }) => isAmong(queries, ref('tokenId'), tokenIds))
      .where('at', '<', before),
);

/** Returns the tokens of these trades that have trades older than `before`. */
async function tokensWithOldTrades(
  queries: Queries,
  trades: readonly Trade[],
  before: number,
): Promise<readonly Pick<Trade, 'collection' | 'tokenId'>[]> {
  const tokenIds = new Map<Address, Set<TokenId>>();
  for (const { collection, tokenId } of trades)
    tokenIds.set(collection, (tokenIds.get(collection) ?? new Set()).add(tokenId));
  const found: Pick<Trade, 'collection' | 'tokenId'>[] = [];
  for (const [collection, ids] of tokenIds) {
    for (const chunk of inChunks([...ids])) {
      const of = { collection, tokenIds: listParameter(queries, chunk), before };
      const rows = await findOldTokens(queries, of);
      found.push(...rows.map(({ tokenId }) => ({ collection, tokenId })));
    }
  }
  return found;
}

/**
 * Deletes the token's trades that are older than `before`, except the newest one and those within the 24 hours before
 * it.
 */
async function pruneTradesOfToken(
  transaction: Transaction,
  { collection, tokenId }: Pick<Trade, 'collection' | 'tokenId'>,
  before: number,
): Promise<void> {
  await transaction
    .deleteFrom('trades')
    .where('collection', '=', collection)
    .where('tokenId', '=', tokenId)
    .where('at', '<', before)
    .where('at', '<', (eb) =>
      eb
        .selectFrom('trades as newer')
        .select(({ eb, fn }) => eb(fn.max('newer.at'), '-', REPEAT_WINDOW_SECONDS).as('limit'))
        .where('newer.collection', '=', collection)
        .where('newer.tokenId', '=', tokenId),
    )
    .execute();
}

/** Deletes the oldest trades beyond the limit. */
async function pruneOldest(transaction: Transaction, { trades }: TradeBounds): Promise<void> {
  await transaction.deleteFrom('trades').where('id', '<=', idBeyondIfMany('trades', trades)).execute();
}

const insertTrades = rowInsertion(
  'trades',
  {
    key: 'text',
    collection: 'text',
    tokenId: 'text',
    seller: 'text',
    buyer: 'text',
    price: 'text',
    share: 'text',
    quantity: 'text',
    at: 'real',
    soldIn: 'text',
  },
  { unlessKnown: ['key'], returning: ['key'] },
);

/**
 * Stores new trades, except those with a known key, and deletes old ones of the same tokens. Retention deletes those of
 * all others.
 * @param at epoch ms
 */
export async function addTrades(
  transaction: Transaction,
  trades: readonly Trade[],
  { at, bounds }: { readonly at: number; readonly bounds: TradeBounds },
): Promise<void> {
  if (trades.length === 0) return;
  const added = await insertTrades(transaction, trades.map(writeTrade), {});
  const keys = new Set(added.map(({ key }) => key));
  await raiseHighest(
    transaction,
    trades.filter(({ key }) => keys.delete(key)),
    bounds,
  );
  await pruneOldest(transaction, bounds);
  const before = at / 1_000 - KEPT_SECONDS;
  for (const token of await tokensWithOldTrades(transaction, trades, before))
    await pruneTradesOfToken(transaction, token, before);
}

/** Corrects stored trades; unknown ones are ignored. */
export async function correctTrades(
  transaction: Transaction,
  trades: readonly Trade[],
  bounds: TradeBounds,
): Promise<void> {
  for (const trade of trades) {
    const { seller, buyer, price, share, quantity } = writeTrade(trade);
    const { numUpdatedRows } = await transaction
      .updateTable('trades')
      .set({ seller, buyer, price, share, quantity })
      .where('key', '=', trade.key)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await raiseHighest(transaction, [trade], bounds);
  }
}

/**
 * Sets the highest price of a collection to that of its stored trades, which is all that is known after the highest one
 * was revoked.
 */
async function lowerHighest(transaction: Transaction, collection: string): Promise<void> {
  const highest = await transaction
    .selectFrom('trades')
    .select('price')
    .where('collection', '=', collection)
    .where('price', 'is not', null)
    // Decimal texts of the same length compare like numbers.
    .orderBy(sql`length(price)`, 'desc')
    .orderBy('price', 'desc')
    .limit(1)
    .executeTakeFirst();
  const price = highest?.price ?? null;
  if (price === null)
    await transaction.deleteFrom('highestTrades').where('collection', '=', collection).execute();
  else
    await transaction
      .updateTable('highestTrades')
      .set({ price })
      .where('collection', '=', collection)
      .execute();
}

/**
 * Deletes stored trades that did not happen after all; unknown ones are ignored. If one of them was a collection's
 * highest price, the collection gets the highest of its other stored trades.
 */
export async function revokeTrades(transaction: Transaction, keys: readonly string[]): Promise<void> {
  const lowered = new Set<string>();
  for (const chunk of inChunks(keys)) {
    const revoked = await transaction
      .deleteFrom('trades')
      .where('key', 'in', chunk)
      .returning(['collection', 'price'])
      .execute();
    const prices = new Set(revoked.map(({ collection, price }) => `${collection} ${price}`));
    const collections = [...new Set(revoked.map(({ collection }) => collection))];
    if (collections.length === 0) continue;
    const highest = await transaction
      .selectFrom('highestTrades')
      .selectAll()
      .where('collection', 'in', collections)
      .execute();
    for (const { collection, price } of highest)
      if (prices.has(`${collection} ${price}`)) lowered.add(collection);
  }
  // In a fixed order, so that two transactions do not wait for each other.
  for (const collection of [...lowered].toSorted()) await lowerHighest(transaction, collection);
}

type TokenParameters = Parameters<{ collection: Address; tokenId: TokenId }>;

const newestOfToken = (queries: Queries, { collection, tokenId }: TokenParameters) =>
  queries
    .selectFrom('trades')
    .select(TRADE_COLUMNS)
    .where('collection', '=', collection)
    .where('tokenId', '=', tokenId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_TRADES_RETURNED);

const findTradesOfToken = compiledQuery((queries: Queries, { collection, tokenId }: TokenParameters) =>
  newestOfToken(queries, { collection, tokenId }).where('at', '>=', (eb) =>
    eb
      .selectFrom('trades as newest')
      .select(({ eb, fn }) => eb(fn.max('newest.at'), '-', REPEAT_WINDOW_SECONDS).as('since'))
      .where('newest.collection', '=', collection)
      .where('newest.tokenId', '=', tokenId),
  ),
);

/** Returns the token's newest trade and those of the 24 hours before it, newest first, at most 500. */
export async function tradesOfToken(
  queries: Queries,
  collection: Address,
  tokenId: TokenId,
): Promise<readonly Trade[]> {
  return (await findTradesOfToken(queries, { collection, tokenId })).map(readRow);
}

const findSalesOfToken = compiledQuery(newestOfToken);

/** Returns the stored trades of a token, oldest first; the newest 500 if there are more. */
export async function salesOfToken(
  queries: Queries,
  collection: Address,
  tokenId: TokenId,
): Promise<readonly Trade[]> {
  return (await findSalesOfToken(queries, { collection, tokenId })).map(readRow).toReversed();
}

/** Returns the last stored trades, newest first, at most `limit`: of these collections, or of all (`null`). */
export async function recentTrades(
  queries: Queries,
  collections: readonly Address[] | null,
  limit: number,
): Promise<readonly Trade[]> {
  if (collections !== null && collections.length === 0) return [];
  const rows = await queries
    .selectFrom('trades')
    .select(TRADE_COLUMNS)
    .$if(collections !== null, (query) => query.where('collection', 'in', collections ?? []))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(readRow);
}

/** Deletes the highest prices of collections without stored trades, if the maximum number of collections is reached. */
export async function pruneIdleHighest(
  transaction: Transaction,
  { highestTrades }: TradeBounds,
): Promise<void> {
  if ((await countHighest(transaction)) < highestTrades) return;
  await transaction
    .deleteFrom('highestTrades')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('trades')
            .select(sql`1`.as('one'))
            .whereRef('trades.collection', '=', 'highestTrades.collection'),
        ),
      ),
    )
    .execute();
}
