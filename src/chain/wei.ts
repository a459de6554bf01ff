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
/** Significant digits of an amount below a thousand coins, and the most where fewer would make it a rounder one. */
const DIGITS = 4;
const MAX_DIGITS = 6;
/** ECMA-402: the maximum of `maximumFractionDigits`. */
const MAX_FRACTION_DIGITS = 100;

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

/** Rounds to the nearest multiple of the unit; halves are rounded up. */
const nearest = (size: Wei, unit: Wei): Wei => ((size + unit / 2n) / unit) * unit;

/**
 * Returns the part of an amount that readers see, in wei. People compare it with limits, so it never reaches a rounder
 * number than the amount itself: 1.9999 is not shown as 2.
 * - From 1,000 coins, the fraction is cut off.
 * - Below, it is rounded to four significant digits. If the last of these would be a zero, there are up to six, and then
 *   the rest is cut off.
 * @param size in wei, not negative
 */
function shownPart(size: Wei, { decimals }: Currency): Wei {
  const { length } = size.toString();
  if (length >= decimals + DIGITS) return size - (size % 10n ** BigInt(decimals));
  const unitOf = (digits: number): Wei => 10n ** BigInt(Math.max(0, length - digits));
  for (let digits = DIGITS; digits <= MAX_DIGITS; digits += 1) {
    const shown = nearest(size, unitOf(digits));
    if (shown === size || (shown / unitOf(digits)) % 10n !== 0n) return shown;
  }
  const unit = unitOf(MAX_DIGITS);
  const rounder = nearest(size, unit);
  return rounder > size ? rounder - unit : rounder;
}

/** A formatted number, and the wei that it stands for. */
interface Written {
  readonly number: string;
  readonly shown: Wei;
}

/**
 * Formats with three digits and a unit, without the others: `12.3K`; `null` if the language has no unit for the size.
 */
function writeCompact(amount: Wei, currency: Currency, { language }: AmountStyle): Written | null {
  const format = numberFormat(language, {
    notation: 'compact',
    maximumSignificantDigits: SHORT_DIGITS,
    roundingMode: 'trunc',
  });
  const parts = format.formatToParts(coins(amount, currency));
  if (!parts.some(({ type }) => type === 'compact')) return null;
  const unit = 10n ** BigInt((amount < 0n ? -amount : amount).toString().length - SHORT_DIGITS);
  return { number: parts.map(({ value }) => value).join(''), shown: amount - (amount % unit) };
}

function writeNumber(amount: Wei, currency: Currency, style: AmountStyle): Written {
  const size = amount < 0n ? -amount : amount;
  const part = shownPart(size, currency);
  const shown = amount < 0n ? -part : part;
  const maximumFractionDigits = Math.min(currency.decimals, MAX_FRACTION_DIGITS);
  const read = {
    number: numberFormat(style.language, { maximumFractionDigits }).format(coins(shown, currency)),
    shown,
  };
  const whole = size / 10n ** BigInt(currency.decimals);
  if (style.currencyDisplay !== 'short' || whole < SHORT_FROM) return read;
  const compact = writeCompact(amount, currency, style);
  return compact === null || compact.number.length >= read.number.length ? read : compact;
}

/**
 * Formats an amount with a readable number of digits: `12,345 S`, `82.53 S`, `0.4804 S`, `12.3K S`. Only zero is shown
 * as zero, the order of two amounts is never inverted, and no amount is shown as a rounder one that it does not reach
 * (`shownPart`).
 * @param amount in wei
 */
export function formatAmount(amount: Wei, currency: Currency, style: AmountStyle): string {
  return withSymbol(writeNumber(amount, currency, style).number, currency, style);
}

/** Returns whether `formatAmount` omits digits of the amount. */
export function isShortened(amount: Wei, currency: Currency, style: AmountStyle): boolean {
  return writeNumber(amount, currency, style).shown !== amount;
}
