import type { MarketAlert } from '#src/alerts/alert.ts';
import type { SoldItem } from '#src/alerts/kinds/parts.ts';
import { placeholdersOf, sampleOf, TOPICS, type Topic } from '#src/alerts/kinds/registry.ts';
import type { Placeholder, PlaceholderValues } from '#src/alerts/templates/placeholders.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { Segments } from '#src/messages/segment.ts';
import { placeholderValues } from '../render/describe.ts';
import { drawSegments, type SegmentStyle } from '../render/segments.ts';
import type { ViewContext } from './context.ts';

/** Age of the event, and how long the seller had the token, seconds. */
const AGE = 5 * 60;
const HELD = 26 * 24 * 3_600;
/** Prices in tenths of a coin. */
const PRICES = { price: 25n, bought: 19n, floor: 22n };

/** What stands for an example where the invented event has none. */
const STANDS_FOR: Readonly<Partial<Record<Placeholder, Placeholder>>> = {
  average: 'price',
  bid: 'price',
  bidder: 'buyer',
  burner: 'seller',
  from: 'seller',
  leader: 'buyer',
  minter: 'buyer',
  to: 'buyer',
};

const STYLE: SegmentStyle = { nameLength: 80, links: false, wallets: 'text' };

const COLLECTION = '0x1a92f7381b9f03921564a437210bb9396471050c';
const SELLER = '0x5e11e4a1b2c3d4e5f60718293a4b5c6d7e8f9a0b';
const BUYER = '0xb0b5c4d3e2f1a0918273645546372819a0b1c2d3';
const TRANSACTION = '0x2f1c5d3e8b7a69504132fedcba98765400112233445566778899aabbccddeeff';

const eventFields = (topic: Topic, txHash: string | null, now: number) => ({
  key: `example:${topic}`,
  liveKey: null,
  txHash,
  occurredAt: now - AGE,
});

/** Invents an event of this topic in which nothing is unknown. @param now epoch seconds */
export function inventEvent(
  topic: Topic,
  { currency: { decimals }, messages }: ViewContext,
  now: number,
): MarketAlert {
  const { exampleCollection, exampleToken } = messages.templates;
  const amount = (tenths: bigint): Wei => (tenths * 10n ** BigInt(decimals)) / 10n;
  const bought = { price: amount(PRICES.bought), at: now - AGE - HELD };
  const item: SoldItem = {
    collection: COLLECTION,
    collectionName: exampleCollection,
    tokenId: '214',
    tokenName: exampleToken,
    image: null,
    rarity: { rank: 12, total: 5_000 },
    attributes: [],
    quantity: 1n,
    price: amount(PRICES.price),
    currency: null,
    seller: SELLER,
    priceContext: { bought, last: bought, floor: amount(PRICES.floor), record: false },
  };
  const event = sampleOf(topic, {
    fields: eventFields(topic, TRANSACTION, now),
    item,
    otherWallet: BUYER,
    meant: {},
  });
  return { ...event, fiat: { currency: 'USD', rate: '0.85' } };
}

/** Invents an event of this topic in which everything is unknown that can be, and names are long. @param now as above */
export function inventWorstEvent(topic: Topic, { messages }: ViewContext, now: number): MarketAlert {
  const { longName } = messages.templates;
  const item: SoldItem = {
    collection: COLLECTION,
    collectionName: longName,
    tokenId: (2n ** 256n - 1n).toString(),
    tokenName: longName,
    image: null,
    rarity: null,
    attributes: [],
    quantity: 1n,
    price: null,
    currency: null,
    seller: null,
    priceContext: null,
  };
  return sampleOf(topic, { fields: eventFields(topic, null, now), item, otherWallet: null, meant: {} });
}

/**
 * Returns an example of every placeholder of the topic's templates.
 * @param now epoch seconds
 */
export function exampleValues(topic: Topic, view: ViewContext, now: number): Partial<PlaceholderValues> {
  const own = placeholderValues(inventEvent(topic, view, now), view);
  const known = (name: Placeholder): Segments | null => {
    const others = TOPICS.values()
      .filter((one) => one !== topic && placeholdersOf(one).includes(name))
      .map((one) => placeholderValues(inventEvent(one, view, now), view)[name] ?? null);
    return own[name] ?? others.find((value) => value !== null) ?? null;
  };
  return Object.fromEntries(
    placeholdersOf(topic).map((name) => [name, known(name) ?? known(STANDS_FOR[name] ?? name)]),
  );
}

/** A placeholder, what it stands for, and an example, in Discord's markdown. */
export interface PlaceholderExample {
  /** With its braces. */
  readonly written: string;
  readonly meaning: string;
  readonly example: string;
}

/**
 * Lists the placeholders of the topic's templates.
 * @param now epoch seconds
 */
export function placeholderExamples(
  topic: Topic,
  view: ViewContext,
  now: number,
): readonly PlaceholderExample[] {
  const { meanings } = view.messages.templates;
  const values = exampleValues(topic, view, now);
  return placeholdersOf(topic).map((name) => ({
    written: `{${name}}`,
    meaning: meanings[name],
    example: drawSegments(values[name] ?? [], view, STYLE),
  }));
}
