/** An amount in the chain's smallest unit. Never a float: 2^53 wei is less than a hundredth of a coin. */
export type Wei = bigint;

/** How amounts of the chain's currency are written for people. */
export interface Currency {
  /** What stands beside the number, for example `S` or `ETH`. */
  readonly symbol: string;
  /** How many decimal places one whole coin has, 18 on most EVM chains. */
  readonly decimals: number;
}

/** How a server wants amounts written; a part of `GuildSettings`. */
export interface AmountStyle {
  /** A BCP 47 tag that `Intl` knows. */
  readonly locale: string;
  readonly currencyDisplay: 'after' | 'before' | 'short';
}

/** Whole coins from which on `short` shortens: below, nothing would become shorter. */
const SHORTENED_FROM = 10_000n;
/** Digits of a shortened amount. */
const SHORT_DIGITS = 3;
/** ECMA-402: the most that `maximumFractionDigits` takes. */
const MOST_FRACTION_DIGITS = 100;

/** Building a format takes forty times as long as using one. */
const formats = new WeakMap<AmountStyle, Map<string, Intl.NumberFormat>>();

function formatOf(style: AmountStyle, name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const known = formats.get(style) ?? new Map<string, Intl.NumberFormat>();
  formats.set(style, known);
  const format = known.get(name) ?? new Intl.NumberFormat(style.locale, options);
  known.set(name, format);
  return format;
}

/** Decimal places shown of an amount, by its size: the smaller the coin count, the more digits matter. */
function fractionDigitsFor(whole: bigint): number {
  if (whole >= 1_000n) return 0;
  if (whole >= 1n) return 3;
  return 6;
}

type Numeric = `${number}`;

const isNumeric = (text: string): text is Numeric => /^-?\d+e-\d+$/.test(text);

/** The amount in whole coins as `Intl` reads it without a float between (ECMA-402: StringNumericLiteral). */
function coins(amount: Wei, { decimals }: Currency): Numeric | bigint {
  const text = `${amount}e-${decimals}`;
  return isNumeric(text) ? text : amount;
}

function withSymbol(number: string, { symbol }: Currency, { currencyDisplay }: AmountStyle): string {
  if (currencyDisplay !== 'before') return `${number} ${symbol}`;
  // A sign stands at its number (`$5`, `Ξ5`), a word apart from it (`ETH 5`).
  return `${symbol}${/[A-Za-z0-9]$/.test(symbol) ? ' ' : ''}${number}`;
}

function writeExact(amount: Wei, currency: Currency, style: AmountStyle): string {
  const maximumFractionDigits = Math.min(currency.decimals, MOST_FRACTION_DIGITS);
  const format = formatOf(style, `exact ${maximumFractionDigits}`, {
    maximumFractionDigits,
    useGrouping: false,
  });
  return format.format(coins(amount, currency));
}

/**
 * Writes an amount with every digit it has, without grouping: `0.000000000000000001`.
 * @param amount in wei
 */
export function formatExact(amount: Wei, currency: Currency, style: AmountStyle): string {
  return withSymbol(writeExact(amount, currency, style), currency, style);
}

/** How an amount is shown: in units of how many wei, and by which format. */
function shown(
  amount: Wei,
  currency: Currency,
  style: AmountStyle,
): { readonly unit: bigint; readonly format: Intl.NumberFormat } {
  const size = amount < 0n ? -amount : amount;
  const whole = size / 10n ** BigInt(currency.decimals);
  if (style.currencyDisplay === 'short' && whole >= SHORTENED_FROM) {
    const unit = 10n ** BigInt(size.toString().length - SHORT_DIGITS);
    const options = { notation: 'compact', maximumSignificantDigits: SHORT_DIGITS } as const;
    return { unit, format: formatOf(style, 'short', options) };
  }
  const digits = Math.min(fractionDigitsFor(whole), currency.decimals);
  return {
    unit: 10n ** BigInt(currency.decimals - digits),
    format: formatOf(style, `read ${digits}`, { maximumFractionDigits: digits }),
  };
}

/**
 * Writes an amount with as many digits as a reader can use: `1,250 S`, `82.5 S`, `0.037 S`, `12.3K S`.
 * An amount too small for that is written exactly, so that nothing ever reads as zero that is not.
 * @param amount in wei
 */
export function formatAmount(amount: Wei, currency: Currency, style: AmountStyle): string {
  const { unit, format } = shown(amount, currency, style);
  const size = amount < 0n ? -amount : amount;
  const readsAsZero = amount !== 0n && size * 2n < unit;
  const number = readsAsZero ? writeExact(amount, currency, style) : format.format(coins(amount, currency));
  return withSymbol(number, currency, style);
}

/** Whether `formatAmount` leaves digits of the amount out. */
export function isShortened(amount: Wei, currency: Currency, style: AmountStyle): boolean {
  const { unit } = shown(amount, currency, style);
  const size = amount < 0n ? -amount : amount;
  return amount % unit !== 0n && size * 2n >= unit;
}
