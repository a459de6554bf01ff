import { z } from 'zod';
import { address } from '#src/chain/codecs.ts';
import type { DescribeContext, MarketDescription } from '../description.ts';
import { keepItemDetails, withPrices } from '../details.ts';
import { itemMatchSubject, toParties } from '../match-subject.ts';
import type { PlaceholderValues } from '../templates/placeholders.ts';
import type { AlertBase } from './alert-base.ts';
import { contextFacts, headlinePrice, roleFacts } from './facts.ts';
import type { Kind } from './kind.ts';
import { ofOneItem } from './one-item.ts';
import { alertFields, nativePrice, soldItem } from './parts.ts';
import { pictureOf, subjectLink, tokenSubject } from './subject.ts';
import {
  COMPARISON_PLACEHOLDERS,
  comparisonValues,
  EVENT_PLACEHOLDERS,
  eventValues,
  HOLDING_PLACEHOLDERS,
  holdingValues,
  PRICE_PLACEHOLDERS,
  priceValues,
  walletValue,
} from './values.ts';

/** Sweeps and repeat trades count as sales. */
export const saleTopic = z.literal('sale');

const schema = z.object({
  ...alertFields,
  kind: z.literal('sale'),
  topic: saleTopic,
  item: soldItem.readonly(),
  buyer: address.nullable(),
});

/** One token sold. */
export type SaleAlert = Readonly<z.infer<typeof schema>>;

/** Returns the parties of a single sale. */
export function tradeParties(seller: SaleAlert['buyer'], buyer: SaleAlert['buyer']) {
  return [
    { role: 'seller', wallet: seller },
    { role: 'buyer', wallet: buyer },
  ] as const;
}

function describe(alert: SaleAlert, context: DescribeContext): MarketDescription {
  const { item, buyer, occurredAt } = alert;
  const { kinds } = context.messages;
  const price = headlinePrice(item, context);
  const subject = tokenSubject(item, context);
  const link = subjectLink(subject);
  return {
    ...ofOneItem(alert, subject, context),
    colour: 'sold',
    group: { key: 'sale', sign: '💰', countWords: kinds.sale.sales, pricesAddUp: true },
    label: kinds.sale.label,
    headline: price === null ? kinds.sale.sold(link) : kinds.sale.soldFor(link, price),
    facts: [
      ...contextFacts(item, occurredAt, context),
      ...roleFacts(
        [
          ['buyer', buyer],
          ['seller', item.seller],
        ],
        context,
      ),
    ],
    pictures: pictureOf(item, 'one', 'large'),
    traits: [],
  };
}

const placeholders = [
  ...EVENT_PLACEHOLDERS,
  ...PRICE_PLACEHOLDERS,
  ...COMPARISON_PLACEHOLDERS,
  ...HOLDING_PLACEHOLDERS,
  'buyer',
  'seller',
] as const;

function values(
  alert: SaleAlert,
  context: DescribeContext,
): PlaceholderValues<(typeof placeholders)[number]> {
  const { item, buyer, occurredAt } = alert;
  const about = { collection: context.names.collection(item), count: item.quantity };
  return {
    ...eventValues(alert, tokenSubject(item, context), about, context),
    ...priceValues(item, context),
    ...comparisonValues(item, context),
    ...holdingValues(item, occurredAt, context),
    buyer: walletValue(buyer, context),
    seller: walletValue(item.seller, context),
  };
}

export const sale = {
  kind: 'sale',
  schema,
  topics: [{ topic: 'sale', hasPrice: true, comparedWithFloor: true, ofCollections: false }],
  sample: (topic, { fields, item, otherWallet }) => ({
    kind: 'sale',
    topic,
    ...fields,
    item,
    buyer: otherWallet,
  }),
  usesFloor: true,
  tokens: ({ item }) => [item],
  parties: ({ item, buyer }) => tradeParties(item.seller, buyer),
  subjects: ({ item, buyer }, pending) => [
    itemMatchSubject(item, toParties(tradeParties(item.seller, buyer), true), pending),
  ],
  prices: ({ item }) => [nativePrice(item)],
  pricePending: ({ item }) => item.price === null,
  price: ({ item }) => nativePrice(item),
  withDetails: (alert, details) => ({ ...alert, item: withPrices(alert.item, details) }),
  keepDetails: (alert, before) => ({ ...alert, item: keepItemDetails(alert.item, before.item) }),
  pricedItems: ({ item }) => [item],
  withPricedItems: (alert, change) => ({ ...alert, item: change(alert.item, 0) }),
  describe,
  placeholders,
  values,
} satisfies Kind<SaleAlert>;

/** Creates an alert of this kind. */
export function newSaleAlert(fields: Omit<SaleAlert, 'kind' | 'topic'>): SaleAlert {
  return { kind: 'sale', topic: saleTopic.value, ...fields };
}

export function isSale(alert: AlertBase | SaleAlert): alert is SaleAlert {
  return alert.kind === sale.kind;
}
