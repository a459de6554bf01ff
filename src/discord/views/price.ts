import { shortAddress } from '../../domain/address.ts';
import type { SoldItem } from '../../domain/alert.ts';
import { knownCoin } from '../../domain/known-coins.ts';
import { formatAmount, formatExact, isShortened, type Wei } from '../../domain/wei.ts';
import { cut } from '../text.ts';
import type { ViewContext } from './context.ts';
import { numberText } from './numbers.ts';

/** Longer than any amount of 256 bits is written, and short enough for every place where one stands. */
const AMOUNT_LENGTH = 120;

/** An amount as people read it: `22.75 ETH`. */
export function amountText(amount: Wei, { currency, settings }: ViewContext): string {
  return cut(formatAmount(amount, currency, settings), AMOUNT_LENGTH);
}

/** An amount with every digit: `22.75 ETH`. */
export function exactAmount(amount: Wei, { currency, settings }: ViewContext): string {
  return cut(formatExact(amount, currency, settings), AMOUNT_LENGTH);
}

/** Every digit of an amount where `amountText` had to leave some out, else `null`. */
export function exactText(amount: Wei, context: ViewContext): string | null {
  return isShortened(amount, context.currency, context.settings) ? exactAmount(amount, context) : null;
}

/** A price with the contract of its coin. */
type Priced = Pick<SoldItem, 'price' | 'currency' | 'coin'>;

/**
 * What an item was sold for, in words, or `null` where it was not told. Another coin is named with the end of its contract,
 * since any coin can call itself `ETH`; where its decimals are not known, the amount is told in its smallest unit.
 */
export function soldForText({ price, currency, coin }: Priced, context: ViewContext): string | null {
  if (price === null) return null;
  if (currency === null) return amountText(price, context);
  const contract = `(${shortAddress(currency)})`;
  const written = coin ?? knownCoin(currency);
  if (written === null) {
    const units = price === 1n ? 'base unit' : 'base units';
    return `${cut(numberText(price, context), AMOUNT_LENGTH)} ${units} of another coin ${contract}`;
  }
  return `${cut(formatAmount(price, written, context.settings).trim(), AMOUNT_LENGTH)} ${contract}`;
}

/** What an item cost in the chain's own coin; `null` where that is not known. */
export function nativePrice({ price, currency }: Priced): Wei | null {
  return currency === null ? price : null;
}

/** The amount in bold, with every digit in small print below it where some were left out. */
export function amountInFull(amount: Wei, context: ViewContext): string {
  const exact = exactText(amount, context);
  return `**${amountText(amount, context)}**${exact === null ? '' : `\n-# exactly ${exact}`}`;
}

/** A price for its own field; `null` where it is not told. */
export function pricedInFull(priced: Priced, context: ViewContext): string | null {
  const native = nativePrice(priced);
  return native === null ? soldForText(priced, context) : amountInFull(native, context);
}
