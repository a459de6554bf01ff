import { z } from 'zod';
import { ZERO_ADDRESS } from '#src/chain/address.ts';
import { address } from '#src/chain/codecs.ts';
import type { Segment, Segments } from '#src/messages/segment.ts';
import type { DescribeContext, Fact, MarketDescription } from '../description.ts';
import { byToken, keepTokenDetails, withToken } from '../details.ts';
import { tokenMatchSubject, toParties } from '../match-subject.ts';
import type { PlaceholderValues } from '../templates/placeholders.ts';
import type { Party } from './alert-base.ts';
import {
  describedPrice,
  headlinePrice,
  otherCoinFact,
  rarityFact,
  roleFacts,
  unitsFact,
  unitsOf,
} from './facts.ts';
import type { Kind } from './kind.ts';
import { ofOneEvent } from './one-item.ts';
import { alertFields, alertToken, nativePrice, priceFields } from './parts.ts';
import {
  collectionsOf,
  pictureOf,
  sharedCollectionName,
  sharedHeading,
  subjectLink,
  tokenRows,
  tokenSubject,
  tokensSubject,
} from './subject.ts';
import {
  EVENT_PLACEHOLDERS,
  eventValues,
  PRICE_PLACEHOLDERS,
  priceValues,
  rankValue,
  walletValue,
} from './values.ts';

/** The topic of transfers. */
export const TRANSFER_TOPIC = 'transfer';
/** The topic of burns. */
export const BURN_TOPIC = 'burn';

const schema = z.object({
  ...alertFields,
  kind: z.literal('move'),
  topic: z.enum([TRANSFER_TOPIC, 'mint', BURN_TOPIC]),
  // At least one.
  tokens: z.array(alertToken.readonly()).readonly(),
  from: address.nullable(),
  to: address.nullable(),
  // The total price of a mint.
  ...priceFields,
});

/** A transfer, mint or burn: all tokens that one transaction moved between two wallets. */
export type MoveAlert = Readonly<z.infer<typeof schema>>;

function partiesOf({ topic, from, to }: MoveAlert): readonly Party[] {
  if (topic === 'mint') return [{ role: 'minter', wallet: to }];
  if (topic === 'burn') return [{ role: 'burner', wallet: from }];
  return [
    { role: 'sender', wallet: from },
    { role: 'receiver', wallet: to },
  ];
}

function headlineOf(alert: MoveAlert, subject: Segment, context: DescribeContext): Segments {
  const { transfer, mint, burn } = context.messages.kinds;
  if (alert.topic === 'transfer') return transfer.transferred(subject);
  if (alert.topic === 'burn') return burn.burned(subject);
  const price = headlinePrice(alert, context);
  return price === null ? mint.minted(subject) : mint.mintedFor(subject, price);
}

function partiesFact({ topic, from, to }: MoveAlert, context: DescribeContext): readonly Fact[] {
  switch (topic) {
    case 'mint':
      return roleFacts([['minter', to]], context);
    case 'burn':
      return roleFacts([['burner', from]], context);
    case 'transfer':
      return roleFacts(
        [
          ['sender', from],
          ['receiver', to],
        ],
        context,
      );
    default:
      return topic satisfies never;
  }
}

/** Returns the words for counting and naming moves of the topic. */
function wordsOf(topic: MoveAlert['topic'], { messages: { kinds } }: DescribeContext) {
  switch (topic) {
    case 'mint':
      return { sign: '✨', label: kinds.mint.label, countWords: kinds.mint.mints };
    case 'burn':
      return { sign: '🔥', label: kinds.burn.label, countWords: kinds.burn.burns };
    case 'transfer':
      return { sign: '📦', label: kinds.transfer.label, countWords: kinds.transfer.transfers };
    default:
      return topic satisfies never;
  }
}

function describe(alert: MoveAlert, context: DescribeContext): MarketDescription {
  const { tokens, topic, txHash } = alert;
  const { sign, label, countWords } = wordsOf(topic, context);
  const [first] = tokens;
  const single = tokens.length === 1 ? first : undefined;
  const subject =
    single === undefined ? tokensSubject(tokens, txHash, context) : tokenSubject(single, context);
  return {
    ...ofOneEvent(alert, subject, context),
    colour: topic === 'mint' ? 'created' : 'quiet',
    group: { key: topic, sign, countWords, pricesAddUp: topic === 'mint' },
    label,
    headline: headlineOf(alert, subjectLink(subject), context),
    heading: sharedHeading(tokens, context),
    collections: collectionsOf(tokens, context),
    price: describedPrice(alert, null, context),
    facts: [
      ...rarityFact(single?.rarity ?? null, context),
      ...(single === undefined ? [] : unitsFact(single.quantity, nativePrice(alert), context)),
      ...otherCoinFact(alert, context),
      ...partiesFact(alert, context),
    ],
    traits: topic === 'mint' ? (single?.attributes ?? []) : [],
    rows: single === undefined ? tokenRows(tokens, () => null, context) : null,
    pictures: pictureOf(first, 'one', topic === 'mint' ? 'large' : 'small'),
  };
}

const placeholders = [
  ...EVENT_PLACEHOLDERS,
  ...PRICE_PLACEHOLDERS,
  'rank',
  'from',
  'to',
  'minter',
  'burner',
] as const;

function values(
  alert: MoveAlert,
  context: DescribeContext,
): PlaceholderValues<(typeof placeholders)[number]> {
  const { tokens, txHash, topic, from, to } = alert;
  const [first] = tokens;
  const single = tokens.length === 1 ? first : undefined;
  const about = { collection: sharedCollectionName(tokens, context), count: unitsOf(tokens) };
  const subject =
    single === undefined ? tokensSubject(tokens, txHash, context) : tokenSubject(single, context);
  const isTransfer = topic === 'transfer';
  return {
    ...eventValues(alert, subject, about, context),
    ...priceValues(alert, context),
    rank: rankValue(single?.rarity ?? null, context),
    from: isTransfer ? walletValue(from, context) : null,
    to: isTransfer ? walletValue(to, context) : null,
    minter: topic === 'mint' ? walletValue(to, context) : null,
    burner: topic === BURN_TOPIC ? walletValue(from, context) : null,
  };
}

export const move = {
  kind: 'move',
  schema,
  topics: [
    { topic: 'transfer', hasPrice: false, comparedWithFloor: false, ofCollections: false },
    { topic: 'mint', hasPrice: true, comparedWithFloor: false, ofCollections: false },
    { topic: 'burn', hasPrice: false, comparedWithFloor: false, ofCollections: false },
  ],
  sample: (topic, { fields, item, otherWallet }) => ({
    kind: 'move',
    topic,
    ...fields,
    tokens: [item],
    currency: null,
    ...(topic === 'mint'
      ? { from: null, to: item.seller, price: item.price }
      : { from: item.seller, to: topic === 'burn' ? ZERO_ADDRESS : otherWallet, price: null }),
  }),
  usesFloor: false,
  tokens: ({ tokens }) => tokens,
  parties: partiesOf,
  subjects(alert, pending) {
    const parties = toParties(partiesOf(alert), true);
    return alert.tokens.map((token) => tokenMatchSubject(token, parties, pending));
  },
  prices: (alert) => [nativePrice(alert)],
  pricePending: ({ topic, price }) => topic === 'mint' && price === null,
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
  placeholders,
  values,
} satisfies Kind<MoveAlert>;

/** Creates an alert of this kind. */
export function newMoveAlert(fields: Omit<MoveAlert, 'kind'>): MoveAlert {
  return { kind: 'move', ...fields };
}
