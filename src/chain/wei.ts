import { numberFormat } from './number-format.ts';

/** An amount in the chain's smallest unit. Never a float: 2^53 wei is less than a hundredth of a coin. */
export type Wei = bigint;

/** Format of amounts in the chain's currency. */
export interface Currency {
  /** Written beside the number, for example `S` or `ETH`. */
  readonly symbol: string;
  /** Decimal places of one coin, 18 on most EVM chains. */
  readonly decimals: number;
}

/** Format of amounts that a server chose; part of `GuildSettings`. */
export interface AmountStyle {
  /** A BCP 47 tag that `Intl` supports. */
  readonly language: string;
  readonly currencyDisplay: 'after' | 'before' | 'short';
}

/** Amounts of at least this many whole coins are shortened by the display `short`. */
const SHORT_FROM = 10_000n;
/** Digits of a shortened amount. */
const SHORT_DIGITS = 3;
/** ECMA-402: the maximum of `maximumFractionDigits`. */
const MAX_FRACTION_DIGITS = 100;

/** Returns the number of decimal places to show, by the amount's size: small amounts need more. */
function fractionDigitsFor(whole: bigint): number {
  if (whole >= 1_000n) return 0;
  if (whole >= 1n) return 3;
  return 6;
}

type Numeric = `${number}`;

const isNumeric = (text: string): text is Numeric => /^-?\d+e-\d+$/.test(text);

/**
 * Returns the amount in whole coins as a string that `Intl` reads without a float conversion (ECMA-402:
 * StringNumericLiteral).
 */
function coins(amount: Wei, { decimals }: Currency): Numeric | bigint {
  const text = `${amount}e-${decimals}`;
  return isNumeric(text) ? text : amount;
}

function withSymbol(number: string, { symbol }: Currency, { currencyDisplay }: AmountStyle): string {
  if (currencyDisplay !== 'before') return `${number} ${symbol}`;
  // No space after a sign (`$5`, `Ξ5`), a space after a word (`ETH 5`).
  return `${symbol}${/[A-Za-z0-9]$/.test(symbol) ? ' ' : ''}${number}`;
}

function writeExact(amount: Wei, currency: Currency, { language }: AmountStyle): string {
  const maximumFractionDigits = Math.min(currency.decimals, MAX_FRACTION_DIGITS);
  return numberFormat(language, { maximumFractionDigits, useGrouping: false }).format(
    coins(amount, currency),
  );
}

/**
 * Formats an amount with every digit, without grouping: `0.000000000000000001`.
 * @param amount in wei
 */
export function formatExact(amount: Wei, currency: Currency, style: AmountStyle): string {
  return withSymbol(writeExact(amount, currency, style), currency, style);
}

/** A formatted number, and the wei value of its last digit. */
interface Written {
  readonly number: string;
  readonly unit: bigint;
}

/** Formats with three digits and a unit: `12.3K`; `null` if the language has no unit for the size. */
function writeCompact(
  amount: Wei,
  size: bigint,
  currency: Currency,
  { language }: AmountStyle,
): Written | null {
  const format = numberFormat(language, { notation: 'compact', maximumSignificantDigits: SHORT_DIGITS });
  const parts = format.formatToParts(coins(amount, currency));
  if (!parts.some(({ type }) => type === 'compact')) return null;
  return {
    number: parts.map(({ value }) => value).join(''),
    unit: 10n ** BigInt(size.toString().length - SHORT_DIGITS),
  };
}

function writeNumber(amount: Wei, currency: Currency, style: AmountStyle): Written {
  const size = amount < 0n ? -amount : amount;
  const whole = size / 10n ** BigInt(currency.decimals);
  const digits = Math.min(fractionDigitsFor(whole), currency.decimals);
  const read = {
    number: numberFormat(style.language, { maximumFractionDigits: digits }).format(coins(amount, currency)),
    unit: 10n ** BigInt(currency.decimals - digits),
  };
  if (style.currencyDisplay !== 'short' || whole < SHORT_FROM) return read;
  const compact = writeCompact(amount, size, currency, style);
  return compact === null || compact.number.length >= read.number.length ? read : compact;
}

/**
 * Formats an amount with a readable number of digits: `1,250 S`, `82.5 S`, `0.037 S`, `12.3K S`. Smaller amounts are
 * formatted exactly, so that only zero is shown as zero.
 * @param amount in wei
 */
export function formatAmount(amount: Wei, currency: Currency, style: AmountStyle): string {
  const { unit, number } = writeNumber(amount, currency, style);
  const size = amount < 0n ? -amount : amount;
  const roundsToZero = amount !== 0n && size * 2n < unit;
  return withSymbol(roundsToZero ? writeExact(amount, currency, style) : number, currency, style);
}

/** Returns whether `formatAmount` omits digits of the amount. */
export function isShortened(amount: Wei, currency: Currency, style: AmountStyle): boolean {
  const { unit } = writeNumber(amount, currency, style);
  const size = amount < 0n ? -amount : amount;
  return amount % unit !== 0n && size * 2n >= unit;
}
