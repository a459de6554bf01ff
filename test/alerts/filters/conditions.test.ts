import { describe, expect, it } from 'vitest';
import { collectionWords } from '#src/alerts/filters/collection.ts';
import { conditions, type FilterValues } from '#src/alerts/filters/index.ts';
import { priceRange } from '#src/alerts/filters/price.ts';
import { shortAddress } from '#src/chain/address.ts';
import { sentenceText } from '#src/discord/render/segments.ts';
import { english } from '#src/messages/messages.ts';
import { viewContext } from '../../discord/views/view-context.ts';
import { address } from '../../support/build-activity.ts';

const HAT = { type: 'hat', value: 'beanie' };

/** The words of a rule’s conditions, one for each condition. */
const wordsOf = (values: FilterValues) =>
  conditions.flatMap((condition) =>
    condition
      .parts(values, {
        currency: { symbol: 'S', decimals: 18 },
        messages: english.filters,
        collectionName: () => null,
        walletName: () => null,
      })
      .map((words) => sentenceText(words, viewContext())),
  );

describe('the words of a rule', () => {
  const none = wordsOf({});

  it.each<[string, FilterValues, string]>([
    ['units', { amount: 5n }, '5 units or more'],
    ['a rank', { rank: 100 }, 'rank 100 or better'],
    ['traits', { not_traits: [HAT] }, 'excluding hat: beanie'],
    ['wallets', { wallets: [address(1)] }, `wallet ${shortAddress(address(1))}`],
    ['other wallets', { not_wallets: [address(1)] }, `excluding wallet ${shortAddress(address(1))}`],
  ])('say a condition on %s, and nothing without one', (_, values, expected) => {
    expect(wordsOf(values).filter((words) => !none.includes(words))).toEqual([expected]);
  });
});

describe('the names of collections', () => {
  const NAMES = new Map<string, string>([
    [address(0xc0), 'Punks'],
    [address(0xc1), ''],
  ]);

  it('are as the marketplace knows them, else the address', () => {
    const context = { messages: english.filters, collectionName: (one: string) => NAMES.get(one) ?? null };
    const words = collectionWords([address(0xc0), address(0xc1), address(0xc2)], context);
    expect(words.map((name) => sentenceText(name, viewContext()))).toEqual([
      'Punks',
      shortAddress(address(0xc1)),
      shortAddress(address(0xc2)),
    ]);
  });
});

describe('a range of prices in one text', () => {
  it.each([
    ['1-5', { price_from: '1', price_to: '5' }],
    ['1 –', { price_from: '1' }],
    ['-5', { price_to: '5' }],
    ['1', { price_from: '1' }],
    ['', {}],
  ])('“%s” is its two ends', (text, expected) => {
    expect(priceRange(text)).toEqual(expected);
  });
});
