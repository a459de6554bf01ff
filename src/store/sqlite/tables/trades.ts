import type { Database } from 'better-sqlite3';
import type { Address } from '../../../domain/address.ts';
import type { TokenId } from '../../../domain/token-id.ts';
import type { Trade } from '../../../domain/trade.ts';
import type { Wei } from '../../../domain/wei.ts';
import { readNumber } from '../../rows/reader.ts';
import { readAmount, readTrade } from '../../rows/trade.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** Of the day before a token's newest trade so many are shown. */
const SHOWN_TRADES = 500;

/** The tables `trades` and `highest_trades`: sales, for the story of later ones. */
export interface TradeTables {
  /** Remembers a trade once, by its key. */
  add(trade: Trade): void;
  /** What is known of a remembered trade by now; one that is not remembered is passed over. */
  correct(trade: Trade): void;
  /** The token's newest trade and those of the 24 hours before it, newest first, at most 500. */
  ofToken(collection: Address, tokenId: TokenId): readonly Trade[];
  /** The highest price ever remembered of the collection. */
  highest(collection: Address): Wei | null;
  /** Of more trades than are kept the oldest go. */
  forgetBeyondBound(): void;
  /** Where there is no room for further collections, forgets the prices of those of which no trade is remembered. */
  forgetIdleHighest(): void;
  /**
   * Forgets the token's trades before `before` (epoch seconds), all but its newest one and those of the 24 hours
   * before that.
   */
  forgetOfToken(collection: Address, tokenId: TokenId, before: number): void;
}

export const NEWEST_OF_TOKEN = 'SELECT max(at) FROM trades WHERE collection = ? AND token_id = ?';

export const TRADES_OF_TOKEN = `
  SELECT * FROM trades WHERE collection = ? AND token_id = ? AND at >= ? ORDER BY at DESC, id DESC LIMIT ${SHOWN_TRADES}`;

/** Neither the newest trade of its token nor of the 24 hours before that. */
export const IS_PAST = `
  at < (SELECT max(newer.at) FROM trades AS newer
         WHERE newer.collection = trades.collection AND newer.token_id = trades.token_id) - ${DAY_SECONDS}`;

export const FORGET_OF_TOKEN = `
  DELETE FROM trades WHERE collection = ? AND token_id = ? AND at < ? AND ${IS_PAST}`;

/** @param most how many rows of each table are kept */
export function createTradeTables(
  db: Database,
  most: { readonly trades: number; readonly highestTrades: number },
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
  /** Counted here, since a look may bring thousands of collections; a transaction that is taken back leaves it too high. */
  let collections = readNumber(countHighest.get());
  const forgetOfToken = db.prepare<[string, string, number]>(FORGET_OF_TOKEN);

  function highestOf(collection: Address): Wei | null {
    const price = highest.get(collection);
    return price === undefined ? null : readAmount(price);
  }

  function raiseHighest({ collection, price }: Pick<Trade, 'collection' | 'price'>): void {
    if (price === null) return;
    const before = highestOf(collection);
    if (before !== null && price <= before) return;
    if (before === null && collections >= most.highestTrades) return;
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
    forgetBeyondBound() {
      forgetOldest.run(most.trades);
    },
    forgetIdleHighest() {
      collections = readNumber(countHighest.get());
      if (collections < most.highestTrades) return;
      forgetIdle.run();
      collections = readNumber(countHighest.get());
    },
    ofToken(collection, tokenId) {
      const at = newest.get(collection, tokenId);
      if (at === null) return [];
      return ofToken.all(collection, tokenId, readNumber(at) - DAY_SECONDS).map(readTrade);
    },
    highest: highestOf,
    forgetOfToken(collection, tokenId, before) {
      forgetOfToken.run(collection, tokenId, before);
    },
  };
}
