import { z } from 'zod';
import { address, bigint } from '../../chain/codecs.ts';
import type { Segment } from '../../messages/segment.ts';
import type { DescribeContext, Fact, MarketDescription } from '../description.ts';
import { keepItemDetails, withPrices } from '../details.ts';
import { itemMatchSubject, toParties } from '../match-subject.ts';
import { excludeListing } from '../price-context.ts';
import {
  byFact,
  contextFacts,
  fact,
  headlinePrice,
  priceText,
  timeOf,
  transactionFact,
  walletOf,
} from './facts.ts';
import type { Kind } from './kind.ts';
import { ofOneItem } from './one-item.ts';
import { alertFields, nativePrice, soldItem } from './parts.ts';
import { subjectLink, tokenSubject } from './subject.ts';

/** The topic of listings. */
export const listingTopic = z.literal('listing');

const schema = z.object({
  ...alertFields,
  kind: z.literal('listing'),
  topic: listingTopic,
  // `price` is the asking price.
  item: soldItem.readonly(),
  // The wallet that a private listing is for, `null` if unknown; absent for a public one.
  reserved: z.object({ for: address.nullable() }).readonly().optional(),
  // What the price of a dutch listing falls to, and when, epoch seconds; `item.price` is the one at the time of the alert.
  falling: z.object({ to: bigint, until: z.number().nullable() }).readonly().optional(),
});

/** A token put up for sale. */
export type ListingAlert = Readonly<z.infer<typeof schema>>;

const partiesOf = ({ item }: ListingAlert) => [{ role: 'seller' as const, wallet: item.seller }];

function headlineOf({ item, reserved, falling }: ListingAlert, link: Segment, context: DescribeContext) {
  const { listing: words } = context.messages.kinds;
  const price = headlinePrice(item, context);
  const isPrivate = reserved !== undefined;
  if (price === null) return isPrivate ? words.listedPrivately(link) : words.listed(link);
  if (falling !== undefined)
    return isPrivate ? words.listedPrivatelyFrom(link, price) : words.listedFrom(link, price);
  return isPrivate ? words.listedPrivatelyFor(link, price) : words.listedFor(link, price);
}

/** For whom it is, and how its price falls. */
function termsFacts({ item, reserved, falling }: ListingAlert, context: DescribeContext): readonly Fact[] {
  const { listing: words } = context.messages.kinds;
  const [from, to] = [item.price, falling?.to ?? null].map((price) => priceText({ ...item, price }, context));
  const until = timeOf(falling?.until ?? null, 'dateTime');
  const buyer = reserved === undefined || reserved.for === null ? null : walletOf(reserved.for, context);
  return [
    ...fact('state', 'reserved', reserved === undefined ? null : words.only(buyer)),
    ...fact('state', 'falling', from && to && falling ? words.falling(from, to, until) : null),
  ];
}

function describe(alert: ListingAlert, context: DescribeContext): MarketDescription {
  const { item, txHash } = alert;
  const { kinds } = context.messages;
  const subject = tokenSubject(item, context);
  const link = subjectLink(subject);
  return {
    ...ofOneItem(alert, subject, context),
    colour: 'asked',
    group: { key: 'listing', sign: '🏷️', countWords: kinds.listing.listings, pricesAddUp: false },
    label: kinds.listing.label,
    headline: headlineOf(alert, link, context),
    facts: [
      ...termsFacts(alert, context),
      ...contextFacts(item, null, context),
      ...byFact(item.seller, context),
      ...transactionFact(txHash, subject, context),
    ],
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
} satisfies Kind<ListingAlert>;

/** An alert of this kind with these fields. */
export function newListingAlert(fields: Omit<ListingAlert, 'kind' | 'topic'>): ListingAlert {
  return { kind: 'listing', topic: listingTopic.value, ...fields };
}
