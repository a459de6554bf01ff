import { z } from 'zod';
import { address } from '#src/chain/codecs.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { Segments } from '#src/messages/segment.ts';
import type { DescribeContext, Fact, MarketDescription } from '../description.ts';
import { byToken, keepItemDetails, withPrices } from '../details.ts';
import { itemMatchSubject, tokenMatchSubject, toParties } from '../match-subject.ts';
import { equalShares } from '../single-tokens.ts';
import type { PlaceholderValues } from '../templates/placeholders.ts';
import type { AlertBase } from './alert-base.ts';
import {
  describedPrice,
  fact,
  headlinePrice,
  joined,
  nativeAmount,
  otherCoinFact,
  priceText,
  strong,
  unitsOf,
  walletOf,
} from './facts.ts';
import type { Kind } from './kind.ts';
import { ofOneEvent } from './one-item.ts';
import { alertFields, nativePrice, priceFields, type SoldItem, soldItem } from './parts.ts';
import { saleTopic, tradeParties } from './sale.ts';
import {
  collectionsOf,
  sharedCollectionName,
  sharedHeading,
  subjectLink,
  tokenRows,
  tokensSubject,
} from './subject.ts';
import {
  amountValue,
  EVENT_PLACEHOLDERS,
  eventValues,
  PRICE_PLACEHOLDERS,
  priceValues,
  walletValue,
} from './values.ts';

const schema = z.object({
  ...alertFields,
  kind: z.literal('sweep'),
  topic: saleTopic,
  items: z.array(soldItem.readonly()).readonly(),
  // Total price of all items, if the record does not contain their individual prices.
  total: z.object(priceFields).readonly().optional(),
  buyer: address.nullable(),
});

/** Three or more tokens bought by one buyer in one transaction, or several sold in one record, as one alert. */
export type SweepAlert = Readonly<z.infer<typeof schema>>;

/** What is known about a sweep's cost. */
interface SweepSummary {
  /** Sum of the items with a known price in the chain's own coin, wei. */
  readonly sum: Wei;
  /** Number of items without such a price. */
  readonly missing: number;
  /** Of those, the items that were paid in another coin. */
  readonly foreign: number;
}

function sweepSummary(items: readonly SoldItem[]): SweepSummary {
  const prices = items.map(nativePrice).filter((price) => price !== null);
  const foreign = items.filter(({ price, currency }) => price !== null && currency !== null).length;
  const sum = prices.reduce((total, price) => total + price, 0n);
  return { sum, missing: items.length - prices.length, foreign };
}

type Total = Pick<SoldItem, 'price' | 'currency' | 'coin'>;

/** Returns the total if it is reported, or if all prices are known and in the same coin; else `null`. */
function totalOf({ items, total }: SweepAlert): Total | null {
  if (total !== undefined) return total.price === null ? null : total;
  const [first] = items;
  const isMixed = items.some(
    ({ price, currency, coin }) =>
      price === null || currency !== first?.currency || coin?.decimals !== first.coin?.decimals,
  );
  if (first === undefined || isMixed) return null;
  return { ...first, price: items.reduce((sum, { price }) => sum + (price ?? 0n), 0n) };
}

/** Builds a fact with the average cost of a token or unit; none for another coin. */
function averageFact(items: readonly SoldItem[], total: Total, context: DescribeContext): readonly Fact[] {
  const { average, averageOfUnit } = context.messages.kinds.sweep;
  const [units, sum] = [unitsOf(items), nativePrice(total)];
  if (units === 0n || sum === null) return [];
  const each = nativeAmount(sum / units, context);
  return fact('context', 'average', units === BigInt(items.length) ? average(each) : averageOfUnit(each));
}

/** Builds a fact with the part of a total that the headline cannot contain. */
function partialTotalFact(items: readonly SoldItem[], context: DescribeContext): readonly Fact[] {
  const { facts, kinds } = context.messages;
  const { inOtherCurrencies, atLeast, missing: why } = kinds.sweep;
  const { sum, missing, foreign } = sweepSummary(items);
  if (missing === items.length) {
    return fact('context', 'total', foreign === missing ? inOtherCurrencies : facts.noPrice);
  }
  const least = atLeast(nativeAmount(sum, context));
  return fact('context', 'total', joined([least, why(missing - foreign, foreign)]), least);
}

/** Sorts items, most expensive first, because a list may have no room for all of them. */
function mostExpensiveFirst(items: readonly SoldItem[]): readonly SoldItem[] {
  const known = (item: SoldItem): Wei => nativePrice(item) ?? -1n;
  return items.toSorted((a, b) => (known(a) === known(b) ? 0 : known(a) > known(b) ? -1 : 1));
}

function rowRest(item: SoldItem, isPriced: boolean, context: DescribeContext): Segments | null {
  const { facts } = context.messages;
  const price = priceText(item, context);
  const missing = isPriced ? facts.noPrice : null;
  return joined([
    price === null ? missing : [strong(...price)],
    item.rarity === null ? null : facts.rank(item.rarity.rank),
  ]);
}

function describe(alert: SweepAlert, context: DescribeContext): MarketDescription {
  const { items, buyer, txHash } = alert;
  const { facts, kinds } = context.messages;
  const [first] = items;
  const total = totalOf(alert);
  const price = total === null ? null : headlinePrice(total, context);
  const subject = tokensSubject(items, txHash, context);
  const link = subjectLink(subject);
  const { links } = context;
  const pageOfFirst =
    first === undefined
      ? null
      : (links.collection(first.collection) ?? links.item(first.collection, first.tokenId));
  return {
    ...ofOneEvent(alert, subject, context),
    colour: 'soldTogether',
    group: { key: 'sweep', sign: '🧹', countWords: kinds.sweep.sweeps, pricesAddUp: true },
    label: kinds.sweep.label,
    headline: price === null ? kinds.sweep.swept(link) : kinds.sweep.sweptFor(link, price),
    heading: sharedHeading(items, context),
    collections: collectionsOf(items, context),
    price:
      total === null ? { amount: null, text: facts.noPrice } : describedPrice(total, facts.noPrice, context),
    facts: [
      ...(total === null
        ? partialTotalFact(items, context)
        : [...averageFact(items, total, context), ...otherCoinFact(total, context)]),
      ...fact('context', 'buyer', buyer === null ? null : kinds.sweep.buyer(walletOf(buyer, context))),
    ],
    traits: [],
    rows: tokenRows(
      items,
      (item) => rowRest(item, alert.total === undefined, context),
      context,
      mostExpensiveFirst,
    ),
    pictures: {
      urls: items.flatMap(({ image }) => (image === null ? [] : [image])),
      show: 'gallery',
      usually: 'large',
      page: subject.url ?? pageOfFirst,
    },
  };
}

const placeholders = [...EVENT_PLACEHOLDERS, ...PRICE_PLACEHOLDERS, 'average', 'buyer'] as const;

function values(
  alert: SweepAlert,
  context: DescribeContext,
): PlaceholderValues<(typeof placeholders)[number]> {
  const { items, buyer, txHash } = alert;
  const total = totalOf(alert);
  const sum = total === null ? null : nativePrice(total);
  const count = unitsOf(items);
  const about = { collection: sharedCollectionName(items, context), count };
  return {
    ...eventValues(alert, tokensSubject(items, txHash, context), about, context),
    ...(total === null ? { price: null, 'price.fiat': null } : priceValues(total, context)),
    average: amountValue(sum === null || count === 0n ? null : sum / count, context),
    buyer: walletValue(buyer, context),
  };
}

export const sweep = {
  kind: 'sweep',
  schema,
  topics: [],
  sharedTopics: [saleTopic.value],
  usesFloor: true,
  tokens: ({ items }) => items,
  parties: ({ items, buyer }) => [
    ...items.map(({ seller }) => ({ role: 'seller' as const, wallet: seller })),
    { role: 'buyer', wallet: buyer },
  ],
  subjects(alert, pending) {
    const { items, total, buyer } = alert;
    const shares = total === undefined ? [] : equalShares(nativePrice(total), items);
    return items.map((item, index) => {
      const parties = toParties(tradeParties(item.seller, buyer), true);
      if (total === undefined) return itemMatchSubject(item, parties, pending);
      return tokenMatchSubject(item, parties, pending, {
        measured: shares[index] ?? null,
        floor: item.priceContext?.floor ?? null,
        pricePending: total.price === null,
      });
    });
  },
  prices: ({ total }, subjects) =>
    total === undefined ? subjects.map(({ measured }) => measured) : [nativePrice(total)],
  pricePending: (_alert, subjects) => subjects.some(({ open }) => open.measured),
  price({ items, total }) {
    if (total !== undefined) return nativePrice(total);
    const prices = items.map(nativePrice).filter((price) => price !== null);
    return prices.length === 0 ? null : prices.reduce((sum, price) => sum + price, 0n);
  },
  withDetails: (alert, details) => ({
    ...alert,
    items: alert.items.map((item) => withPrices(item, details)),
  }),
  keepDetails(alert, before) {
    const knownOf = byToken(before.items);
    return { ...alert, items: alert.items.map((item) => keepItemDetails(item, knownOf(item))) };
  },
  pricedItems: ({ items }) => items,
  withPricedItems: (alert, change) => ({ ...alert, items: alert.items.map(change) }),
  describe,
  placeholders,
  values,
} satisfies Kind<SweepAlert>;

/** Creates an alert of this kind. */
export function newSweepAlert(fields: Omit<SweepAlert, 'kind' | 'topic'>): SweepAlert {
  return { kind: 'sweep', topic: saleTopic.value, ...fields };
}

export function isSweep(alert: AlertBase | SweepAlert): alert is SweepAlert {
  return alert.kind === sweep.kind;
}
