import { z } from 'zod';
import type { Address } from '#src/chain/address.ts';
import { address, bigint } from '#src/chain/codecs.ts';
import type { Token } from '#src/marketplace/resources/token.ts';
import type { Segment, Segments } from '#src/messages/segment.ts';
import type { DescribeContext, MarketDescription } from '../description.ts';
import { floorOf, keepTokenDetails, withToken } from '../details.ts';
import { collectionMatchSubject, tokenMatchSubject, toParties } from '../match-subject.ts';
import type { PlaceholderValues } from '../templates/placeholders.ts';
import {
  describedPrice,
  floorFact,
  headlinePrice,
  priceFacts,
  rarityFact,
  roleFacts,
  unitsFact,
} from './facts.ts';
import type { Kind } from './kind.ts';
import { ofOneEvent } from './one-item.ts';
import { alertFields, alertToken, nativePrice, priceFields } from './parts.ts';
import { collectionSubject, headingOf, pictureOf, subjectLink, tokenSubject } from './subject.ts';
import {
  amountValue,
  EVENT_PLACEHOLDERS,
  eventValues,
  floorChangeValue,
  PRICE_PLACEHOLDERS,
  priceValues,
  rankValue,
  walletValue,
} from './values.ts';

/** The topic of offers. */
export const offerTopic = z.literal('offer');

const schema = z.object({
  ...alertFields,
  kind: z.literal('offer'),
  topic: offerTopic,
  collection: address,
  collectionName: z.string().nullable(),
  // `null` for an offer for the whole collection.
  token: alertToken.readonly().nullable(),
  // The price of the whole offer.
  ...priceFields,
  quantity: bigint,
  bidder: address.nullable(),
  // Owner of the token; `null` if unknown, and for tokens that exist more than once.
  owner: address.nullable().default(null),
  floor: bigint.nullable(),
});

/** An offer to buy a token, or any token of a collection. */
export type OfferAlert = Readonly<z.infer<typeof schema>>;

const partiesOf = ({ bidder }: OfferAlert) => [{ role: 'bidder' as const, wallet: bidder }];

/** Returns the owner of a unique token. */
function onlyOwner(token: Token | null): Address | null {
  return token === null || token.standard === '1155' || token.quantity !== 1n ? null : token.owner;
}

function headlineOf(alert: OfferAlert, subject: Segment, context: DescribeContext): Segments {
  const { offer } = context.messages.kinds;
  const price = headlinePrice(alert, context);
  if (price === null) return alert.token === null ? offer.offeredAny(subject) : offer.offered(subject);
  return alert.token === null ? offer.offeredForAny(subject, price) : offer.offeredFor(subject, price);
}

function describe(alert: OfferAlert, context: DescribeContext): MarketDescription {
  const { token, bidder, quantity, floor } = alert;
  const { facts, kinds } = context.messages;
  const price = nativePrice(alert);
  const subject = token === null ? collectionSubject(alert, context) : tokenSubject(token, context);
  return {
    ...ofOneEvent(alert, subject, context),
    colour: 'offered',
    group: { key: 'offer', sign: '✋', countWords: kinds.offer.offers, pricesAddUp: false },
    label: token === null ? kinds.offer.anyLabel : kinds.offer.label,
    headline: headlineOf(alert, subjectLink(subject), context),
    heading: headingOf(alert, context),
    collections: [{ address: alert.collection, name: context.names.collection(alert) }],
    price: describedPrice(alert, facts.noPrice, context),
    facts: [
      ...floorFact(price, floor, quantity, context),
      ...rarityFact(token?.rarity ?? null, context),
      ...unitsFact(quantity, price, context),
      ...priceFacts(alert, context),
      ...roleFacts([['bidder', bidder]], context),
    ],
    traits: token?.attributes ?? [],
    pictures: pictureOf(token),
  };
}

const placeholders = [
  ...EVENT_PLACEHOLDERS,
  ...PRICE_PLACEHOLDERS,
  'rank',
  'floor',
  'floor.change',
  'bidder',
] as const;

function values(
  alert: OfferAlert,
  context: DescribeContext,
): PlaceholderValues<(typeof placeholders)[number]> {
  const { token, bidder, quantity, floor } = alert;
  const subject = token === null ? collectionSubject(alert, context) : tokenSubject(token, context);
  const about = { collection: context.names.collection(alert), count: quantity };
  return {
    ...eventValues(alert, subject, about, context),
    ...priceValues(alert, context),
    rank: rankValue(token?.rarity ?? null, context),
    floor: amountValue(floor, context),
    'floor.change': floorChangeValue(nativePrice(alert), floor, quantity, context),
    bidder: walletValue(bidder, context),
  };
}

export const offer = {
  kind: 'offer',
  schema,
  topics: [{ topic: offerTopic.value, hasPrice: true, comparedWithFloor: false, ofCollections: true }],
  sample: (topic, { fields, item }) => ({
    kind: 'offer',
    topic,
    ...fields,
    collection: item.collection,
    collectionName: item.collectionName,
    token: item,
    price: item.price,
    currency: null,
    quantity: item.quantity,
    bidder: item.seller,
    owner: null,
    floor: null,
  }),
  usesFloor: true,
  tokens: ({ token }) => (token === null ? [] : [token]),
  collections: ({ collection }) => [collection],
  parties: partiesOf,
  // The units of a collection offer are the number of tokens wanted.
  subjects(alert, pending) {
    const { collection, quantity, token } = alert;
    const parties = toParties(partiesOf(alert), true);
    if (token === null) return [collectionMatchSubject(collection, quantity, parties)];
    const facts = { measured: null, floor: null, owner: alert.owner };
    return [tokenMatchSubject({ ...token, quantity }, parties, pending, facts)];
  },
  prices: (alert) => [nativePrice(alert)],
  pricePending: ({ price }) => price === null,
  price: (alert) => nativePrice(alert),
  withDetails: (alert, details) => ({
    ...alert,
    token: alert.token === null ? null : withToken(alert.token, details),
    owner: (alert.token === null ? null : onlyOwner(details.token(alert.token))) ?? alert.owner,
    floor: floorOf(alert.collection, details),
  }),
  keepDetails: (alert, before) => ({
    ...alert,
    collectionName: before.collectionName ?? alert.collectionName,
    token: alert.token === null ? null : keepTokenDetails(alert.token, before.token ?? undefined),
    owner: before.owner ?? alert.owner,
    floor: before.floor ?? alert.floor,
  }),
  describe,
  placeholders,
  values,
} satisfies Kind<OfferAlert>;

/** Creates an alert of this kind. */
export function newOfferAlert(fields: Omit<OfferAlert, 'kind' | 'topic'>): OfferAlert {
  return { kind: 'offer', topic: offerTopic.value, ...fields };
}
