import { z } from 'zod';
import type { DescribeContext, MarketDescription } from '../description.ts';
import { keepItemDetails, withPrices } from '../details.ts';
import { itemMatchSubject, toParties } from '../match-subject.ts';
import { excludeListing } from '../price-context.ts';
import type { PlaceholderValues } from '../templates/placeholders.ts';
import { contextFacts, roleFacts } from './facts.ts';
import type { Kind } from './kind.ts';
import { listedHeadline, termFields, termsFacts } from './listing-terms.ts';
import { ofOneItem } from './one-item.ts';
import { alertFields, nativePrice, soldItem } from './parts.ts';
import { subjectLink, tokenSubject } from './subject.ts';
import {
  COMPARISON_PLACEHOLDERS,
  comparisonValues,
  EVENT_PLACEHOLDERS,
  eventValues,
  PRICE_PLACEHOLDERS,
  priceValues,
  walletValue,
} from './values.ts';

/** The topic of listings. */
export const listingTopic = z.literal('listing');

const schema = z.object({
  ...alertFields,
  kind: z.literal('listing'),
  topic: listingTopic,
  // `price` is the asking price.
  item: soldItem.readonly(),
  ...termFields,
});

/** A token put up for sale. */
export type ListingAlert = Readonly<z.infer<typeof schema>>;

const partiesOf = ({ item }: ListingAlert) => [{ role: 'seller' as const, wallet: item.seller }];

function describe(alert: ListingAlert, context: DescribeContext): MarketDescription {
  const { item } = alert;
  const { kinds } = context.messages;
  const subject = tokenSubject(item, context);
  const link = subjectLink(subject);
  return {
    ...ofOneItem(alert, subject, context),
    colour: 'asked',
    group: { key: 'listing', sign: '🏷️', countWords: kinds.listing.listings, pricesAddUp: false },
    label: kinds.listing.label,
    headline: listedHeadline(item, alert, link, context),
    facts: [
      ...termsFacts(item, alert, context),
      ...contextFacts(item, null, context),
      ...roleFacts([['seller', item.seller]], context),
    ],
  };
}

const placeholders = [
  ...EVENT_PLACEHOLDERS,
  ...PRICE_PLACEHOLDERS,
  ...COMPARISON_PLACEHOLDERS,
  'seller',
] as const;

function values(
  alert: ListingAlert,
  context: DescribeContext,
): PlaceholderValues<(typeof placeholders)[number]> {
  const { item } = alert;
  const about = { collection: context.names.collection(item), count: item.quantity };
  return {
    ...eventValues(alert, tokenSubject(item, context), about, context),
    ...priceValues(item, context),
    ...comparisonValues(item, context),
    seller: walletValue(item.seller, context),
  };
}

export const listing = {
  kind: 'listing',
  schema,
  topics: [{ topic: listingTopic.value, hasPrice: true, comparedWithFloor: true, ofCollections: false }],
  sample: (topic, { fields, item }) => ({ kind: 'listing', topic, ...fields, item }),
  usesFloor: true,
  tokens: ({ item }) => [item],
  parties: partiesOf,
  subjects: (alert, pending) => [itemMatchSubject(alert.item, toParties(partiesOf(alert), true), pending)],
  prices: ({ item }) => [nativePrice(item)],
  pricePending: ({ item }) => item.price === null,
  price: ({ item }) => nativePrice(item),
  withDetails(alert, details) {
    const prices = details.prices(alert.item.collection);
    return {
      ...alert,
      item: withPrices(alert.item, details, prices === null ? null : excludeListing(alert, prices)),
    };
  },
  keepDetails: (alert, before) => ({ ...alert, item: keepItemDetails(alert.item, before.item) }),
  pricedItems: ({ item }) => [item],
  withPricedItems: (alert, change) => ({ ...alert, item: change(alert.item, 0) }),
  describe,
  placeholders,
  values,
} satisfies Kind<ListingAlert>;

/** Creates an alert of this kind. */
export function newListingAlert(fields: Omit<ListingAlert, 'kind' | 'topic'>): ListingAlert {
  return { kind: 'listing', topic: listingTopic.value, ...fields };
}
