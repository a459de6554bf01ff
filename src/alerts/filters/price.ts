import { coinsIn, coinsText } from '#src/chain/coins.ts';
import type { Currency, Wei } from '#src/chain/wei.ts';
import type { FilterMessages } from '#src/messages/messages.ts';
import { readPrice } from './amounts.ts';
import { type CheckContext, decimal, defineFilter, type FieldMessages, field } from './filter.ts';

/** Exceeds what the chain can represent. */
const LIMIT = 2n ** 256n;

const FROM = 'price_from';
const TO = 'price_to';

/** Defines a field for a price, wei. */
export const priceField = <const K extends string>(
  key: K,
  messagesOf: (messages: FilterMessages) => FieldMessages,
) =>
  field({
    key,
    schema: decimal,
    ask: { type: 'number' },
    messages: messagesOf,
    read: readPrice,
    write: (value, { currency }) => coinsText(value, currency),
    file: {
      read(value, { currency, messages }) {
        if (typeof value !== 'string' || !/^\d{1,80}(\.\d{1,80})?$/.test(value)) {
          return { problem: messagesOf(messages).inFile };
        }
        const wei = coinsIn(value, currency);
        return wei === null || wei >= LIMIT
          ? { problem: messages.price.impossible(currency.symbol) }
          : { value: wei };
      },
      write: (value, { currency }) => coinsText(value, currency),
    },
  });

/** Formats a price of a condition. */
export const amountOf = (amount: Wei, coin: Currency) =>
  ({ type: 'amount', amount, coin, exact: true }) as const;

function withoutPrice({ messages, topics, topicNames, called }: CheckContext) {
  const unpriced = topics.filter(({ hasPrice }) => !hasPrice);
  if (unpriced.length === 0) return [];
  const say = unpriced.length === topics.length ? messages.price.never : messages.price.some;
  return [
    {
      topics: unpriced,
      isNever: true,
      sentence: say(topicNames(unpriced, 'and'), called(FROM), called(TO)),
    },
  ];
}

/** The prices that a rule is limited to, wei; `from` is 0 for no lower limit, `to` is `undefined` for no upper one. */
export const priceLimits = (values: {
  readonly [FROM]?: Wei | undefined;
  readonly [TO]?: Wei | undefined;
}) => ({
  from: values[FROM] ?? 0n,
  to: values[TO],
});

/** Returns the text of the option that limits a rule to prices from this one on, wei. */
export const textPricedFrom = (price: Wei, currency: Currency) => ({ [FROM]: coinsText(price, currency) });

/** Returns the values of a rule for prices up to this one, wei. */
export const pricedUpTo = (price: Wei) => ({ [TO]: price }) as const;

const fields = [
  priceField(FROM, ({ price: { from } }) => from),
  priceField(TO, ({ price: { to } }) => to),
] as const;

/**
 * Lowest and highest price in the chain's own coin, inclusive. A price that is unknown or in another coin does not
 * match. For an auction, it is the highest bid, else the starting price; for several sales in one transaction, the
 * price of any one, or the total.
 */
export const price = defineFilter({
  fields,
  testPrice({ price_from: from, price_to: to }, { least, most, open }) {
    if (from === undefined && to === undefined) return 'yes';
    const isBelow = from !== undefined && most !== null && most < from;
    const isAbove = to !== undefined && least !== null && least > to;
    if (isBelow || isAbove) return 'no';
    const isWithin =
      least !== null &&
      (from === undefined || least >= from) &&
      (to === undefined || (most !== null && most <= to));
    if (isWithin) return 'yes';
    return open ? 'undecided' : 'no';
  },
  seen(_values, { prices }) {
    const known = prices.filter((one) => one !== null);
    return { type: 'prices', prices: known, others: prices.length - known.length };
  },
  indexKeys: ({ price_from: from }) => (from === undefined ? null : [{ by: 'price', from }]),
  parts({ price_from: from, price_to: to }, { currency, messages }) {
    const { orMore, upTo, between, exactly } = messages.price;
    if (from === undefined) return to === undefined ? [] : [upTo(amountOf(to, currency))];
    const lowest = amountOf(from, currency);
    if (to === undefined) return [orMore(lowest)];
    return [from === to ? exactly(lowest) : between(lowest, amountOf(to, currency))];
  },
  covers: ({ price_from: from, price_to: to }, narrow) =>
    (from === undefined || (narrow.price_from ?? -1n) >= from) &&
    (to === undefined || (narrow.price_to !== undefined && narrow.price_to <= to)),
  settle(values, { messages, currency }) {
    const { price_from: from, price_to: to } = values;
    const isSwapped = from !== undefined && to !== undefined && from > to;
    return isSwapped
      ? { problem: messages.price.swapped(amountOf(from, currency), amountOf(to, currency)) }
      : { values };
  },
  contradictions: ({ price_from: from, price_to: to }, context) =>
    from === undefined && to === undefined ? [] : withoutPrice(context),
  sample({ price_from: from, price_to: to }) {
    const amount = from ?? to;
    return amount === undefined ? {} : { price: amount };
  },
});

/**
 * Splits a range in one text (`1-5`, `1 –`, `-5`, or `1` for only a minimum) into the texts of both options, which are
 * then parsed as usual.
 */
export function priceRange(text: string): Readonly<Record<string, string>> {
  const [, from = text, to = ''] = /^([^-–—]*)[-–—]([^-–—]*)$/.exec(text) ?? [];
  const parts = [
    [FROM, from.trim()],
    [TO, to.trim()],
  ] as const;
  return Object.fromEntries(parts.filter(([, part]) => part !== ''));
}
