import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FilterValues, MATCH_ALL } from '#src/alerts/filters/index.ts';
import type { Topic } from '#src/alerts/kinds/registry.ts';
import { matches } from '#src/alerts/rule-match.ts';
import { coversTopic, overlaps } from '#src/alerts/rule-overlap.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { address } from '../support/build-activity.ts';
import { ruleOf } from '../support/build-alert.ts';
import { anyAlert, anyRule, WHITELISTED } from './rule-arbitraries.ts';

const facts = { isWhitelisted: (collection: `0x${string}`) => WHITELISTED.has(collection) };

const rule = (filter: Partial<FilterValues>, topics: readonly Topic[] = ['sale']): Rule =>
  ruleOf({ topics, filter: { ...MATCH_ALL, ...filter } });

/** A rule, and a second one that has some of its conditions. */
const relatedRules = fc
  .tuple(anyRule, anyRule, fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }))
  .map(([wide, other, isShared]) => {
    const shared = Object.entries(wide.filter).filter((_, at) => isShared[at]);
    return [wide, { ...other, filter: { ...other.filter, ...Object.fromEntries(shared) } }] as const;
  });

describe('a rule that another one covers', () => {
  it('never posts an alert that the other does not post', () => {
    let covered = 0;
    fc.assert(
      fc.property(relatedRules, anyAlert, ([wide, narrow], alert) => {
        if (!coversTopic(wide, narrow, alert.topic)) return;
        const { price_from: from, price_to: to } = wide.filter;
        // The total of a sweep may lie between two bounds for fewer of its tokens only.
        fc.pre(alert.kind !== 'sweep' || from === undefined || to === undefined);
        if (!matches(narrow, alert, facts)) return;
        covered += 1;
        expect(matches(wide, alert, facts)).toBe(true);
      }),
      { numRuns: 20_000 },
    );
    expect(covered).toBeGreaterThan(50);
  });

  it('covers itself', () => {
    fc.assert(
      fc.property(anyRule, (one) => {
        expect(overlaps(one, [one]).map(({ topics }) => topics)).toEqual([one.topics]);
      }),
    );
  });

  it.each<[string, Partial<FilterValues>, Partial<FilterValues>, boolean]>([
    ['all collections covers one', {}, { collection: [address(1)] }, true],
    ['one collection does not cover every', { collection: [address(1)] }, {}, false],
    [
      'two collections cover one of them',
      { collection: [address(1), address(2)] },
      { collection: [address(1)] },
      true,
    ],
    ['a lower price covers a higher', { price_from: 1n }, { price_from: 2n }, true],
    ['a higher price does not cover a lower', { price_from: 2n }, { price_from: 1n }, false],
    ['a limit upwards does not cover none', { price_to: 2n }, {}, false],
    ['a worse rank covers a better', { rank: 500 }, { rank: 100 }, true],
    ['a better rank does not cover a worse', { rank: 100 }, { rank: 500 }, false],
    ['a rank does not cover none', { rank: 100 }, {}, false],
    ['less below the floor covers more', { below_floor: 5 }, { below_floor: 10 }, true],
    ['fewer units cover more', { amount: 2n }, { amount: 5n }, true],
    [
      'excluding fewer wallets covers excluding more',
      { not_wallets: [address(1)] },
      { not_wallets: [address(1), address(2)] },
      true,
    ],
    [
      'excluding fewer tokens, collections and traits covers excluding more',
      { not_tokens: ['0x1-1'], not_traits: [{ type: 'a', value: 'b' }] },
      {
        not_collections: [address(1)],
        not_tokens: ['0x1-1', '0x1-2'],
        not_traits: [
          { type: 'A', value: 'B' },
          { type: 'c', value: 'd' },
        ],
      },
      true,
    ],
    ['excluding a trait does not cover none', { not_traits: [{ type: 'a', value: 'b' }] }, {}, false],
    ['excluding a wallet does not cover excluding none', { not_wallets: [address(1)] }, {}, false],
  ])('%s', (_, wide, narrow, expected) => {
    expect(coversTopic(rule(wide), rule(narrow), 'sale')).toBe(expected);
  });

  it('is told by topic', () => {
    const [found] = overlaps(rule({}, ['sale', 'listing']), [rule({}, ['sale', 'mint'])]);
    expect(found?.topics).toEqual(['sale']);
  });

  it('comes after those that post more of its topics', () => {
    const wanted = rule({}, ['sale', 'listing', 'offer']);
    const others = [
      rule({}, ['sale']),
      rule({}, ['sale', 'listing', 'offer']),
      rule({}, ['listing', 'sale']),
    ];
    expect(overlaps(wanted, others).map(({ other }) => others.indexOf(other))).toEqual([1, 2, 0]);
  });

  it('is no reminder with another lead', () => {
    const reminder = (ending: 10 | 30) => rule({ ending }, ['auction_ending']);
    expect(coversTopic(reminder(10), reminder(30), 'auction_ending')).toBe(false);
    expect(coversTopic(reminder(10), rule({}, ['auction_ending']), 'auction_ending')).toBe(true);
  });

  it('is no floor or recap of other collections, because those are made for each rule', () => {
    const floor = (numbers: readonly number[]) => rule({ collection: numbers.map(address) }, ['floor']);
    expect(coversTopic(floor([1, 2]), floor([1]), 'floor')).toBe(false);
    expect(coversTopic(floor([1]), floor([1]), 'floor')).toBe(true);
  });
});
