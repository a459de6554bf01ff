import { z } from 'zod';
import { address, bigint } from '#src/chain/codecs.ts';
import type { DescribeContext, Fact, MarketDescription } from '../description.ts';
import { keepItemDetails, withPrices } from '../details.ts';
import { itemMatchSubject, toParties } from '../match-subject.ts';
import type { PlaceholderValues } from '../templates/placeholders.ts';
import type { AlertBase } from './alert-base.ts';
import { fact, nativeAmount, priceText, rarityFact, timeOf, unitsFact, walletOf } from './facts.ts';
import type { Kind } from './kind.ts';
import { ofOneItem } from './one-item.ts';
import { alertFields, nativePrice, soldItem } from './parts.ts';
import { saleTopic } from './sale.ts';
import { pictureOf, subjectLink, tokenSubject } from './subject.ts';
import {
  EVENT_PLACEHOLDERS,
  eventValues,
  PRICE_PLACEHOLDERS,
  priceValues,
  rankValue,
  walletValue,
} from './values.ts';

const schema = z.object({
  ...alertFields,
  kind: z.literal('repeat_trades'),
  topic: saleTopic,
  // The latest trade.
  item: soldItem.readonly(),
  buyer: address.nullable(),
  // The two wallets, sorted.
  wallets: z.tuple([address, address]).readonly(),
  // Trades since `since` (epoch seconds), including those that were posted as single sales.
  count: z.number(),
  since: z.number(),
  // Sum of the trades in the chain's own coin, wei.
  volume: bigint,
});

/** One token traded repeatedly between the same two wallets, shown as one live message with a count. */
export type RepeatTradesAlert = Readonly<z.infer<typeof schema>>;

const partiesOf = ({ wallets }: RepeatTradesAlert) =>
  wallets.map((wallet) => ({ role: 'trader' as const, wallet }));

function factsOf(alert: RepeatTradesAlert, context: DescribeContext): readonly Fact[] {
  const { item, wallets, since, volume } = alert;
  const { repeatTrades } = context.messages.kinds;
  const [one, other] = [walletOf(wallets[0], context), walletOf(wallets[1], context)];
  const when = timeOf(since);
  const latest = priceText(item, context);
  return [
    ...fact('context', 'volume', volume === 0n ? null : repeatTrades.inAll(nativeAmount(volume, context))),
    ...fact('context', 'latest price', latest === null ? null : repeatTrades.latestFor(latest), null),
    ...fact('context', 'since', when === null ? null : repeatTrades.since(when)),
    ...rarityFact(item.rarity, context),
    ...unitsFact(item.quantity, null, context),
    ...fact('parties', 'between', repeatTrades.between(one, other)),
    ...fact('note', 'counted here', repeatTrades.countedHere, null),
  ];
}

function describe(alert: RepeatTradesAlert, context: DescribeContext): MarketDescription {
  const { item, count, volume } = alert;
  const { repeatTrades } = context.messages.kinds;
  const subject = tokenSubject(item, context);
  return {
    ...ofOneItem(alert, subject, context),
    colour: 'quiet',
    group: { key: 'repeat trades', sign: '🌀', countWords: repeatTrades.tokens, pricesAddUp: true },
    label: repeatTrades.label(count),
    headline: repeatTrades.traded(subjectLink(subject), count),
    // The volume contains no amounts in another coin.
    price:
      volume === 0n
        ? { amount: null, text: priceText(item, context) }
        : { amount: volume, text: [nativeAmount(volume, context)] },
    facts: factsOf(alert, context),
    traits: [],
    isDated: true,
    pictures: pictureOf(item, 'oneSmall'),
  };
}

const placeholders = [...EVENT_PLACEHOLDERS, ...PRICE_PLACEHOLDERS, 'rank', 'buyer', 'seller'] as const;

/** The values of the latest trade; the count is that of the trades. */
function values(
  alert: RepeatTradesAlert,
  context: DescribeContext,
): PlaceholderValues<(typeof placeholders)[number]> {
  const { item, buyer, count } = alert;
  const about = { collection: context.names.collection(item), count: BigInt(count) };
  return {
    ...eventValues(alert, tokenSubject(item, context), about, context),
    ...priceValues(item, context),
    rank: rankValue(item.rarity, context),
    buyer: walletValue(buyer, context),
    seller: walletValue(item.seller, context),
  };
}

/** Prices of repeat trades are not market prices, so they are not compared with earlier ones. */
export const repeatTrades = {
  kind: 'repeat_trades',
  schema,
  topics: [],
  sharedTopics: [saleTopic.value],
  usesFloor: true,
  tokens: ({ item }) => [item],
  parties: partiesOf,
  subjects: (alert, pending) => [itemMatchSubject(alert.item, toParties(partiesOf(alert), true), pending)],
  prices: ({ item }) => [nativePrice(item)],
  pricePending: ({ item }) => item.price === null,
  price: ({ item }) => nativePrice(item),
  withState: ({ key, liveKey }, state) => ({ ...state, key, liveKey }),
  withDetails: (alert, details) => ({ ...alert, item: withPrices(alert.item, details) }),
  keepDetails: (alert, before) => ({ ...alert, item: keepItemDetails(alert.item, before.item) }),
  describe,
  placeholders,
  values,
} satisfies Kind<RepeatTradesAlert>;

/**
 * Returns the prefix of the live keys of a token's repeat trades.
 * @param token `tokenKey`
 */
export const repeatTradesPrefix = (token: string): string => `repeat-trades:${token}:`;

export function isRepeatTrades(alert: AlertBase | RepeatTradesAlert): alert is RepeatTradesAlert {
  return alert.kind === repeatTrades.kind;
}

/** Creates an alert of this kind. */
export function newRepeatTradesAlert(fields: Omit<RepeatTradesAlert, 'kind' | 'topic'>): RepeatTradesAlert {
  return { kind: 'repeat_trades', topic: saleTopic.value, ...fields };
}
