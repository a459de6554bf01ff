import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindsText, ruleLabel, ruleText } from '../../../src/discord/views/rule-words.ts';
import { type AlertFilter, EVERYTHING } from '../../../src/domain/alert-filter.ts';
import { ALERT_KINDS, type AlertKind } from '../../../src/domain/alert-kind.ts';
import type { Rule } from '../../../src/domain/subscription.ts';
import { address } from '../../support/build-activity.ts';
import { ruleOf } from '../../support/build-alert.ts';
import { TRICKS } from '../nasty-text.ts';
import { anySetRule } from '../rule-input/any-set-rule.ts';
import { viewContext } from './view-context.ts';

const S = 10n ** 18n;
const context = viewContext({
  currency: { symbol: 'S', decimals: 18 },
  collectionName: (one) => (one === address(0xc0) ? 'Sonic Shards' : null),
});
const SHARDS = { type: 'these', addresses: [address(0xc0)] } as const;
const AUCTIONS = ALERT_KINDS.filter((kind) => kind.startsWith('auction_'));
const say = (filter: Partial<AlertFilter>, kinds: readonly AlertKind[] = ['sale']) =>
  ruleText(ruleOf({ kinds, filter: { ...EVERYTHING, ...filter } }), context);

describe('a rule in words', () => {
  const examples: readonly (readonly [
    words: string,
    filter: Partial<AlertFilter>,
    kinds?: readonly AlertKind[],
  ])[] = [
    ['sales of every collection', {}],
    [
      'sales of Sonic Shards above 100 S, rank 500 or better',
      { collections: SHARDS, priceFrom: 100n * S, rankAtMost: 500 },
    ],
    [
      'mints and transfers of all whitelisted collections',
      { collections: { type: 'whitelisted' } },
      ['mint', 'transfer'],
    ],
    ['listings of every collection up to 0.5 S', { priceTo: S / 2n }, ['listing']],
    [
      'sales and offers of every collection between 1 S and 5 S',
      { priceFrom: S, priceTo: 5n * S },
      ['sale', 'offer'],
    ],
    ['sales of every collection for exactly 1 S', { priceFrom: S, priceTo: S }],
    ['listings of every collection, at least 10% below the floor', { belowFloorPercent: 10 }, ['listing']],
    ['auctions of every collection, endings told 10 minutes ahead', {}, AUCTIONS],
    ['sales and auctions of every collection, endings told 10 minutes ahead', {}, ['sale', ...AUCTIONS]],
    ['auction results of every collection', {}, ['auction_ended']],
    ['auction endings of every collection, told 10 minutes ahead', {}, ['auction_ending']],
    [
      'sales, auction starts, bids and endings of Sonic Shards, endings told 10 minutes ahead',
      { collections: SHARDS },
      ['sale', 'auction_started', 'auction_bid', 'auction_ending'],
    ],
    [
      'auction results and cancelled auctions of every collection',
      {},
      ['auction_ended', 'auction_cancelled'],
    ],
    ['sales of every collection, rank 1 only', { rankAtMost: 1 }],
    ['everything in every collection, endings told 10 minutes ahead', {}, ALERT_KINDS],
    ['sales of every collection, at least 1 unit', { quantityFrom: 1n }],
    [
      'sales of every collection, with hat: beanie or eyes: laser',
      {
        traits: {
          mode: 'any',
          traits: [
            { type: 'hat', value: 'beanie' },
            { type: 'eyes', value: 'laser' },
          ],
        },
      },
    ],
  ];

  const named = examples.map(([words, filter, kinds]) => ({ words, filter, kinds }));
  it.each(named)('$words', ({ words, filter, kinds }) => {
    expect(say(filter, kinds)).toBe(words);
  });

  it('names the first of a long list and counts the others', () => {
    const addresses = [0xc0, 0xc1, 0xc2, 0xc3, 0xc4].map((number) => address(number));
    expect(say({ collections: { type: 'these', addresses } })).toMatch(
      /^sales of Sonic Shards, 0x\S+, 0x\S+ and 2 more$/,
    );
  });

  it('names the last one too rather than counting it alone', () => {
    const addresses = [0xc0, 0xc1, 0xc2, 0xc3].map((number) => address(number));
    expect(say({ collections: { type: 'these', addresses } })).toMatch(
      /^sales of Sonic Shards, 0x\S+, 0x\S+ and 0x\S+$/,
    );
  });

  it('writes a price with every digit that it has', () => {
    expect(say({ priceFrom: S + 1n })).toBe('sales of every collection above 1.000000000000000001 S');
  });

  it('names every part that is set, and no other', () => {
    const parts: readonly (readonly [RegExp, (rule: Rule) => boolean])[] = [
      [
        / above | up to | between | for exactly /,
        ({ filter }) => filter.priceFrom !== null || filter.priceTo !== null,
      ],
      [/ below the floor/, ({ filter }) => filter.belowFloorPercent !== null],
      [/, rank (?:1 only|[\d,]+ or better)/, ({ filter }) => filter.rankAtMost !== null],
      [/, with [a-z]+: /, ({ filter }) => filter.traits !== null],
      [/, involving 0x/, ({ filter }) => filter.onlyWallets.length > 0],
      [/, not involving 0x/, ({ filter }) => filter.notWallets.length > 0],
      [/, at least [\d,]+ units?/, ({ filter }) => filter.quantityFrom !== null],
      [/ minutes ahead/, ({ kinds }) => kinds.includes('auction_ending')],
      [/ (?:of|in) every collection/, ({ filter }) => filter.collections.type === 'every'],
      [/ (?:of|in) all whitelisted collections/, ({ filter }) => filter.collections.type === 'whitelisted'],
    ];
    fc.assert(
      fc.property(anySetRule, (rule) => {
        const words = ruleText(rule, context);
        expect(words).toMatch(new RegExp(`^${kindsText(rule.kinds)} (?:of|in) `));
        for (const [part, isSet] of parts) expect(part.test(words), `${part} in ${words}`).toBe(isSet(rule));
        expect(words).not.toMatch(/undefined|null|NaN| {2}|,,/);
        expect(words.length).toBeLessThan(1_300);
      }),
    );
  });

  it('names every kind by words of its own', () => {
    const names = ALERT_KINDS.map((kind) => kindsText([kind]));
    expect(new Set(names).size).toBe(ALERT_KINDS.length);
  });

  it.each(TRICKS)('lets no name format, mention or link: %s', (_name, text) => {
    const nasty = viewContext({ collectionName: () => text });
    const traits = { mode: 'any', traits: [{ type: text, value: text }] } as const;
    const rule = ruleOf({ filter: { ...EVERYTHING, collections: SHARDS, traits } });
    expect(ruleText(rule, nasty)).not.toMatch(/(?<!\\)[*_~`|]|@(?!\u200b)|:\/\//);
    expect(ruleLabel(rule, nasty)).not.toContain('\n');
  });
});
