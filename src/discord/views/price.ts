import type { SoldItem } from '#src/alerts/alert.ts';
import { priceText } from '#src/alerts/kinds/facts.ts';
import { compareAmounts } from '#src/chain/comparison.ts';
import { formatAmount, formatExact, isShortened, type Wei } from '#src/chain/wei.ts';
import type { OtherPrice } from '#src/marketplace/decode/named-coin.ts';
import { drawSegments, sentenceText } from '../render/segments.ts';
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

/** Formats an amount with its fiat value, if that is known: `22.75 ETH (≈ $412)`. */
export function amountWithFiat(amount: Wei, context: ViewContext): string {
  return `${amountText(amount, context)}${fiatText(amount, context)}`;
}

/** Formats the fiat value of an amount in the chain's own coin, to follow it; empty while it is unknown. */
export function fiatText(amount: Wei, context: ViewContext): string {
  const { fiat = null, currency } = context;
  return fiat === null ? '' : sentenceText([{ type: 'fiat', amount, coin: currency, rate: fiat }], context);
}

/** Formats the amount in bold, with every digit in small print below if some were omitted. */
export function amountInFull(amount: Wei, context: ViewContext): string {
  const exact = exactText(amount, context);
  const fiat = fiatText(amount, context);
  return `**${amountText(amount, context)}**${fiat}${exact === null ? '' : `\n-# ${context.messages.amounts.exactly(exact)}`}`;
}

/** No amount of 256 bits is longer. */
const UNITS_LENGTH = 120;

/** A count of units, cut where nobody could read it. */
export function unitsCount(quantity: bigint, { messages }: ViewContext): string {
  return truncate(messages.writer.number(quantity), UNITS_LENGTH);
}

/**
 * How a price compares with the collection's floor: `8% above the floor of 11.5 S`; `null` without a floor.
 * @param quantity units that the price is for; the floor is of one
 */
export function floorDistance(
  price: Wei,
  floor: Wei | null,
  view: ViewContext,
  quantity = 1n,
): string | null {
  const comparison = floor === null ? null : compareAmounts(price, floor * quantity);
  if (floor === null || comparison === null) return null;
  const amount = { type: 'amount', amount: floor, coin: view.currency } as const;
  const distance = view.messages.facts.floor(comparison, amount, quantity > 1n);
  return drawSegments(distance, view, { nameLength: 0, links: false, wallets: 'code' });
}
