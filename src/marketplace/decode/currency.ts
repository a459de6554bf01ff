import { type Address, ZERO_ADDRESS } from '#src/chain/address.ts';
import { type CoinId, namedCoin } from '#src/chain/coins.ts';
import { knownCoin, knownSymbol } from '#src/chain/known-coins.ts';
import type { Currency } from '#src/chain/wei.ts';
import type { IsOwnCoin } from '../own-coin.ts';
import { type Amount, NATIVE_DECIMALS, toSmallestUnit } from './price.ts';
import { type FieldReader, isRecord, paths } from './record.ts';
import { readAddress, readDigits, readText } from './scalar.ts';

/**
 * From `payment.type.contract` on not in activity-decoding: Rarible's activities keep the contract there, others
 * elsewhere.
 */
export const COIN_PATHS = paths(`
  currency paymentToken payment.token_address price.currency.contract payToken.addr
  payment.type.contract currency.address currency.contract paymentToken.address payToken
  price.currency unitPrice.currency.contract unitPrice.currency payment_token payment.token payment.currency
  price_details.contract_address currencyAddress currency_address paymentTokenAddress payment_token_address
`);

export const SYMBOL_PATHS = paths(`
  price.currency.symbol currency.symbol paymentToken.symbol payToken.symbol payment.type.symbol payment.symbol
  currencySymbol currency_symbol paymentTokenSymbol payment_token_symbol payment_token.symbol
  unitPrice.currency.symbol price.symbol payment.token.symbol payment.currency.symbol price_details.asset_type
  currencyCode currencyName
`);
const DECIMALS_PATHS = paths(`
  price.currency.decimals currency.decimals paymentToken.decimals payToken.decimals payment.type.decimals
  payment.decimals currencyDecimals currency_decimals paymentTokenDecimals payment_token_decimals
  payment_token.decimals unitPrice.currency.decimals price.decimals payment.token.decimals
  payment.currency.decimals price_details.decimals
`);

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
  const contract = reader.first(COIN_PATHS, readAddress);
  const [reported, symbol] = [reader.first(COIN_PATHS, readName), reader.first(SYMBOL_PATHS, readName)];
  const name = symbol ?? reported;
  const isOwn = name === null || [reported, name].some((one) => one !== null && isOwnCoin(one));
  const shown = { symbol: name !== null && SYMBOL.test(name) ? name : '' };
  const decimals = reader.first(DECIMALS_PATHS, readDecimals);
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
