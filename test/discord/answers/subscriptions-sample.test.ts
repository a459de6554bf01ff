import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { madeUpAlert } from '#commands/alerts/test.ts';
import type { SaleAlert } from '#src/alerts/alert.ts';
import type { FilterValues } from '#src/alerts/filters/index.ts';
import { definitionOf, EVENT_TOPICS, type Topic } from '#src/alerts/kinds/registry.ts';
import { matches } from '#src/alerts/rule-match.ts';
import { address } from '../../support/build-activity.ts';
import { viewContext } from '../views/view-context.ts';

const PRICED = EVENT_TOPICS.filter((topic) => definitionOf(topic).hasPrice);
const COMPARED = EVENT_TOPICS.filter((topic) => definitionOf(topic).comparedWithFloor);

const sampleOf = (topic: Topic, filter: FilterValues) =>
  madeUpAlert({ topics: [topic], filter, pingRoles: [] }, Date.UTC(2026, 0, 1), viewContext());

describe('a made-up alert', () => {
  it.each(EVENT_TOPICS)('of the topic %s has what the conditions of its rule ask for', (topic) => {
    const filter = { collection: [address(0xc0)], amount: 5n, ending: 30 } as const;
    const rule = { topics: [topic], filter, pingRoles: [] };
    expect(matches(rule, sampleOf(topic, filter), { isWhitelisted: () => true })).toBe(true);
  });

  const [ada, bob] = [address(0xa), address(0xb)];
  const hat = { type: 'Hat', value: 'Crown' };
  const strangers = [1, 2, 3].map(address);
  const FILTERS: readonly FilterValues[] = [
    { rank: 10 },
    { traits: [hat, { type: 'Fur', value: 'Ash' }], trait_mode: 'all' },
    { traits: [hat, { type: 'Hat', value: 'Cap' }], trait_mode: 'any' },
    { wallets: [ada] },
    { not_wallets: [ada, ...strangers] },
    { wallets: [bob, ada], not_wallets: strangers },
  ];

  it.each(EVENT_TOPICS)('of the topic %s fits rules by rank, traits and wallets', (topic) => {
    const facts = { isWhitelisted: () => true };
    const unmet = FILTERS.filter(
      (filter) => !matches({ topics: [topic], filter, pingRoles: [] }, sampleOf(topic, filter), facts),
    );
    expect(unmet).toEqual([]);
  });

  it('is a sale between two different wallets where a rule excludes some', () => {
    const { item, buyer } = sampleOf('sale', { not_wallets: [address(1)] }) as SaleAlert;
    expect([item.seller, buyer]).toEqual([address(2), address(3)]);
  });

  it.each(PRICED)('of the topic %s fits a rule by price', (topic) => {
    const filter = { price_from: 7n, price_to: 9n };
    const rule = { topics: [topic], filter, pingRoles: [] };
    expect(matches(rule, sampleOf(topic, filter), { isWhitelisted: () => true })).toBe(true);
  });

  it.each(COMPARED)('of the topic %s fits a rule by floor', (topic) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99 }),
        fc.bigInt({ min: 0n, max: 10n ** 24n }),
        fc.bigInt({ min: 1n, max: 1_000n }),
        (below_floor, price_from, amount) => {
          const filter = { below_floor, price_from, amount };
          const rule = { topics: [topic], filter, pingRoles: [] };
          expect(matches(rule, sampleOf(topic, filter), { isWhitelisted: () => true })).toBe(true);
        },
      ),
    );
  });

  it('reminds of an end ten minutes ahead where its rule says nothing else', () => {
    expect(sampleOf('auction_ending', {})).toMatchObject({ leads: [10] });
  });
});
