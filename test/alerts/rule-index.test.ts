import { describe, expect, it } from 'vitest';
import type { IndexKey } from '#src/alerts/filters/filter.ts';
import { type FilterValues, MATCH_ALL } from '#src/alerts/filters/index.ts';
import { toMatchInput } from '#src/alerts/match-input.ts';
import { ALL_PENDING } from '#src/alerts/missing-details.ts';
import {
  addItem,
  bySelectivity,
  createRuleIndex,
  priceStep,
  removeItem,
  someItem,
} from '#src/alerts/rule-index.ts';
import { indexKeysOf, prepareRule } from '#src/alerts/rule-match.ts';
import { address } from '../support/build-activity.ts';
import { offerAlert, ruleOf, saleAlert, soldItem, sweepAlert } from '../support/build-alert.ts';

const RULES = 1_000;
/** At 500, by wallet 0xa1, with the trait hat: beanie. */
const sold = saleAlert(1, { item: soldItem({ price: 500n, seller: address(0xa1) }), buyer: null });

/** The rules of a thousand, each with a condition of its own number, that are tested for the sale. */
function tested(filterOf: (number: number) => Partial<FilterValues>, pending = false): readonly number[] {
  const index = createRuleIndex<number>();
  for (let number = 1; number <= RULES; number += 1) {
    const rule = ruleOf({ filter: { ...MATCH_ALL, ...filterOf(number) } });
    addItem(index, number, indexKeysOf(prepareRule(rule)));
  }
  const visits: number[] = [];
  someItem(index, toMatchInput(sold, pending ? ALL_PENDING : undefined), pending, (number) => {
    visits.push(number);
    return false;
  });
  return visits;
}

const these = (number: number) => ({ collection: [address(number)] }) as const;
const from = (price: bigint): IndexKey => ({ by: 'price', from: price });

describe('the index of rules', () => {
  it.each<[string, (number: number) => Partial<FilterValues>, readonly number[]]>([
    ['other collections', these, [0xc0]],
    ['other wallets', (number) => ({ wallets: [address(number)] }), [0xa1]],
    ['wallets in one collection', (number) => ({ ...these(0xc0), wallets: [address(number)] }), [0xa1]],
    [
      'other traits',
      (number) => ({ traits: [{ type: 'hat', value: `hat ${number}` }], trait_mode: 'all' }),
      [],
    ],
    [
      'higher prices in the collection, by steps',
      (number) => ({ ...these(0xc0), price_from: BigInt(number) }),
      Array.from({ length: 599 }, (_, at) => at + 1),
    ],
    [
      'higher prices, by steps',
      (number) => ({ price_from: BigInt(number) }),
      Array.from({ length: 599 }, (_, at) => at + 1),
    ],
  ])('leaves out rules for %s', (_, filterOf, expected) => {
    expect(tested(filterOf)).toEqual(expected);
  });

  it('tests rules without any key for every alert', () => {
    expect(tested((number) => ({ rank: number }))).toHaveLength(RULES);
  });

  it('tests all rules by wallet while a party is unknown, and by trait while traits are', () => {
    expect(tested((number) => ({ wallets: [address(number)] }), true)).toHaveLength(RULES);
    const traits = (number: number) => [{ type: 'hat', value: `${number}` }];
    expect(tested((number) => ({ traits: traits(number) }), true)).toHaveLength(RULES);
    expect(tested((number) => ({ ...these(number), traits: traits(number) }), true)).toEqual([0xc0]);
  });

  it('finds rules by token', () => {
    const index = createRuleIndex<string>();
    const one = soldItem({ tokenId: '7' });
    const key: IndexKey = { by: 'token', collection: one.collection, tokenId: '7' };
    addItem(index, 'seven', [[key]]);
    addItem(index, 'eight', [[{ ...key, tokenId: '8' }]]);
    const found = (tokenIds: readonly string[]) => {
      const names: string[] = [];
      const items = tokenIds.map((tokenId) => soldItem({ tokenId }));
      someItem(index, toMatchInput(sweepAlert(0, { items })), false, (name) => {
        names.push(name);
        return false;
      });
      return names;
    };
    expect([found(['7', '9']), found(['8', '7', '7']), found(['9'])]).toEqual([
      ['seven'],
      ['eight', 'seven'],
      [],
    ]);
    removeItem(index, 'seven', [[key]]);
    expect(found(['7'])).toEqual([]);
  });

  it.each([
    ['known', false],
    ['not known yet', true],
  ])('finds rules by the owner of a token that an offer is for, if that is %s', (_, pending) => {
    const index = createRuleIndex<string>();
    const keys = indexKeysOf(prepareRule(ruleOf({ filter: { owners: [address(0xad)] } })));
    addItem(index, 'hers', keys);
    const isFound = (owner: number) =>
      someItem(
        index,
        toMatchInput(
          offerAlert({ owner: pending ? null : address(owner) }),
          pending ? ALL_PENDING : undefined,
        ),
        pending,
        (found) => found === 'hers',
      );
    expect([isFound(0xad), isFound(0xae)]).toEqual([true, pending]);
  });

  it('stops at the first rule that satisfies the test', () => {
    const index = createRuleIndex<number>();
    for (const number of [1, 2, 3]) addItem(index, number, []);
    const visits: number[] = [];
    const isFound = someItem(index, toMatchInput(sold), false, (number) => {
      visits.push(number);
      return number === 2;
    });
    expect([isFound, visits]).toEqual([true, [1, 2]]);
  });

  it('prefers the key that fewest rules have', () => {
    const wallet: IndexKey = { by: 'wallet', wallet: address(1) };
    const collection: IndexKey = { by: 'collection', collection: address(2) };
    expect(bySelectivity([[from(5n)], [collection], [wallet]])).toEqual([[wallet], [collection], [from(5n)]]);
  });

  it('is empty again after everything was removed', () => {
    const index = createRuleIndex<number>();
    const sets = [
      { ...these(0xc0), price_from: 5n },
      { ...these(0xc0), traits: [{ type: 'hat', value: 'beanie' }] },
      these(0xc0),
      { wallets: [address(1), address(2)] },
      { price_from: 7n },
      {},
    ] as const;
    const keysOf = (filter: Partial<FilterValues>) =>
      indexKeysOf(prepareRule(ruleOf({ filter: { ...MATCH_ALL, ...filter } })));
    for (const [at, filter] of sets.entries()) addItem(index, at, keysOf(filter));
    for (const [at, filter] of sets.entries()) removeItem(index, at, keysOf(filter));
    expect(index).toEqual(createRuleIndex());
  });

  it('has price steps that never fall', () => {
    const prices = [0n, 1n, 9n, 10n, 11n, 99n, 100n, 199n, 200n, 10n ** 20n, 10n ** 70n];
    const steps = prices.map(priceStep);
    expect(steps).toEqual(steps.toSorted((one, other) => one - other));
    expect(priceStep(100n)).toBe(priceStep(199n));
    expect(priceStep(200n)).toBeGreaterThan(priceStep(199n));
  });
});
