import { type Address, ZERO_ADDRESS } from '../../domain/address.ts';
import type { Currency } from '../../domain/wei.ts';
import * as field from './activity-fields.ts';
import { type FieldReader, isRecord } from './record.ts';
import { readAddress, readDigits, readText } from './scalar.ts';

/** Stands for the chain's own coin where a contract is asked for; zero does the same. */
const NATIVE_PLACEHOLDER = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';
/** Coins that are no chain's own; a price that only names one cannot be told. */
const FOREIGN_SYMBOLS = /^(?:usd[a-z]{0,3}(?:\.e)?|dai|eur[a-z]?|busd|tusd|frax|wbtc)$/i;

/** What a price is in: `contract` is `null` for the chain's own coin, `foreign` says that it is certainly another. */
export interface DecodedCurrency {
  readonly contract: Address | null;
  readonly foreign: boolean;
  /** How amounts of the contract are written; its symbol may be empty. `null` without decimals. */
  readonly coin: Currency | null;
}

/** More decimals than any coin has; 18 are the rule. */
const MOST_DECIMALS = 36;
/** What can be the symbol of a coin: no text that says more. */
const SYMBOL = /^[\w.$₮₿-]{1,12}$/u;

function readDecimals(value: unknown): number | null {
  const digits = readDigits(value);
  if (digits === null || !/^\d{1,2}$/.test(digits)) return null;
  return Number(digits) <= MOST_DECIMALS ? Number(digits) : null;
}

function readSymbol(value: unknown): string | null {
  const symbol = readText(value)?.trim() ?? '';
  return SYMBOL.test(symbol) ? symbol : null;
}

function coinOf(reader: FieldReader): Currency | null {
  const decimals = reader.first(field.CURRENCY_DECIMALS, readDecimals);
  return decimals === null
    ? null
    : { symbol: reader.first(field.CURRENCY_SYMBOL, readSymbol) ?? '', decimals };
}

function symbolOf(value: unknown): string | null {
  const named = isRecord(value) ? (value['symbol'] ?? value['name']) : value;
  return readText(named)?.trim() ?? null;
}

/** The currency of a record's price (activity-decoding: currency, default native). */
export function decodeCurrency(reader: FieldReader): DecodedCurrency {
  const told = reader.first(field.CURRENCY, readAddress);
  if (told === ZERO_ADDRESS || told === NATIVE_PLACEHOLDER)
    return { contract: null, foreign: false, coin: null };
  const foreign = told !== null || FOREIGN_SYMBOLS.test(reader.first(field.CURRENCY, symbolOf) ?? '');
  return { contract: told, foreign, coin: told === null ? null : coinOf(reader) };
}
