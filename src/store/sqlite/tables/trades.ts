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
  /** The token's newest trade and those of the 24 hours before it, newest first, at most 500. */
  ofToken(collection: Address, tokenId: TokenId): readonly Trade[];
  /** The highest price ever remembered of the collection. */
  highest(collection: Address): Wei | null;
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

export function createTradeTables(db: Database): TradeTables {
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
  const newest = db.prepare<[string, string]>(NEWEST_OF_TOKEN).pluck();
  const ofToken = db.prepare<[string, string, number]>(TRADES_OF_TOKEN);
  const highest = db.prepare<[string]>('SELECT price FROM highest_trades WHERE collection = ?').pluck();
  const setHighest = db.prepare<[string, string]>(
    `INSERT INTO highest_trades (collection, price) VALUES (?, ?)
     ON CONFLICT (collection) DO UPDATE SET price = excluded.price`,
  );
  const forgetOfToken = db.prepare<[string, string, number]>(FORGET_OF_TOKEN);

  function highestOf(collection: Address): Wei | null {
    const price = highest.get(collection);
    return price === undefined ? null : readAmount(price);
  }

  return {
    add({ price, quantity, ...trade }) {
      const amounts = { price: price?.toString() ?? null, quantity: quantity.toString() };
      const { changes } = add.run({ ...trade, ...amounts });
      if (changes === 0 || price === null) return;
      const before = highestOf(trade.collection);
      if (before === null || price > before) setHighest.run(trade.collection, price.toString());
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
