import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FilterValues, MATCH_ALL } from '#src/alerts/filters/index.ts';
import { EVENT_TOPICS, TOPICS, type Topic } from '#src/alerts/kinds/registry.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { shortAddress } from '#src/chain/address.ts';
import { ruleLabel, ruleText, topicsText } from '#src/discord/views/rule-words.ts';
import { topicsLabel } from '#src/discord/views/topic-choices.ts';
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
/** Wallets as they are shortened. */
const [SHORT, OTHER] = [shortAddress(address(1)), shortAddress(address(2))];
const AUCTIONS = TOPICS.filter((kind) => kind.startsWith('auction_'));
const say = (filter: Partial<FilterValues>, topics: readonly Topic[] = ['sale']) =>
  ruleText(ruleOf({ topics, filter: { ...MATCH_ALL, ...filter } }), context);

describe('a rule in words', () => {
  const examples: readonly (readonly [
    words: string,
    filter: Partial<FilterValues>,
    kinds?: readonly Topic[],
  ])[] = [
    ['Sales · all collections', {}],
    [
      'Sales · Sonic Shards · 100 S and up · rank 500 or better',
      { collection: SHARDS, price_from: 100n * S, rank: 500 },
    ],
    ['Transfers, Mints · whitelisted collections', { collection: 'whitelisted' }, ['transfer', 'mint']],
    ['Listings · all collections · up to 0.5 S', { price_to: S / 2n }, ['listing']],
    ['Sales, Offers · all collections · 1 S to 5 S', { price_from: S, price_to: 5n * S }, ['sale', 'offer']],
    ['Sales · all collections · exactly 1 S', { price_from: S, price_to: S }],
    ['Listings · all collections · 10% or more below floor', { below_floor: 10 }, ['listing']],
    ['Auctions · all collections · 10 minutes before auctions end', {}, AUCTIONS],
    ['Sales, Auctions · all collections · 10 minutes before auctions end', {}, ['sale', ...AUCTIONS]],
    ['Auction results · all collections', {}, ['auction_ended']],
    [
      'Sales, Auction starts, Auctions ending soon · Sonic Shards · 30 minutes before auctions end',
      { collection: SHARDS, ending: 30 },
      ['sale', 'auction_started', 'auction_ending'],
    ],
    ['Everything · all collections · 10 minutes before auctions end', {}, EVENT_TOPICS],
    [
      'Everything, Recaps · all collections · 10 minutes before auctions end · recap daily at 9:00',
      {},
      [...EVENT_TOPICS, 'recap'],
    ],
    ['Sales · all collections · rank 1 only', { rank: 1 }],
    [
      'Floor · Sonic Shards · floor rises to 12 S or floor moves 20% in 6 hours · next alert after the floor moves back 5%',
      {
        ...{ collection: SHARDS, floor_above: 12n * S },
        ...{ floor_moves: { percent: 20, hours: 6 }, floor_rearm: 5 },
      },
      ['floor'],
    ],
    [
      'Recaps · all collections · recap every Monday at 18:00 · no empty recaps',
      { recap_on: 'monday', recap_hour: 18, recap_empty: 'nothing' },
      ['recap'],
    ],
    ['Sales · all collections · 1 unit or more', { amount: 1n }],
    [
      'Sales · all collections · hat: beanie or eyes: laser',
      {
        traits: [
          { type: 'hat', value: 'beanie' },
          { type: 'eyes', value: 'laser' },
        ],
        trait_mode: 'any',
      },
    ],
    [
      `Sales · all collections · wallet ${SHORT} · excluding wallet ${OTHER}`,
      { wallets: [address(1)], not_wallets: [address(2)] },
    ],
    [
      'Sales · all collections · excluding Sonic Shards · excluding Sonic Shards #12 · excluding hat: crown',
      {
        not_collections: [address(0xc0)],
        not_tokens: [`${address(0xc0)}-12`],
        not_traits: [{ type: 'hat', value: 'crown' }],
      },
    ],
    [
      `Offers · all collections · token #7 · tokens owned by ${SHORT}`,
      { tokens: ['7'], owners: [address(1)] },
      ['offer'],
    ],
  ];

  const named = examples.map(([words, filter, topics]) => ({ words, filter, topics }));
  it.each(named)('$words', ({ words, filter, topics }) => {
    expect(say(filter, topics)).toBe(words);
  });

  it('says for which alerts it pings', () => {
    const filter = { ...MATCH_ALL, ping_from: 5n * S, ping_below_floor: 10, ping_rank: 500 };
    const when = 'at 5 S or more, at 10% or more below floor, and for rank 500 or better';
    const rule = ruleOf({ filter, pingRoles: ['600000000000000001'] });
    expect(ruleText(rule, context)).toBe(`Sales · all collections · pings <@&600000000000000001> ${when}`);
    expect(ruleLabel(rule, context)).toBe(`Sales · all collections · pings 1 role ${when}`);
    expect(say({ ping_from: 5n * S })).toBe('Sales · all collections · pings only at 5 S or more');
    expect(say({ ping_rank: 1 })).toBe('Sales · all collections · pings only for rank 1');
  });

  it('names the roles that it pings, and counts them where mentions are not read', () => {
    const rule = ruleOf({ pingRoles: ['600000000000000001', '600000000000000002'] });
    expect(ruleText(rule, context)).toBe(
      'Sales · all collections · pings <@&600000000000000001> and <@&600000000000000002>',
    );
    expect(ruleLabel(rule, context)).toBe('Sales · all collections · pings 2 roles');
  });

  it('names the first of a long list and counts the others', () => {
    const addresses = [0xc0, 0xc1, 0xc2, 0xc3, 0xc4].map((number) => address(number));
    expect(say({ collection: addresses })).toMatch(/^Sales · Sonic Shards, 0x\S+, 0x\S+ and 2 more$/);
  });

  it('names the last one too rather than counting it alone', () => {
    const addresses = [0xc0, 0xc1, 0xc2, 0xc3].map((number) => address(number));
    expect(say({ collection: addresses })).toMatch(/^Sales · Sonic Shards, 0x\S+, 0x\S+ and 0x\S+$/);
  });

  it('writes a price with every digit that it has', () => {
    expect(say({ price_from: S + 1n })).toBe('Sales · all collections · 1.000000000000000001 S and up');
  });

  it('names every part that is set, and no other', () => {
    const parts: readonly (readonly [RegExp, (rule: Rule) => boolean])[] = [
      [
        / [\d.]+ S and up| up to | S to | exactly /,
        ({ filter }) => filter.price_from !== undefined || filter.price_to !== undefined,
      ],
      [/ · \d+% or more below floor/, ({ filter }) => filter.below_floor !== undefined],
      [/ · rank (?:1 only|[\d,]+ or better)/, ({ filter }) => filter.rank !== undefined],
      [/ · [a-z]+: /, ({ filter }) => filter.traits !== undefined],
      [/ · wallet 0x/, ({ filter }) => filter.wallets !== undefined],
      [/ · excluding wallet 0x/, ({ filter }) => filter.not_wallets !== undefined],
      [/ · [\d,]+ units? or more/, ({ filter }) => filter.amount !== undefined],
      [/ minutes before auctions end/, ({ topics }) => topics.includes('auction_ending')],
      [/ · all collections/, ({ filter }) => filter.collection === undefined],
      [/ · whitelisted collections/, ({ filter }) => filter.collection === 'whitelisted'],
    ];
    fc.assert(
      fc.property(anySetRule, (rule) => {
        const words = ruleText(rule, context);
        expect(words.split(' · ')[0]).toBe(topicsLabel(rule.topics, context.messages.topics));
        for (const [part, isSet] of parts) expect(part.test(words), `${part} in ${words}`).toBe(isSet(rule));
        expect(words).not.toMatch(/undefined|null|NaN| {2}|,,/);
        expect(words.length).toBeLessThan(1_300);
      }),
    );
  });

  it('names every topic by words of its own', () => {
    const names = TOPICS.map((topic) => topicsText([topic], context.messages));
    const labels = TOPICS.map((topic) => topicsLabel([topic], context.messages.topics));
    expect([new Set(names).size, new Set(labels).size]).toEqual([TOPICS.length, TOPICS.length]);
  });

  it.each(TRICKS)('lets no name format, mention or link: %s', (_name, text) => {
    const nasty = viewContext({ collectionName: () => text });
    const traits = [{ type: text, value: text }];
    const rule = ruleOf({ filter: { ...MATCH_ALL, collection: SHARDS, traits } });
    expect(ruleText(rule, nasty)).not.toMatch(/(?<!\\)[*_~`|]|@(?!\u200b)|:\/\//);
    expect(ruleLabel(rule, nasty)).not.toContain('\n');
  });
});
