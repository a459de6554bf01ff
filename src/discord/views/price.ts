import type { SoldItem } from '#src/alerts/alert.ts';
import { priceText } from '#src/alerts/kinds/facts.ts';
import { formatAmount, formatExact, isShortened, type Wei } from '#src/chain/wei.ts';
import type { OtherPrice } from '#src/marketplace/decode/named-coin.ts';
import { sentenceText } from '../render/segments.ts';
import { truncate } from '../text.ts';
import type { ViewContext } from './context.ts';

/** Longer than any formatted 256-bit amount, and short enough for every text that contains one. */
const AMOUNT_LENGTH = 120;

/** Formats an amount with a readable number of digits: `22.75 ETH`. */
export function amountText(amount: Wei, { currency, settings }: ViewContext): string {
  return truncate(formatAmount(amount, currency, settings), AMOUNT_LENGTH);
}

/** Formats an amount with every digit: `22.75 ETH`. */
export function exactAmount(amount: Wei, { currency, settings }: ViewContext): string {
  return truncate(formatExact(amount, currency, settings), AMOUNT_LENGTH);
}

/** Formats every digit of an amount if `amountText` omits some, else returns `null`. */
export function exactText(amount: Wei, context: ViewContext): string | null {
  return isShortened(amount, context.currency, context.settings) ? exactAmount(amount, context) : null;
}

/** Formats an item's sale price, in any coin; `null` if it is unknown. */
export function soldForText(
  item: Pick<SoldItem, 'price' | 'currency' | 'coin'>,
  context: ViewContext,
): string | null {
  const price = priceText(item, context);
  return price === null ? null : sentenceText(price, context);
}

/**
 * Formats a price in the chain's own coin or another one; `null` if it is unknown.
 * @param other takes precedence if it is given
 */
export function priceInEither(
  own: Wei | null,
  other: OtherPrice | null | undefined,
  context: ViewContext,
): string | null {
  if (other) return soldForText(other, context);
  return own === null ? null : amountText(own, context);
}

/** Formats the amount in bold, with every digit in small print below if some were omitted. */
export function amountInFull(amount: Wei, context: ViewContext): string {
  const exact = exactText(amount, context);
  return `**${amountText(amount, context)}**${exact === null ? '' : `\n-# ${context.messages.amounts.exactly(exact)}`}`;
}
