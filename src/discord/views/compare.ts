import type { Wei } from '../../domain/wei.ts';
import type { ViewContext } from './context.ts';
import { type NumberContext, numberText, percentText } from './numbers.ts';
import { amountText } from './price.ts';

/** From this multiple on, a price is told as one and not in percent. */
const MULTIPLE = 10n;
/** A multiple is counted up to this; of a price of next to nothing everything is many times as much. */
const MOST_TIMES = 1_000_000n;

/** `22%`, `4.5%`: the size of a difference that is less than the multiple; never says nothing or all where it is neither. */
function differenceText(difference: Wei, of: Wei, context: NumberContext): string {
  const size = Number((difference * 1_000n) / of) / 10;
  if (size < 0.1) return `under ${percentText(0.1, context, { digits: 1 })}`;
  if (difference < of && size > 99) return `over ${percentText(99, context, { digits: 0 })}`;
  return percentText(size, context, { digits: size < 10 ? 1 : 0 });
}

/** How a price stands to another: `22% below`, `12 times`; `null` where it is the same or cannot be said. */
function comparedText(price: Wei, other: Wei, context: NumberContext): string | null {
  if (other <= 0n || price === other) return null;
  if (price > other * MOST_TIMES) return `over ${numberText(MOST_TIMES, context)} times`;
  if (price >= other * MULTIPLE) return `${numberText(price / other, context)} times`;
  const difference = price > other ? price - other : other - price;
  return `${differenceText(difference, other, context)} ${price > other ? 'above' : 'below'}`;
}

/**
 * How a price stands to the collection's floor: `8% above the floor of 11.5 S`.
 * @param quantity units that the price is for; the floor is always of one
 */
export function floorDistance(
  price: Wei,
  floor: Wei | null,
  context: ViewContext,
  quantity = 1n,
): string | null {
  if (floor === null || floor <= 0n) return null;
  const compared = comparedText(price, floor * quantity, context);
  const distance =
    compared === null ? 'the floor price' : `${compared} the floor of ${amountText(floor, context)}`;
  return quantity > 1n ? `each ${distance}` : distance;
}

/**
 * How a result stands to a price that went before: `50% above the starting price`, `at the starting price`; `null` where it
 * cannot be said.
 * @param name of that price, with its article
 */
export function resultDistance(
  result: Wei,
  before: Wei | null,
  name: string,
  context: NumberContext,
): string | null {
  if (before === null || before <= 0n) return null;
  const compared = comparedText(result, before, context);
  return compared === null ? `at ${name}` : `${compared} ${name}`;
}

/** What became of a price: `+38%`, `-12%`, `12 times as much`, `the same price`; `null` where it cannot be said. */
export function changeText(from: Wei, to: Wei, context: NumberContext): string | null {
  if (from <= 0n) return null;
  if (to === from) return 'the same price';
  if (to >= from * MULTIPLE) return `${numberText(to / from, context)} times as much`;
  const tenths = Number(((to - from) * 1_000n) / from);
  const size = Math.abs(tenths) / 10;
  if (size < 0.1) return `under ${percentText(0.1, context, { digits: 1 })} ${to > from ? 'more' : 'less'}`;
  // A loss of nearly all is not one of all.
  const told = tenths < -990 && to > 0n ? -99 : tenths / 10;
  return percentText(told, context, { digits: size < 10 ? 1 : 0, signed: true });
}
