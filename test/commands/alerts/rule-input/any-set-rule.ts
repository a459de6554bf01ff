import fc from 'fast-check';
import type { FilterValues } from '#src/alerts/filters/index.ts';
import { ENDING_LEADS, endingLead } from '#src/alerts/kinds/auction/ending-lead.ts';
import { RECAP_DAYS } from '#src/alerts/kinds/recap/options.ts';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import type { Address } from '#src/chain/address.ts';
import { address } from '../../../support/build-activity.ts';

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });
const addresses = (from: number, least: number): fc.Arbitrary<readonly Address[]> =>
  fc
    .uniqueArray(fc.integer({ min: from, max: from + 9 }), { minLength: least, maxLength: 6 })
    .map((numbers) => numbers.map((number) => address(number)).toSorted());

const collections: fc.Arbitrary<FilterValues['collection']> = fc.oneof(
  fc.constantFrom(undefined, 'whitelisted' as const),
  addresses(0xc0, 1),
);

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const traits = fc.uniqueArray(fc.record({ type: word, value: word }), {
  minLength: 1,
  maxLength: 6,
  selector: ({ type, value }) => `${type}:${value}`,
});

/** Of other types than those of `traits`, so that no trait is in both. */
const excludedTraits = traits.map((some) =>
  some.map(({ type, value }) => ({ type: type.padEnd(9, '9'), value })),
);

/** What is read of a text is a plain object. */
const PLAIN = { noNullPrototype: true };

const price = fc.bigInt({ min: 0n, max: 2n ** 100n });

/** A rule as an admin can set it up: everything in its place, nothing against itself. */
export const anySetRule: fc.Arbitrary<Rule> = fc
  .record({
    topics: fc.subarray([...TOPICS], { minLength: 1 }),
    // The default is not set.
    ending: maybe(fc.constantFrom(...ENDING_LEADS.filter((lead) => lead !== endingLead({})))),
    recap_on: maybe(fc.constantFrom(...RECAP_DAYS.slice(1))),
    recap_hour: maybe(fc.integer({ min: 10, max: 23 })),
    recap_empty: maybe(fc.constant('nothing' as const)),
    collection: collections,
    prices: fc.tuple(maybe(price), maybe(price)),
    below_floor: maybe(fc.integer({ min: 1, max: 99 })),
    rank: maybe(fc.integer({ min: 1, max: 1_000_000 })),
    traits: maybe(traits),
    mode: fc.constantFrom('any' as const, 'all' as const),
    wallets: maybe(addresses(0x100, 1)),
    not_wallets: maybe(addresses(0x200, 1)),
    not_collections: maybe(addresses(0x300, 1)),
    not_tokens: maybe(
      fc
        .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })), {
          minLength: 1,
          maxLength: 5,
        })
        .map((all) => [...new Set(all.map(([at, id]) => `${address(0xc0 + at)}-${id}`))].toSorted()),
    ),
    not_traits: maybe(excludedTraits),
    floor_above: maybe(fc.bigInt({ min: 1n, max: 2n ** 100n })),
    floor_below: maybe(fc.bigInt({ min: 1n, max: 2n ** 100n })),
    floor_moves: maybe(
      fc.record(
        { percent: fc.integer({ min: 1, max: 1_000 }), hours: fc.integer({ min: 1, max: 168 }) },
        PLAIN,
      ),
    ),
    // 3 is the default, which is not set.
    floor_rearm: maybe(fc.integer({ min: 4, max: 50 })),
    amount: maybe(fc.bigInt({ min: 1n, max: 2n ** 200n })),
    ping_from: maybe(price),
    ping_below_floor: maybe(fc.integer({ min: 1, max: 99 })),
    ping_rank: maybe(fc.integer({ min: 1, max: 1_000_000 })),
  })
  .map(({ topics, prices: [one, other], mode, ...filter }) => {
    const swapped = one !== undefined && other !== undefined && one > other;
    const [price_from, price_to] = swapped ? [other, one] : [one, other];
    const trait_mode = filter.traits === undefined ? undefined : mode;
    return { topics, pingRoles: [], filter: { ...filter, trait_mode, price_from, price_to } };
  });
