import { z } from 'zod';
import { address, bigint } from '#src/chain/codecs.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { DescribeContext, MarketDescription } from '../description.ts';
import { byToken, floorOf, keepTokenDetails, type LookedUp, withToken } from '../details.ts';
import { tokenMatchSubject, toParties } from '../match-subject.ts';
import { excludeListing } from '../price-context.ts';
import { equalShares } from '../single-tokens.ts';
import type { PlaceholderValues } from '../templates/placeholders.ts';
import type { Party } from './alert-base.ts';
import { describedPrice, floorFact, headlinePrice, otherCoinFact, roleFacts, unitsOf } from './facts.ts';
import type { Kind } from './kind.ts';
import { listingTopic } from './listing.ts';
import { listedHeadline, termFields, termsFacts } from './listing-terms.ts';
import { offerTopic } from './offer.ts';
import { ofOneEvent } from './one-item.ts';
import { alertFields, alertToken, nativePrice, priceFields } from './parts.ts';
import {
  collectionsOf,
  pictureOf,
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
  floorChangeValue,
  PRICE_PLACEHOLDERS,
  priceValues,
  walletValue,
} from './values.ts';

const schema = z.object({
  ...alertFields,
  kind: z.literal('bundle'),
  topic: z.enum([listingTopic.value, offerTopic.value]),
  // At least one.
  tokens: z.array(alertToken.readonly()).readonly(),
  // Of all tokens together.
  ...priceFields,
  // The seller of a listing, the bidder of an offer.
  by: address.nullable(),
  // Per unit; `null` if unknown, and for tokens of several collections.
  floor: bigint.nullable().default(null),
  // Terms of a listing.
  ...termFields,
});

/** Several tokens listed together at one price, or one offer for all of them. */
export type BundleAlert = Readonly<z.infer<typeof schema>>;

const partiesOf = ({ topic, by }: BundleAlert): readonly Party[] => [
  { role: topic === 'listing' ? 'seller' : 'bidder', wallet: by },
];

/** Returns the floor that the price is compared with, without the listing itself. */
function floorOfTokens(alert: BundleAlert, details: LookedUp): Wei | null {
  const { tokens, topic, price, currency, occurredAt } = alert;
  const [first] = tokens;
  if (first === undefined || tokens.some(({ collection }) => collection !== first.collection)) return null;
  const prices = details.prices(first.collection);
  if (topic !== listingTopic.value || prices === null) return floorOf(first.collection, details, prices);
  const item = { price, currency, quantity: unitsOf(tokens) };
  return floorOf(first.collection, details, excludeListing({ item, occurredAt }, prices));
}

function describe(alert: BundleAlert, context: DescribeContext): MarketDescription {
  const { tokens, topic, txHash, by } = alert;
  const { facts, kinds } = context.messages;
  const subject = tokensSubject(tokens, txHash, context);
  const link = subjectLink(subject);
  const price = headlinePrice(alert, context);
  const shown = {
    listing: {
      colour: 'asked',
      sign: '🏷️',
      label: kinds.listing.label,
      countWords: kinds.listing.listings,
      headline: listedHeadline(alert, alert, link, context),
    },
    offer: {
      colour: 'offered',
      sign: '✋',
      label: kinds.offer.label,
      countWords: kinds.offer.offers,
      headline: price === null ? kinds.offer.offered(link) : kinds.offer.offeredFor(link, price),
    },
  } as const;
  const { colour, sign, label, countWords, headline } = shown[topic];
  return {
    ...ofOneEvent(alert, subject, context),
    colour,
    group: { key: topic, sign, countWords, pricesAddUp: false },
    label,
    headline,
    heading: sharedHeading(tokens, context),
    collections: collectionsOf(tokens, context),
    price: describedPrice(alert, facts.noPrice, context),
    facts: [
      ...termsFacts(alert, alert, context),
      ...floorFact(nativePrice(alert), alert.floor, unitsOf(tokens), context),
      ...otherCoinFact(alert, context),
      ...roleFacts([[topic === listingTopic.value ? 'seller' : 'bidder', by]], context),
    ],
    traits: [],
    rows: tokenRows(tokens, () => null, context),
    pictures: pictureOf(tokens[0]),
  };
}

const placeholders = [
  ...EVENT_PLACEHOLDERS,
  ...PRICE_PLACEHOLDERS,
  'floor',
  'floor.change',
  'seller',
  'bidder',
] as const;

function values(
  alert: BundleAlert,
  context: DescribeContext,
): PlaceholderValues<(typeof placeholders)[number]> {
  const { tokens, txHash, topic, by, floor } = alert;
  const count = unitsOf(tokens);
  const about = { collection: sharedCollectionName(tokens, context), count };
  const isListing = topic === listingTopic.value;
  return {
    ...eventValues(alert, tokensSubject(tokens, txHash, context), about, context),
    ...priceValues(alert, context),
    floor: amountValue(floor, context),
    'floor.change': floorChangeValue(nativePrice(alert), floor, count, context),
    seller: isListing ? walletValue(by, context) : null,
    bidder: isListing ? null : walletValue(by, context),
  };
}

export const bundle = {
  kind: 'bundle',
  schema,
  topics: [],
  sharedTopics: [listingTopic.value, offerTopic.value],
  usesFloor: true,
  tokens: ({ tokens }) => tokens,
  parties: partiesOf,
  subjects(alert, pending) {
    const { tokens, topic, price, floor } = alert;
    const parties = toParties(partiesOf(alert), true);
    if (topic !== listingTopic.value)
      return tokens.map((token) => tokenMatchSubject(token, parties, pending));
    const shares = equalShares(nativePrice(alert), tokens);
    return tokens.map((token, index) => {
      const measured = shares[index] ?? null;
      return tokenMatchSubject(token, parties, pending, { measured, floor, pricePending: price === null });
    });
  },
  prices: (alert) => [nativePrice(alert)],
  pricePending: ({ price }) => price === null,
  price: (alert) => nativePrice(alert),
  withDetails: (alert, details) => ({
    ...alert,
    tokens: alert.tokens.map((token) => withToken(token, details)),
    floor: floorOfTokens(alert, details),
  }),
  keepDetails(alert, before) {
    const knownOf = byToken(before.tokens);
    return {
      ...alert,
      tokens: alert.tokens.map((token) => keepTokenDetails(token, knownOf(token))),
      floor: before.floor ?? alert.floor,
    };
  },
  describe,
  placeholders,
  values,
} satisfies Kind<BundleAlert>;

/** Creates an alert of this kind. */
export function newBundleAlert(fields: Omit<BundleAlert, 'kind'>): BundleAlert {
  return { kind: 'bundle', ...fields };
}
