import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import { toMatchInput } from '#src/alerts/match-input.ts';
import { createMatcher } from '#src/alerts/matcher.ts';
import { NO_MISSING_DETAILS, pendingLookups } from '#src/alerts/missing-details.ts';
import { pingVerdict } from '#src/alerts/ping-verdict.ts';
import { matches, prepareRule, verdictOf } from '#src/alerts/rule-match.ts';
import type { Rule, Subscription } from '#src/alerts/subscription.ts';
import type { Address } from '#src/chain/address.ts';
import { address } from '../support/build-activity.ts';
import { auctionAlert, newSubscription, saleAlert, soldItem, sweepAlert } from '../support/build-alert.ts';
import { anyAlert, anyRule, unenriched, WHITELISTED } from './rule-arbitraries.ts';

const facts = { isWhitelisted: (collection: Address) => WHITELISTED.has(collection) };
const punks = address(0xc0);
const foxes = address(0xf0);

function subscription(id: number, channelId: string, change: Partial<Subscription> = {}): Subscription {
  return {
    ...newSubscription(channelId),
    id,
    pausedAt: null,
    lastMatchAt: null,
    lastPostAt: null,
    ...change,
  };
}

function following(...addresses: readonly Address[]): Partial<Subscription> {
  return { filter: { ...MATCH_ALL, collection: addresses } };
}

function indexOf(...subscriptions: readonly Subscription[]) {
  return createMatcher(subscriptions, facts);
}

describe('the matcher', () => {
  it('finds who follows the collection and who follows all', () => {
    const index = indexOf(
      subscription(1, 'all'),
      subscription(2, 'punks', following(punks)),
      subscription(3, 'foxes', following(foxes)),
    );
    expect(index.match(saleAlert(1))).toEqual([
      { channelId: 'all', subscriptionIds: [1] },
      { channelId: 'punks', subscriptionIds: [2] },
    ]);
  });

  it('names a channel once though two of its rules fit', () => {
    const index = indexOf(subscription(1, 'a'), subscription(2, 'a', following(punks)));
    expect(index.match(saleAlert(1))).toEqual([{ channelId: 'a', subscriptionIds: [1, 2] }]);
  });

  it('finds every channel that follows any collection of a sweep', () => {
    const index = indexOf(
      subscription(1, 'punks', following(punks)),
      subscription(2, 'foxes', following(foxes)),
      subscription(3, 'both', following(punks, foxes)),
    );
    const mixed = sweepAlert(0, { items: [soldItem(), soldItem({ collection: foxes }), soldItem()] });
    expect(index.match(mixed).map(({ channelId }) => channelId)).toEqual(['punks', 'foxes', 'both']);
  });

  it('removes what was deleted and leaves the rest', () => {
    const index = indexOf(subscription(1, 'a', following(punks)), subscription(2, 'b', following(punks)));
    index.remove({ id: 1 });
    expect(index.match(saleAlert(1))).toEqual([{ channelId: 'b', subscriptionIds: [2] }]);
  });

  it('never finds a rule that is paused, and finds it again when it is resumed', () => {
    const index = indexOf(subscription(1, 'a', { pausedAt: 5 }));
    expect(index.match(saleAlert(1))).toEqual([]);
    expect(index.mayMatch(saleAlert(1))).toBe(false);
    index.replace(subscription(1, 'a'));
    expect(index.match(saleAlert(1))).toHaveLength(1);
    index.replace(subscription(1, 'a', { pausedAt: 6 }));
    expect(index.match(saleAlert(1))).toEqual([]);
  });

  it('finds a rule with an end only for events up to it, however late their facts come', () => {
    const sale = saleAlert(1);
    const ended = (endsAt: number) => indexOf(subscription(1, 'a', { extras: { name: null, endsAt } }));
    const at = sale.occurredAt * 1_000;
    expect(ended(at).match(sale)).toHaveLength(1);
    expect(ended(at).mayMatch(sale)).toBe(true);
    expect(ended(at - 1).match(sale)).toEqual([]);
    expect(ended(at - 1).mayMatch(sale)).toBe(false);
    const undecided = subscription(1, 'a', {
      filter: { ...MATCH_ALL, rank: 5 },
      extras: { name: null, endsAt: at - 1 },
    });
    const missing = {
      tokens: toMatchInput(sale).subjects.flatMap(({ token }) => token ?? []),
      collections: [],
    };
    expect(indexOf({ ...undecided, extras: undefined }).isUndecided(sale, missing)).toBe(true);
    expect(indexOf(undecided).isUndecided(sale, missing)).toBe(false);
  });

  it('knows a changed rule only as it is now', () => {
    const index = indexOf(subscription(1, 'a', following(punks)));
    index.replace(subscription(1, 'a', following(foxes)));
    expect(index.match(saleAlert(1))).toEqual([]);
  });

  it('shows an auction about to end only who asked for that lead time', () => {
    const topics = ['auction_ending'] as const;
    const index = indexOf(
      subscription(1, 'hour', { topics, filter: { ending: 60 } }),
      subscription(2, 'ten', { topics }),
    );
    const ending = auctionAlert({ topic: 'auction_ending', leads: [30, 10] });
    expect(index.match(ending)).toEqual([{ channelId: 'ten', subscriptionIds: [2] }]);
  });

  it('says whether every token must be looked up', () => {
    const ranked = subscription(1, 'a', { filter: { ...MATCH_ALL, rank: 5, price_from: 10n ** 20n } });
    const dear = sweepAlert(3, { items: [soldItem({ price: 10n ** 20n })] });
    expect(indexOf(ranked).needsTokens(dear)).toBe(true);
    expect(indexOf(ranked).needsTokens(sweepAlert(3))).toBe(false);
    const traits = [{ type: 'hat', value: 'beanie' }];
    const hatted = subscription(1, 'a', { filter: { ...MATCH_ALL, traits } });
    expect(indexOf(hatted).needsTokens(dear)).toBe(true);
    expect(indexOf(subscription(1, 'a')).needsTokens(dear)).toBe(false);
  });
});

describe('the matcher, held against all rules one by one', () => {
  const rules = fc.array(fc.record({ rule: anyRule, paused: fc.boolean() }), { maxLength: 40 });
  const changes = fc.array(
    fc.record({ id: fc.integer({ min: 1, max: 40 }), rule: fc.option(anyRule, { nil: null }) }),
    { maxLength: 20 },
  );
  const subscribe = (id: number, rule: Rule, paused: boolean): Subscription =>
    subscription(id, `channel-${id % 7}`, { ...rule, pausedAt: paused ? 1 : null });

  it('finds the same channels and rules, also while rules come, change and go', () => {
    fc.assert(
      fc.property(
        rules,
        changes,
        fc.array(anyAlert, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        (first, later, alerts, askedBetween) => {
          const known = new Map(
            first.map(({ rule, paused }, at) => [at + 1, subscribe(at + 1, rule, paused)] as const),
          );
          const index = indexOf(...known.values());
          if (askedBetween) for (const alert of alerts) index.match(alert);
          for (const { id, rule } of later) {
            if (rule === null) {
              index.remove({ id });
              known.delete(id);
            } else {
              const changed = subscribe(id, rule, false);
              index.replace(changed);
              known.set(id, changed);
            }
          }
          for (const alert of alerts) {
            const fitting = [...known.values()]
              .filter((one) => one.pausedAt === null && matches(one, alert, facts))
              .toSorted((a, b) => a.id - b.id);
            const expected = Map.groupBy(fitting, ({ channelId }) => channelId);
            expect(index.match(alert)).toEqual(
              [...expected].map(([channelId, ones]) => ({
                channelId,
                subscriptionIds: ones.map(({ id }) => id),
              })),
            );
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('finds the same undecided rules, and those whose pings are undecided', () => {
    fc.assert(
      fc.property(rules, anyAlert, fc.boolean(), (some, enriched, isBare) => {
        const alert = isBare ? unenriched(enriched) : enriched;
        const all = some.map(({ rule, paused }, at) => subscribe(at + 1, rule, paused));
        const tokens = toMatchInput(alert).subjects.flatMap(({ token }) => token ?? []);
        const collections = toMatchInput(alert).subjects.map(({ collection }) => collection);
        for (const missing of [NO_MISSING_DETAILS, { tokens, collections: [] }, { tokens, collections }]) {
          const input = toMatchInput(alert, pendingLookups(missing));
          const open = all.filter(
            (one) => one.pausedAt === null && verdictOf(prepareRule(one), input, facts) === 'undecided',
          );
          const mayPing = all.some(
            (one) =>
              one.pausedAt === null &&
              verdictOf(prepareRule(one), input, facts) === 'yes' &&
              pingVerdict(one, input, facts) === 'undecided',
          );
          const matcher = indexOf(...all);
          expect(matcher.isUndecided(alert, missing)).toBe(open.length > 0 || mayPing);
          expect(new Set(matcher.undecided(alert, missing))).toEqual(
            new Set(open.map(({ channelId }) => channelId)),
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  it('never rules out an alert that a rule then matches', () => {
    fc.assert(
      fc.property(rules, anyAlert, (some, alert) => {
        const index = indexOf(...some.map(({ rule, paused }, at) => subscribe(at + 1, rule, paused)));
        fc.pre(index.match(alert).length > 0);
        expect(index.mayMatch(unenriched(alert))).toBe(true);
        expect(index.mayMatch(alert)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
