import { type Address, ZERO_ADDRESS } from '../../domain/address.ts';
import * as field from './activity-fields.ts';
import { type FieldReader, isRecord } from './record.ts';
import { readAddress, readText } from './scalar.ts';

/** Stands for the chain's own coin where a contract is asked for; zero does the same. */
const NATIVE_PLACEHOLDER = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';
/** Coins that are no chain's own; a price that only names one cannot be told. */
const FOREIGN_SYMBOLS = /^(?:usd[a-z]{0,3}(?:\.e)?|dai|eur[a-z]?|busd|tusd|frax|wbtc)$/i;

/** What a price is in: `contract` is `null` for the chain's own coin, `foreign` says that it is certainly another. */
export interface DecodedCurrency {
  readonly contract: Address | null;
  readonly foreign: boolean;
}

function symbolOf(value: unknown): string | null {
  const named = isRecord(value) ? (value['symbol'] ?? value['name']) : value;
  return readText(named)?.trim() ?? null;
}

/** The currency of a record's price (activity-decoding: currency, default native). */
export function decodeCurrency(reader: FieldReader): DecodedCurrency {
  const told = reader.first(field.CURRENCY, readAddress);
  if (told === ZERO_ADDRESS || told === NATIVE_PLACEHOLDER) return { contract: null, foreign: false };
  const foreign = told !== null || FOREIGN_SYMBOLS.test(reader.first(field.CURRENCY, symbolOf) ?? '');
  return { contract: told, foreign };
}
