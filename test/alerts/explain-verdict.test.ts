import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarketAlert } from '#src/alerts/alert.ts';
import { explainVerdict } from '#src/alerts/explain-verdict.ts';
import type { FilterValues } from '#src/alerts/filters/index.ts';
import { conditions } from '#src/alerts/filters/index.ts';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import { toMatchInput } from '#src/alerts/match-input.ts';
import { ALL_PENDING, NONE_PENDING } from '#src/alerts/missing-details.ts';
import { prepareRule, verdictOf } from '#src/alerts/rule-match.ts';
import { address } from '../support/build-activity.ts';
import { listingAlert, offerAlert, ruleOf, saleAlert, soldItem, sweepAlert } from '../support/build-alert.ts';
import { anyAlert, anyRule, unenriched, WHITELISTED } from './rule-arbitraries.ts';

const COIN = 10n ** 18n;
const facts = { isWhitelisted: (collection: `0x${string}`) => WHITELISTED.has(collection) };

function explain(filter: FilterValues, alert: MarketAlert, pending = NONE_PENDING) {
  const { verdict, failed } = explainVerdict(
    prepareRule(ruleOf({ topics: TOPICS, filter })),
    toMatchInput(alert, pending),
    facts,
  );
  return { verdict, failed: failed.map((one) => ({ ...one.wanted, seen: one.seen, verdict: one.verdict })) };
}

describe('the explanation of a verdict', () => {
  it('has every condition that failed, with what the rule wanted and what the event had', () => {
    const alert = saleAlert(1, { item: soldItem({ price: 3n * COIN, rarity: { rank: 40, total: null } }) });
    const filter = { collection: [address(0xf0)], price_from: 5n * COIN, rank: 10, amount: 1n };
    expect(explain(filter, alert)).toEqual({
      verdict: 'no',
      failed: [
        {
          collection: [address(0xf0)],
          seen: { type: 'collection', collection: alert.kind === 'sale' ? alert.item.collection : '' },
          verdict: 'no',
        },
        { price_from: 5n * COIN, seen: { type: 'prices', prices: [3n * COIN], others: 0 }, verdict: 'no' },
        { rank: 10, seen: { type: 'rank', rank: 40 }, verdict: 'no' },
      ],
    });
  });

  it('tells a detail that was not looked up from one that failed', () => {
    const filter = { price_from: 5n * COIN, rank: 10 };
    const unranked = saleAlert(1, { item: soldItem({ price: 6n * COIN, rarity: null }) });
    expect(explain(filter, unranked, ALL_PENDING)).toEqual({
      verdict: 'undecided',
      failed: [{ rank: 10, seen: { type: 'rank', rank: null }, verdict: 'undecided' }],
    });
  });

  it('is about the token of a sweep that came closest', () => {
    const ranked = (rank: number, tokenId: string) =>
      soldItem({ tokenId, price: COIN, rarity: { rank, total: null }, quantity: 2n });
    const sweep = sweepAlert(0, { items: [ranked(90, '1'), ranked(7, '2'), ranked(80, '3')] });
    expect(explain({ rank: 10, amount: 5n }, sweep).failed).toEqual([
      { amount: 5n, seen: { type: 'units', units: 2n }, verdict: 'no' },
    ]);
  });

  it('compares the price with the tokens that meet every other condition', () => {
    const ranked = (rank: number, price: bigint) => soldItem({ price, rarity: { rank, total: null } });
    const sweep = sweepAlert(0, { items: [ranked(90, 9n), ranked(7, 2n), ranked(80, 9n)] });
    expect(explain({ rank: 10, price_from: 5n }, sweep).failed).toEqual([
      { price_from: 5n, seen: { type: 'prices', prices: [2n], others: 0 }, verdict: 'no' },
    ]);
  });

  it('shows the traits of the wanted types as the marketplace writes them', () => {
    const attributes = [
      { type: 'Hat', value: 'Beanie', rarity: null },
      { type: 'Eyes', value: 'Laser', rarity: null },
    ];
    const alert = saleAlert(1, { item: soldItem({ attributes }) });
    expect(explain({ traits: [{ type: 'hat', value: 'crown' }], trait_mode: 'any' }, alert).failed).toEqual([
      expect.objectContaining({ seen: { type: 'traits', traits: [attributes[0]] } }),
    ]);
  });

  it('has no rank, traits and floor for an offer for a collection', () => {
    const failed = explain({ rank: 5, below_floor: 10 }, offerAlert({ token: null })).failed;
    expect(failed.map(({ seen }) => seen)).toEqual([
      { type: 'floor', price: null, floor: null, percent: null },
      { type: 'rank', rank: null },
    ]);
  });

  it('notes a topic that the rule does not select, and still has the conditions', () => {
    const rule = prepareRule(ruleOf({ topics: ['sale'], filter: { amount: 5n } }));
    expect(explainVerdict(rule, toMatchInput(listingAlert()), facts)).toMatchObject({
      verdict: 'no',
      isOtherTopic: true,
      failed: [{ wanted: { amount: 5n } }],
    });
  });

  it('has the verdict of the matcher, and a reason for each that is not yes, whatever rule and event', () => {
    fc.assert(
      fc.property(anyRule, anyAlert, fc.boolean(), (rule, alert, isPending) => {
        const prepared = prepareRule(rule);
        const input = isPending ? toMatchInput(unenriched(alert), ALL_PENDING) : toMatchInput(alert);
        const { verdict, isOtherTopic, failed } = explainVerdict(prepared, input, facts);
        expect(verdict).toBe(verdictOf(prepared, input, facts));
        const verdicts = failed.map((one) => one.verdict);
        const isExplained =
          verdict === 'yes'
            ? verdicts.length === 0
            : isOtherTopic ||
              (verdicts.includes(verdict) && !(verdict === 'undecided' && verdicts.includes('no')));
        expect(isExplained).toBe(true);
        const order: readonly unknown[] = prepared.conditions;
        const positions = failed.map(({ condition }) => order.indexOf(condition));
        expect(positions).toEqual(positions.toSorted((one, other) => one - other));
        expect(failed.map(({ seen }) => seen)).not.toContain(null);
      }),
      { numRuns: 3_000 },
    );
  });

  it('no longer fails once every failed condition is removed from the rule', () => {
    fc.assert(
      fc.property(anyRule, anyAlert, (rule, alert) => {
        const input = toMatchInput(alert);
        const { isOtherTopic, failed } = explainVerdict(prepareRule(rule), input, facts);
        fc.pre(!isOtherTopic);
        const removed = new Set(failed.flatMap(({ wanted }) => Object.keys(wanted)));
        const filter = Object.fromEntries(Object.entries(rule.filter).filter(([key]) => !removed.has(key)));
        // The lead of an ending auction has a default, and the role belongs to the wallets.
        fc.pre(!removed.has('ending') && !removed.has('wallets'));
        expect(verdictOf(prepareRule({ ...rule, filter }), input, facts)).toBe('yes');
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the conditions of rules', () => {
  it('each say what they found in an event that failed them', () => {
    const tests = ['test', 'testPrice', 'testAlert'] as const;
    const keysWhere = (test: (condition: (typeof conditions)[number]) => boolean) =>
      conditions.filter(test).map(({ fields: [{ key }] }) => key);
    const isTested = (condition: object) => tests.some((test) => test in condition);
    expect(keysWhere((condition) => 'seen' in condition)).toEqual(keysWhere(isTested));
  });
});
