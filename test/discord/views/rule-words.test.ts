import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FilterValues, MATCH_ALL } from '#src/alerts/filters/index.ts';
import { EVENT_TOPICS, TOPICS, type Topic } from '#src/alerts/kinds/registry.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { ruleLabel, ruleText, topicsText } from '#src/discord/views/rule-words.ts';
import { anySetRule } from '../../commands/alerts/rule-input/any-set-rule.ts';
import { address } from '../../support/build-activity.ts';
import { ruleOf } from '../../support/build-alert.ts';
import { TRICKS } from '../nasty-text.ts';
import { viewContext } from './view-context.ts';

const S = 10n ** 18n;
const context = viewContext({
  currency: { symbol: 'S', decimals: 18 },
  collectionName: (one) => (one === address(0xc0) ? 'Sonic Shards' : null),
});
const SHARDS = [address(0xc0)];
const AUCTIONS = TOPICS.filter((kind) => kind.startsWith('auction_'));
const say = (filter: Partial<FilterValues>, topics: readonly Topic[] = ['sale']) =>
  ruleText(ruleOf({ topics, filter: { ...MATCH_ALL, ...filter } }), context);

describe('a rule in words', () => {
  const examples: readonly (readonly [
    words: string,
    filter: Partial<FilterValues>,
    kinds?: readonly Topic[],
  ])[] = [
    ['sales of all collections', {}],
    [
      'sales of Sonic Shards from 100 S, rank 500 or better',
      { collection: SHARDS, price_from: 100n * S, rank: 500 },
    ],
    [
      'mints and transfers of all whitelisted collections',
      { collection: 'whitelisted' },
      ['mint', 'transfer'],
    ],
    ['listings of all collections up to 0.5 S', { price_to: S / 2n }, ['listing']],
    [
      'sales and offers of all collections between 1 S and 5 S',
      { price_from: S, price_to: 5n * S },
      ['sale', 'offer'],
    ],
    ['sales of all collections for exactly 1 S', { price_from: S, price_to: S }],
    ['listings of all collections, at least 10% below the floor', { below_floor: 10 }, ['listing']],
    ['auctions of all collections, endings announced 10 minutes ahead', {}, AUCTIONS],
    ['sales and auctions of all collections, endings announced 10 minutes ahead', {}, ['sale', ...AUCTIONS]],
    ['auction results of all collections', {}, ['auction_ended']],
    ['auction endings of all collections, announced 10 minutes ahead', {}, ['auction_ending']],
    [
      'sales, auction starts, bids, and endings of Sonic Shards, endings announced 10 minutes ahead',
      { collection: SHARDS },
      ['sale', 'auction_started', 'auction_bid', 'auction_ending'],
    ],
    ['auction results and cancelled auctions of all collections', {}, ['auction_ended', 'auction_cancelled']],
    ['sales of all collections, rank 1 only', { rank: 1 }],
    ['everything in all collections, endings announced 10 minutes ahead', {}, EVENT_TOPICS],
    [
      'floors of Sonic Shards, when the floor rises to 12 S or moves by 20% within 6 hours, again after moving 5% back',
      {
        ...{ collection: SHARDS, floor_above: 12n * S },
        ...{ floor_moves: { percent: 20, hours: 6 }, floor_rearm: 5 },
      },
      ['floor'],
    ],
    ['recaps of all collections, every day at 9:00', {}, ['recap']],
    [
      'recaps of all collections, every Monday at 18:00, skipped when nothing happened',
      { recap_on: 'monday', recap_hour: 18, recap_empty: 'nothing' },
      ['recap'],
    ],
    ['sales and recaps of all collections, recaps every day at 9:00', {}, ['sale', 'recap']],
    ['sales of all collections, at least 1 unit', { amount: 1n }],
    [
      'sales of all collections, with hat: beanie or eyes: laser',
      {
        traits: [
          { type: 'hat', value: 'beanie' },
          { type: 'eyes', value: 'laser' },
        ],
        trait_mode: 'any',
      },
    ],
  ];

  const named = examples.map(([words, filter, topics]) => ({ words, filter, topics }));
  it.each(named)('$words', ({ words, filter, topics }) => {
    expect(say(filter, topics)).toBe(words);
  });

  it('names the roles that it pings, and counts them where mentions are not read', () => {
    const rule = ruleOf({ pingRoles: ['600000000000000001', '600000000000000002'] });
    expect(ruleText(rule, context)).toBe(
      'sales of all collections, pinging <@&600000000000000001> and <@&600000000000000002>',
    );
    expect(ruleLabel(rule, context)).toBe('sales of all collections, pinging 2 roles');
  });

  it('names the first of a long list and counts the others', () => {
    const addresses = [0xc0, 0xc1, 0xc2, 0xc3, 0xc4].map((number) => address(number));
    expect(say({ collection: addresses })).toMatch(/^sales of Sonic Shards, 0x\S+, 0x\S+ and 2 more$/);
  });

  it('names the last one too rather than counting it alone', () => {
    const addresses = [0xc0, 0xc1, 0xc2, 0xc3].map((number) => address(number));
    expect(say({ collection: addresses })).toMatch(/^sales of Sonic Shards, 0x\S+, 0x\S+ and 0x\S+$/);
  });

  it('writes a price with every digit that it has', () => {
    expect(say({ price_from: S + 1n })).toBe('sales of all collections from 1.000000000000000001 S');
  });

  it('names every part that is set, and no other', () => {
    const parts: readonly (readonly [RegExp, (rule: Rule) => boolean])[] = [
      [
        / from [\d.]+ S| up to | between | for exactly /,
        ({ filter }) => filter.price_from !== undefined || filter.price_to !== undefined,
      ],
      [/ below the floor/, ({ filter }) => filter.below_floor !== undefined],
      [/, rank (?:1 only|[\d,]+ or better)/, ({ filter }) => filter.rank !== undefined],
      [/, with [a-z]+: /, ({ filter }) => filter.traits !== undefined],
      [/, involving 0x/, ({ filter }) => filter.wallets !== undefined],
      [/, not involving 0x/, ({ filter }) => filter.not_wallets !== undefined],
      [/, at least [\d,]+ units?/, ({ filter }) => filter.amount !== undefined],
      [/ minutes ahead/, ({ topics }) => topics.includes('auction_ending')],
      [/ (?:of|in) all collections/, ({ filter }) => filter.collection === undefined],
      [/ (?:of|in) all whitelisted collections/, ({ filter }) => filter.collection === 'whitelisted'],
    ];
    fc.assert(
      fc.property(anySetRule, (rule) => {
        const words = ruleText(rule, context);
        expect(words).toMatch(new RegExp(`^${topicsText(rule.topics, context.messages)} (?:of|in) `));
        for (const [part, isSet] of parts) expect(part.test(words), `${part} in ${words}`).toBe(isSet(rule));
        expect(words).not.toMatch(/undefined|null|NaN| {2}|,,/);
        expect(words.length).toBeLessThan(1_300);
      }),
    );
  });

  it('names every topic by words of its own', () => {
    const names = TOPICS.map((topic) => topicsText([topic], context.messages));
    expect(new Set(names).size).toBe(TOPICS.length);
  });

  it.each(TRICKS)('lets no name format, mention or link: %s', (_name, text) => {
    const nasty = viewContext({ collectionName: () => text });
    const traits = [{ type: text, value: text }];
    const rule = ruleOf({ filter: { ...MATCH_ALL, collection: SHARDS, traits } });
    expect(ruleText(rule, nasty)).not.toMatch(/(?<!\\)[*_~`|]|@(?!\u200b)|:\/\//);
    expect(ruleLabel(rule, nasty)).not.toContain('\n');
  });
});
