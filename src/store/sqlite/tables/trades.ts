import type { Database } from 'better-sqlite3';
import type { Trade } from '../../../alerts/trade.ts';
import type { Address } from '../../../chain/address.ts';
import type { TokenId } from '../../../chain/token-id.ts';
import type { Wei } from '../../../chain/wei.ts';
import { readNumber } from '../../rows/row-mapper.ts';
import { readAmount, readTrade } from '../../rows/trade.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** The most trades returned for a token. */
const MAX_TRADES_RETURNED = 500;

/** Tables trades and highest_trades: sales, for the price context of later ones. */
export interface TradeTables {
  /** Adds the trade unless its key is known. */
  add(trade: Trade): void;
  /** Corrects a stored trade; ignored when it is not stored. */
  correct(trade: Trade): void;
  /** The token's newest trade and those of the 24 hours before it, newest first, at most 500. */
  ofToken(collection: Address, tokenId: TokenId): readonly Trade[];
  /** The trades stored last, the last one first, at most `limit`: of these collections, or of all (`null`). */
  recent(collections: readonly Address[] | null, limit: number): readonly Trade[];
  /** The highest price of the collection among all trades ever stored. */
  highest(collection: Address): Wei | null;
  /** Deletes the oldest trades beyond the limit. */
  pruneOldestTrades(): void;
  /** When the limit of collections is reached, deletes the highest prices of those without stored trades. */
  pruneIdleHighest(): void;
  /**
   * Deletes the token's trades before `before` (epoch seconds), except its newest one and those of the 24 hours before
   * that.
   */
  pruneTradesOfToken(collection: Address, tokenId: TokenId, before: number): void;
}

export const NEWEST_OF_TOKEN = 'SELECT max(at) FROM trades WHERE collection = ? AND token_id = ?';

export const TRADES_OF_TOKEN = `
  SELECT * FROM trades WHERE collection = ? AND token_id = ? AND at >= ? ORDER BY at DESC, id DESC LIMIT ${MAX_TRADES_RETURNED}`;

const RECENT_TRADES = `
  SELECT * FROM trades
   WHERE :collections IS NULL OR collection IN (SELECT value FROM json_each(:collections))
   ORDER BY id DESC LIMIT :limit`;

/** Neither the newest trade of its token nor within the 24 hours before that. */
export const IS_PRUNABLE = `
  at < (SELECT max(newer.at) FROM trades AS newer
         WHERE newer.collection = trades.collection AND newer.token_id = trades.token_id) - ${DAY_SECONDS}`;

export const PRUNE_TRADES_OF_TOKEN = `
  DELETE FROM trades WHERE collection = ? AND token_id = ? AND at < ? AND ${IS_PRUNABLE}`;

/** @param most how many rows of each table are kept */
export function createTradeTables(
  db: Database,
  maxRows: { readonly trades: number; readonly highestTrades: number },
): TradeTables {
  const add = db.prepare<{
    key: string;
    collection: string;
    tokenId: string;
    seller: string | null;
    buyer: string | null;
    price: string | null;
    quantity: string;
    at: number;
  }>(
    `INSERT INTO trades (key, collection, token_id, seller, buyer, price, quantity, at)
     VALUES (:key, :collection, :tokenId, :seller, :buyer, :price, :quantity, :at) ON CONFLICT (key) DO NOTHING`,
  );
  const correct = db.prepare<{
    key: string;
    seller: string | null;
    buyer: string | null;
    price: string | null;
    quantity: string;
  }>(
    `UPDATE trades SET seller = :seller, buyer = :buyer, price = :price, quantity = :quantity WHERE key = :key`,
  );
  const newest = db.prepare<[string, string]>(NEWEST_OF_TOKEN).pluck();
  const ofToken = db.prepare<[string, string, number]>(TRADES_OF_TOKEN);
  const recent = db.prepare<{ collections: string | null; limit: number }>(RECENT_TRADES);
  const highest = db.prepare<[string]>('SELECT price FROM highest_trades WHERE collection = ?').pluck();
  const setHighest = db.prepare<[string, string]>(
    `INSERT INTO highest_trades (collection, price) VALUES (?, ?)
     ON CONFLICT (collection) DO UPDATE SET price = excluded.price`,
  );
  const forgetOldest = db.prepare<[number]>(
    'DELETE FROM trades WHERE id <= (SELECT max(id) FROM trades) - ?',
  );
  const forgetIdle = db.prepare<[]>(
    `DELETE FROM highest_trades
      WHERE NOT EXISTS (SELECT 1 FROM trades WHERE trades.collection = highest_trades.collection)`,
  );
  const countHighest = db.prepare<[]>('SELECT count(*) FROM highest_trades').pluck();
  /** Counted here, since one poll may contain thousands of collections. A rolled-back transaction leaves it too high. */
  let collections = readNumber(countHighest.get());
  const pruneTradesOfToken = db.prepare<[string, string, number]>(PRUNE_TRADES_OF_TOKEN);

  function highestOf(collection: Address): Wei | null {
    const price = highest.get(collection);
    return price === undefined ? null : readAmount(price);
  }

  function raiseHighest({ collection, price }: Pick<Trade, 'collection' | 'price'>): void {
    if (price === null) return;
    const before = highestOf(collection);
    if (before !== null && price <= before) return;
    if (before === null && collections >= maxRows.highestTrades) return;
    if (before === null) collections += 1;
    setHighest.run(collection, price.toString());
  }

  return {
    add({ price, quantity, ...trade }) {
      const amounts = { price: price?.toString() ?? null, quantity: quantity.toString() };
      const { changes } = add.run({ ...trade, ...amounts });
      if (changes > 0) raiseHighest({ ...trade, price });
    },
    correct({ key, collection, seller, buyer, price, quantity }) {
      const amounts = { price: price?.toString() ?? null, quantity: quantity.toString() };
      const { changes } = correct.run({ key, seller, buyer, ...amounts });
      if (changes > 0) raiseHighest({ collection, price });
    },
    pruneOldestTrades() {
      forgetOldest.run(maxRows.trades);
    },
    pruneIdleHighest() {
      collections = readNumber(countHighest.get());
      if (collections < maxRows.highestTrades) return;
      forgetIdle.run();
      collections = readNumber(countHighest.get());
    },
    ofToken(collection, tokenId) {
      const at = newest.get(collection, tokenId);
      if (at === null) return [];
      return ofToken.all(collection, tokenId, readNumber(at) - DAY_SECONDS).map(readTrade);
    },
    recent(collections, limit) {
      const wanted = collections === null ? null : JSON.stringify(collections);
      return recent.all({ collections: wanted, limit }).map(readTrade);
    },
    highest: highestOf,
    pruneTradesOfToken(collection, tokenId, before) {
      pruneTradesOfToken.run(collection, tokenId, before);
    },
  };
}
