import { shortAddress } from '../../domain/address.ts';
import type { SoldItem } from '../../domain/alert.ts';
import { formatAmount, formatExact, type Wei } from '../../domain/wei.ts';
import { cut } from '../text.ts';
import type { ViewContext } from './context.ts';

/** Longer than any amount of 256 bits is written, and short enough for every place where one stands. */
const AMOUNT_LENGTH = 120;

/** An amount as people read it: `22.75 ETH`. */
export function amountText(amount: Wei, context: ViewContext): string {
  return cut(formatAmount(amount, context.currency), AMOUNT_LENGTH);
}

/** Every digit of an amount where `amountText` had to leave some out, else `null`. */
export function exactText(amount: Wei, context: ViewContext): string | null {
  const exact = cut(formatExact(amount, context.currency), AMOUNT_LENGTH);
  return exact === amountText(amount, context).replaceAll(',', '') ? null : exact;
}

/**
 * What an item was sold for, in words, or `null` where it was not told. An amount of another coin is never written:
 * its number of decimal places is not known.
 */
export function soldForText(
  { price, currency }: Pick<SoldItem, 'price' | 'currency'>,
  context: ViewContext,
): string | null {
  if (price === null) return null;
  return currency === null ? amountText(price, context) : `in another currency (${shortAddress(currency)})`;
}

/** What an item cost in the chain's own coin; `null` where that is not known. */
export function nativePrice({ price, currency }: SoldItem): Wei | null {
  return currency === null ? price : null;
}

/** The amount in bold, with every digit in small print below it where some were left out. */
export function amountInFull(amount: Wei, context: ViewContext): string {
  const exact = exactText(amount, context);
  return `**${amountText(amount, context)}**${exact === null ? '' : `\n-# exactly ${exact}`}`;
}
