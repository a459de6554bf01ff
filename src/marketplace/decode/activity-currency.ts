import { type Address, ZERO_ADDRESS } from '#src/chain/address.ts';
import { type CoinId, namedCoin } from '#src/chain/coins.ts';
import { knownCoin, knownSymbol } from '#src/chain/known-coins.ts';
import type { Currency } from '#src/chain/wei.ts';
import type { IsOwnCoin } from '../own-coin.ts';
import * as field from './activity-fields.ts';
import { type Amount, NATIVE_DECIMALS, toSmallestUnit } from './price.ts';
import { type FieldReader, isRecord } from './record.ts';
import { readAddress, readDigits, readText } from './scalar.ts';

/** Contracts that stand for the native currency: two placeholders, and Polygon's own contract for its coin. */
const NATIVE_CONTRACTS: ReadonlySet<Address> = new Set([
  ZERO_ADDRESS,
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  '0x0000000000000000000000000000000000001010',
]);

/** Currency of a price. */
export interface DecodedCurrency {
  /** `null` for the chain's own coin. */
  readonly currency: CoinId | null;
  /** As in the record; empty if it has none that can be shown. */
  readonly symbol: string;
  /** As in the record; `null` if it has none. */
  readonly decimals: number | null;
  /** The record's name for the chain's own coin, beside its placeholder; `null` without one. */
  readonly ownName: string | null;
  /** Whether the record names any coin. */
  readonly isNamed: boolean;
}

/** Above any real token; 18 is usual. */
const MAX_DECIMALS = 36;
/** A plausible currency symbol; longer text is something else. */
const SYMBOL = /^[\w.$₮₿-]{1,12}$/u;
/**
 * Nobody pays a billion coins, so the decimals of the symbol must be those of another chain (USDC has 18 on BNB Chain).
 */
const IMPLAUSIBLE_COINS = 10n ** 9n;

function readDecimals(value: unknown): number | null {
  const digits = readDigits(value);
  if (digits === null || !/^\d{1,2}$/.test(digits)) return null;
  return Number(digits) <= MAX_DECIMALS ? Number(digits) : null;
}

/** Reads the name of a coin: its symbol if there is one. A number, an address or an empty name is not accepted. */
function readName(value: unknown): string | null {
  if (isRecord(value)) {
    const names = ['symbol', 'ticker', 'code', 'name'].map((key) => readName(value[key]));
    return names.find((name) => name !== null) ?? null;
  }
  const name = typeof value === 'string' ? (readText(value)?.trim().replace(/\s+/g, ' ') ?? '') : '';
  return name === '' || /^\d+$/.test(name) || readAddress(name) !== null ? null : name;
}

/**
 * Decodes the currency of a record's price (activity-decoding: currency, default native). A contract takes precedence
 * over a name. The zero address may also mean that the contract is missing, so a well-known coin named beside it is
 * accepted.
 */
export function decodeCurrency(reader: FieldReader, isOwnCoin: IsOwnCoin): DecodedCurrency {
  const contract = reader.first(field.CURRENCY, readAddress);
  const [reported, symbol] = [
    reader.first(field.CURRENCY, readName),
    reader.first(field.CURRENCY_SYMBOL, readName),
  ];
  const name = symbol ?? reported;
  const isOwn = name === null || [reported, name].some((one) => one !== null && isOwnCoin(one));
  const shown = { symbol: name !== null && SYMBOL.test(name) ? name : '' };
  const decimals = reader.first(field.CURRENCY_DECIMALS, readDecimals);
  const coin = { ...shown, decimals, ownName: null, isNamed: contract !== null || name !== null };
  if (contract !== null && !NATIVE_CONTRACTS.has(contract)) return { ...coin, currency: contract };
  if (isOwn) return { ...coin, currency: null };
  if (contract !== null && knownSymbol(name) === null) return { ...coin, currency: null, ownName: name };
  return { ...coin, currency: namedCoin(name) };
}

/**
 * Returns decimals that are known without the record: those of a well-known contract, or of a symbol unless the amount
 * contradicts them.
 */
function knownDecimals({ currency, symbol }: DecodedCurrency, { wei, inCoins }: Amount): Currency | null {
  if (currency === null) return null;
  const contract = knownCoin(currency);
  if (contract !== null) return contract;
  const known = currency === namedCoin(symbol) ? knownSymbol(symbol) : null;
  if (known === null || inCoins) return known;
  return wei < IMPLAUSIBLE_COINS * 10n ** BigInt(known.decimals) ? known : null;
}

/**
 * Converts an amount of another coin to its smallest unit, with its format. Without known decimals, whole coins keep 18
 * places, and an amount in the smallest unit stays a number without a coin.
 */
export function inOtherCoin(
  amount: Amount,
  currency: DecodedCurrency,
): { readonly price: bigint; readonly coin?: Currency } {
  const { symbol, decimals } = currency;
  const whole = amount.inCoins ? { symbol, decimals: NATIVE_DECIMALS } : null;
  const coin = decimals === null ? (knownDecimals(currency, amount) ?? whole) : { symbol, decimals };
  if (coin === null) return { price: amount.wei };
  return { price: amount.inCoins ? toSmallestUnit(amount.wei, coin.decimals) : amount.wei, coin };
}
