import { z } from 'zod';
import { address } from '../../chain/codecs.ts';
import type { DescribeContext, MarketDescription } from '../description.ts';
import { byToken, keepTokenDetails, withToken } from '../details.ts';
import { tokenMatchSubject, toParties } from '../match-subject.ts';
import { byFact, describedPrice, headlinePrice, otherCoinFact, transactionFact } from './facts.ts';
import type { Kind, Party } from './kind.ts';
import { listingTopic } from './listing.ts';
import { offerTopic } from './offer.ts';
import { ofOneEvent } from './one-item.ts';
import { alertFields, alertToken, nativePrice, priceFields } from './parts.ts';
import { collectionsOf, pictureOf, sharedHeading, subjectLink, tokenRows, tokensSubject } from './subject.ts';

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
});

/** Several tokens listed together at one price, or one offer for all of them. */
export type BundleAlert = Readonly<z.infer<typeof schema>>;

const partiesOf = ({ topic, by }: BundleAlert): readonly Party[] => [
  { role: topic === 'listing' ? 'seller' : 'bidder', wallet: by },
];

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
      headline: price === null ? kinds.listing.listed(link) : kinds.listing.listedFor(link, price),
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
      ...otherCoinFact(alert, context),
      ...byFact(by, context),
      ...transactionFact(txHash, subject, context),
    ],
    traits: [],
    rows: tokenRows(tokens, () => null, context),
    pictures: pictureOf(tokens[0]),
  };
}

export const bundle = {
  kind: 'bundle',
  schema,
  topics: [],
  usesFloor: false,
  tokens: ({ tokens }) => tokens,
  parties: partiesOf,
  subjects(alert, pending) {
    const parties = toParties(partiesOf(alert), true);
    return alert.tokens.map((token) => tokenMatchSubject(token, parties, pending));
  },
  prices: (alert) => [nativePrice(alert)],
  pricePending: ({ price }) => price === null,
  price: (alert) => nativePrice(alert),
  withDetails: (alert, details) => ({
    ...alert,
    tokens: alert.tokens.map((token) => withToken(token, details)),
  }),
  keepDetails(alert, before) {
    const knownOf = byToken(before.tokens);
    return { ...alert, tokens: alert.tokens.map((token) => keepTokenDetails(token, knownOf(token))) };
  },
  describe,
} satisfies Kind<BundleAlert>;

/** An alert of this kind with these fields. */
export function newBundleAlert(fields: Omit<BundleAlert, 'kind'>): BundleAlert {
  return { kind: 'bundle', ...fields };
}
