import { numberFormat } from './number-format.ts';
import type { Wei } from './wei.ts';

/** The price of one coin in a fiat currency. */
export interface FiatRate {
  /** ISO 4217: `USD`. */
  readonly currency: string;
  /** Decimal text, as its source wrote it: `0.4123`, `1.2e-7`. */
  readonly rate: string;
}

/** Digits before the point, digits after it, exponent; long enough for any real price, and short enough for `Intl`. */
const DECIMAL = /^(\d{1,18})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** A decimal number: `digits` × 10^`exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Reads a positive decimal number without a float; `null` for any other text. */
export function readDecimal(text: string): Decimal | null {
  const [, whole, fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return null;
  const digits = BigInt(whole + fraction);
  return digits === 0n ? null : { digits, exponent: Number(exponent) - fraction.length };
}

type Numeric = `${number}`;
const isNumeric = (text: string): text is Numeric => /^\d+e-?\d+$/.test(text);

/** From this many whole units on, cents are not shown. */
const WHOLE_FROM = 100n;
/** Smaller amounts have two significant digits. */
const SIGNIFICANT_DIGITS = 2;

/** Length of a shown value, in UTF-16 units; trillions take less. */
const MAX_LENGTH = 32;

/** Returns the format of an amount of this many whole units. */
function optionsFor(whole: bigint, currency: string): Intl.NumberFormatOptions {
  const base = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  if (whole >= WHOLE_FROM) return { ...base, maximumFractionDigits: 0 };
  if (whole >= 1n) return base;
  return { ...base, maximumSignificantDigits: SIGNIFICANT_DIGITS };
}

/**
 * Formats an amount of the chain's own coin in a fiat currency: `$412`, `€4.12`, `$0.0012`. It is exact until it is
 * rounded for display, and never used in calculations. `null` for an amount that is not positive, and for a rate that
 * is no number; also for one that no market has, whose digits would fill the line.
 * @param amount wei
 * @param decimals of the coin
 * @param language a BCP 47 tag that `Intl` supports
 */
export function formatFiat(
  amount: Wei,
  decimals: number,
  { currency, rate }: FiatRate,
  language: string,
): string | null {
  const decimal = readDecimal(rate);
  if (decimal === null || amount <= 0n) return null;
  const digits = amount * decimal.digits;
  const exponent = decimal.exponent - decimals;
  const whole = exponent < 0 ? digits / 10n ** BigInt(-exponent) : digits * 10n ** BigInt(exponent);
  const text = `${digits}e${exponent}`;
  if (!isNumeric(text)) return null;
  const shown = numberFormat(language, optionsFor(whole, currency)).format(text);
  return shown.length > MAX_LENGTH ? null : shown;
}
