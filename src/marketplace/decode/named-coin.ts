import type { CoinId } from '#src/chain/coins.ts';
import type { Currency, Wei } from '#src/chain/wei.ts';
import type { IsOwnCoin } from '../own-coin.ts';
import { COIN_PATHS, type DecodedCurrency, decodeCurrency, inOtherCoin, SYMBOL_PATHS } from './currency.ts';
import type { Amount } from './price.ts';
import { createFieldReader, isRecord, type JsonRecord } from './record.ts';

/** A quick check, because there are many records and few of them name a coin. */
const COIN_FIELDS: ReadonlySet<string> = new Set(
  [...COIN_PATHS, ...SYMBOL_PATHS].map(([first = '']) => first.toLowerCase()),
);
const mayNameCoin = (record: JsonRecord): boolean =>
  Object.keys(record).some((key) => COIN_FIELDS.has(key.toLowerCase()));

/** Returns the coin that a record names; `null` without one. */
export function coinNamedBy(record: unknown, isOwnCoin: IsOwnCoin): DecodedCurrency | null {
  if (!isRecord(record) || !mayNameCoin(record)) return null;
  const decoded = decodeCurrency(createFieldReader(record), isOwnCoin);
  return decoded.isNamed ? decoded : null;
}

/** Returns the fields whose names begin with a word, without that word: `listingCurrency` as `currency`. */
function fieldsAfter(word: string, record: JsonRecord): JsonRecord {
  const found = Object.entries(record).flatMap(([key, value]) => {
    const rest = key.startsWith(word) ? key.slice(word.length).replace(/^_/, '') : '';
    return rest === '' ? [] : [[rest.charAt(0).toLowerCase() + rest.slice(1), value] as const];
  });
  return Object.fromEntries(found);
}

/** The fields that may name the coin of one of a record's prices. */
interface Place {
  /** The field of the price, which may be an object. */
  readonly price: string;
  /** Prefixes of the fields beside it. */
  readonly words: readonly string[];
}

/** A price in another coin than the chain's own. */
export interface OtherPrice {
  /** In the smallest unit of `currency`. */
  readonly price: Wei;
  readonly currency: CoinId;
  /** How amounts of `currency` are written, if that is known; its symbol may be empty. */
  readonly coin?: Currency;
}

/** A price of a record: in the chain's own coin, or in another one. */
export interface ReadPrice {
  /** `null` if it is unknown or in another coin. */
  readonly own: Wei | null;
  readonly other: OtherPrice | null;
}

/** Reads the coin of one of a record's prices; `null` if nothing names it. */
export function coinAt(
  record: JsonRecord,
  { price, words }: Place,
  isOwnCoin: IsOwnCoin,
): DecodedCurrency | null {
  const places = [record[price], ...words.map((word) => fieldsAfter(word, record)), record];
  return places.map((one) => coinNamedBy(one, isOwnCoin)).find((one) => one !== null) ?? null;
}

/**
 * Reads one price of a record with several. Its coin is named within the price, by a field beside it, or by the whole
 * record; none of these fields is documented.
 */
export function readPriceAt(
  record: unknown,
  place: Place,
  amount: Amount | null,
  isOwnCoin: IsOwnCoin,
): ReadPrice {
  if (amount === null || !isRecord(record)) return { own: amount?.wei ?? null, other: null };
  const named = coinAt(record, place, isOwnCoin);
  if (named === null || named.currency === null) return { own: amount.wei, other: null };
  return { own: null, other: { ...inOtherCoin(amount, named), currency: named.currency } };
}
