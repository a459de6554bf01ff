import type { Wei } from '#src/chain/wei.ts';
import { readDigits } from './scalar.ts';

const UINT256 = 2n ** 256n;
/** Above any real amount; also keeps a large exponent from producing gigabytes of zeros. */
const MAX_DIGITS = 400;
/** Decimal places of the native currency (activity-decoding: "native units x 1e18"). */
export const NATIVE_DECIMALS = 18;

const DECIMAL = /^(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;

function bounded(amount: bigint): Wei | null {
  return amount < UINT256 ? amount : null;
}

/**
 * Converts `whole.fraction × 10^exponent` coins to wei, by moving the decimal point in the text. Fractions of a wei are
 * rounded.
 */
function coinsToWei(whole: string, fraction: string, exponent: number): Wei | null {
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return 0n;
  const shift = NATIVE_DECIMALS + exponent - fraction.length;
  if (digits.length > MAX_DIGITS || digits.length + shift > MAX_DIGITS) return null;
  if (shift >= 0) return bounded(BigInt(digits) * 10n ** BigInt(shift));
  if (-shift > digits.length) return 0n;
  const divisor = 10n ** BigInt(-shift);
  return bounded((BigInt(digits) + divisor / 2n) / divisor);
}

function parts(value: unknown): { whole: string; fraction: string | null; exponent: string | null } | null {
  const digits = readDigits(value);
  const match = digits === null || digits.length > MAX_DIGITS ? null : DECIMAL.exec(digits);
  if (match === null || `${match[1] ?? ''}${match[2] ?? ''}` === '') return null;
  return { whole: match[1] ?? '', fraction: match[2] ?? null, exponent: match[3] ?? null };
}

/** Reads an amount of whole coins (`"0.037"`, `"2"`, `1.5e-7`) in wei, or `null`. */
export function readCoins(value: unknown): Wei | null {
  const amount = parts(value);
  return amount === null
    ? null
    : coinsToWei(amount.whole, amount.fraction ?? '', Number(amount.exponent ?? '0'));
}

/** Returns `digits × 10^zeros`, or `null` if it is out of range. */
function shifted(digits: string, zeros: number): Wei | null {
  const significant = digits.replace(/^0+/, '');
  if (significant === '') return 0n;
  return significant.length + zeros > MAX_DIGITS ? null : bounded(BigInt(significant) * 10n ** BigInt(zeros));
}

/** An amount as in a record. */
export interface Amount {
  /** Whole coins are converted with the decimals of the native currency. */
  readonly wei: Wei;
  /** Whether it was in whole coins instead of the smallest unit. */
  readonly inCoins: boolean;
}

/**
 * Reads a price. Integers are in the smallest unit (the documented one), also in 0x-hex and with an exponent. A value
 * with a fraction, or with a point and no exponent, is in whole coins. `null` if negative, not a number, or 2^256 and
 * more (activity-decoding: price_wei). `0` is a valid price.
 */
export function readAmount(value: unknown): Amount | null {
  const digits = readDigits(value);
  if (digits !== null && /^0x[0-9a-f]{1,64}$/i.test(digits)) return { wei: BigInt(digits), inCoins: false };
  const amount = parts(value);
  if (amount === null) return null;
  const { whole, fraction, exponent } = amount;
  const places = fraction ?? '';
  const zeros = Number(exponent ?? '0') - places.length;
  // JSON.stringify uses exponents from 10^21 on, and below 10^-6, where an amount cannot be in wei.
  const inCoins = exponent === null ? fraction !== null : zeros < 0;
  const wei = inCoins ? readCoins(value) : shifted(whole + places, zeros);
  return wei === null ? null : { wei, inCoins };
}

/** Reads `readAmount` in wei of the chain's own coin. */
export const readPrice = (value: unknown): Wei | null => readAmount(value)?.wei ?? null;

/** Reads an amount that is always in whole coins, regardless of its notation. */
export function readCoinAmount(value: unknown): Amount | null {
  const wei = readCoins(value);
  return wei === null ? null : { wei, inCoins: true };
}

/** Converts coins that were read with the native decimals to the smallest unit of a currency with other decimals. */
export function toSmallestUnit(price: Wei, decimals: number): Wei {
  return decimals >= NATIVE_DECIMALS
    ? price * 10n ** BigInt(decimals - NATIVE_DECIMALS)
    : price / 10n ** BigInt(NATIVE_DECIMALS - decimals);
}
