import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FilterValues, MATCH_ALL } from '#src/alerts/filters/index.ts';
import { EVENT_TOPICS, type Topic } from '#src/alerts/kinds/registry.ts';
import { matches } from '#src/alerts/rule-match.ts';
import { sampleAlert, sampleFacts } from '#src/alerts/sample.ts';
import { address } from '../support/build-activity.ts';
import { alertToken, ruleOf } from '../support/build-alert.ts';

const COIN = 10n ** 18n;
const NOW = 1_767_225_600_000;
const facts = { isWhitelisted: () => true };

/** The example for a rule with these conditions, on a token with rank 12. */
const sampleFor = (filter: FilterValues, topic: Topic = 'sale') =>
  sampleAlert(ruleOf({ topics: [topic], filter: { ...MATCH_ALL, ...filter } }), alertToken(), {
    now: NOW,
    price: 7n * COIN,
  });

describe('an example of an alert', () => {
  it('is of the rule’s first topic, for the price that is given and now', () => {
    expect(sampleFor({})).toMatchObject({
      ...{ kind: 'sale', topic: 'sale', occurredAt: NOW / 1_000 },
      item: { price: 7n * COIN, quantity: 1n, priceContext: null },
    });
  });

  it('has the price, units, floor and wallets that the rule asks for', () => {
    const filter = { price_from: 9n * COIN, amount: 5n, below_floor: 10, wallets: [address(0xad)] };
    expect(sampleFor(filter)).toMatchObject({
      item: {
        price: 9n * COIN,
        quantity: 5n,
        seller: address(0xad),
        priceContext: { floor: 2n * COIN },
      },
    });
  });

  it('needs a token that the rule accepts', () => {
    const traits = [{ type: 'hat', value: 'beanie' }];
    const filter = { ...MATCH_ALL, rank: 500, traits, trait_mode: 'any' } as const;
    expect(sampleFacts(ruleOf({ filter }))).toMatchObject({ rank: 500 });
    expect(sampleFacts(ruleOf({ filter: MATCH_ALL }))).toEqual({});
  });

  it('has no wallet that the rule leaves out', () => {
    const not = [address(0xad)];
    for (const wallets of [undefined, [address(0xae)]]) {
      const alert = sampleFor({ wallets, not_wallets: not }, 'transfer');
      expect(alert).toMatchObject({ from: expect.stringMatching(/^0x/), to: expect.stringMatching(/^0x/) });
      expect(not).not.toContain('from' in alert ? alert.from : null);
    }
  });

  it('matches its rule, for every topic', () => {
    const any = fc.record({
      topic: fc.constantFrom(...EVENT_TOPICS.filter((topic) => topic !== 'transfer' && topic !== 'burn')),
      price_from: fc.option(fc.bigInt({ min: 1n, max: 10n * COIN }), { nil: undefined }),
      wallets: fc.constantFrom(undefined, [address(0xad)]),
      not_wallets: fc.constantFrom(undefined, [address(0xae)]),
      rank: fc.constantFrom(undefined, 12, 500),
    });
    fc.assert(
      fc.property(any, ({ topic, ...filter }) => {
        const rule = ruleOf({ topics: [topic], filter: { ...MATCH_ALL, ...filter } });
        expect(matches(rule, sampleFor(filter, topic), facts)).toBe(true);
      }),
    );
  });
});

describe('an example of a floor alert', () => {
  it('rises to the threshold', () => {
    expect(sampleFor({ floor_above: 110n * COIN }, 'floor')).toMatchObject({
      ...{ way: 'above', threshold: 110n * COIN, floor: 110n * COIN },
      from: { floor: 100n * COIN },
    });
  });

  it('falls to the threshold', () => {
    expect(sampleFor({ floor_below: 100n * COIN }, 'floor')).toMatchObject({
      ...{ way: 'below', threshold: 100n * COIN, floor: 100n * COIN },
      from: { floor: 110n * COIN + 1n },
    });
  });

  it('moves by the percentage', () => {
    expect(sampleFor({ floor_moves: { percent: 40, hours: 6 } }, 'floor')).toMatchObject({
      ...{ way: 'rose', threshold: null, floor: 7n * COIN },
      from: { floor: 5n * COIN },
    });
  });
});
