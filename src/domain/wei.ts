/** An amount in the chain's smallest unit. Never a float: 2^53 wei is less than a hundredth of a coin. */
export type Wei = bigint;

/** How amounts of the chain's currency are written for people. */
export interface Currency {
  /** What stands behind the number, for example `S` or `ETH`. */
  readonly symbol: string;
  /** How many decimal places one whole coin has, 18 on most EVM chains. */
  readonly decimals: number;
}

/** Decimal places shown of an amount, by its size: the smaller the coin count, the more digits matter. */
function fractionDigitsFor(whole: bigint): number {
  if (whole >= 1_000n) return 0;
  if (whole >= 1n) return 3;
  return 6;
}

function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

function divideRounded(value: bigint, divisor: bigint): bigint {
  return (value + divisor / 2n) / divisor;
}

/**
 * Writes an amount with every digit it has, without grouping: `0.000000000000000001`.
 * @param amount in wei
 */
export function formatExact(amount: Wei, currency: Currency): string {
  const sign = amount < 0n ? '-' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(currency.decimals + 1, '0');
  const whole = digits.slice(0, digits.length - currency.decimals);
  const fraction = digits.slice(digits.length - currency.decimals).replace(/0+$/, '');
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`} ${currency.symbol}`;
}

/**
 * Writes an amount with as many digits as a reader can use: `1,250 S`, `82.5 S`, `0.037 S`.
 * An amount too small for that is written exactly, so that nothing ever reads as zero that is not.
 * @param amount in wei
 */
export function formatAmount(amount: Wei, currency: Currency): string {
  if (amount < 0n) return `-${formatAmount(-amount, currency)}`;
  const scale = 10n ** BigInt(currency.decimals);
  const digits = Math.min(fractionDigitsFor(amount / scale), currency.decimals);
  const unit = 10n ** BigInt(currency.decimals - digits);
  const rounded = divideRounded(amount, unit);
  if (rounded === 0n && amount !== 0n) return formatExact(amount, currency);
  const text = rounded.toString().padStart(digits + 1, '0');
  const whole = groupThousands(text.slice(0, text.length - digits));
  const fraction = text.slice(text.length - digits).replace(/0+$/, '');
  return `${whole}${fraction === '' ? '' : `.${fraction}`} ${currency.symbol}`;
}
