import { type Address, ZERO_ADDRESS } from '../../chain/address.ts';
import type { Currency } from '../../chain/wei.ts';
import * as field from './activity-fields.ts';
import { type FieldReader, isRecord } from './record.ts';
import { readAddress, readDigits, readText } from './scalar.ts';

/** Placeholder address for the native currency; the zero address is used too. */
const NATIVE_PLACEHOLDER = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';
/** Symbols that are never a native currency. Without a contract, a price in one of them is unusable. */
const FOREIGN_SYMBOLS = /^(?:usd[a-z]{0,3}(?:\.e)?|dai|eur[a-z]?|busd|tusd|frax|wbtc)$/i;

/** Currency of a price: `contract` is `null` for the native currency; `foreign` is `true` when it is another one. */
export interface DecodedCurrency {
  readonly contract: Address | null;
  readonly foreign: boolean;
  /** Symbol and decimals of the contract; the symbol may be empty. `null` without decimals. */
  readonly coin: Currency | null;
}

/** Above any real token; 18 is usual. */
const MAX_DECIMALS = 36;
/** A plausible currency symbol; longer text is something else. */
const SYMBOL = /^[\w.$₮₿-]{1,12}$/u;

function readDecimals(value: unknown): number | null {
  const digits = readDigits(value);
  if (digits === null || !/^\d{1,2}$/.test(digits)) return null;
  return Number(digits) <= MAX_DECIMALS ? Number(digits) : null;
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
  const candidate = isRecord(value) ? (value['symbol'] ?? value['name']) : value;
  return readText(candidate)?.trim() ?? null;
}

/** The currency of a record's price (activity-decoding: currency, default native). */
export function decodeCurrency(reader: FieldReader): DecodedCurrency {
  const reported = reader.first(field.CURRENCY, readAddress);
  if (reported === ZERO_ADDRESS || reported === NATIVE_PLACEHOLDER)
    return { contract: null, foreign: false, coin: null };
  const foreign = reported !== null || FOREIGN_SYMBOLS.test(reader.first(field.CURRENCY, symbolOf) ?? '');
  return { contract: reported, foreign, coin: reported === null ? null : coinOf(reader) };
}
