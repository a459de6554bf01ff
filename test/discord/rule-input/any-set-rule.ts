import fc from 'fast-check';
import type { Address } from '../../../src/domain/address.ts';
import type { CollectionChoice, TraitChoice } from '../../../src/domain/alert-filter.ts';
import { ALERT_KINDS } from '../../../src/domain/alert-kind.ts';
import { ENDING_LEADS, type Rule } from '../../../src/domain/subscription.ts';
import { address } from '../../support/build-activity.ts';

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });
const addresses = (from: number, least: number): fc.Arbitrary<readonly Address[]> =>
  fc
    .uniqueArray(fc.integer({ min: from, max: from + 9 }), { minLength: least, maxLength: 6 })
    .map((numbers) => numbers.map((number) => address(number)).toSorted());

const collections: fc.Arbitrary<CollectionChoice> = fc.oneof(
  fc.constantFrom({ type: 'every' } as const, { type: 'whitelisted' } as const),
  addresses(0xc0, 1).map((some) => ({ type: 'these', addresses: some }) as const),
);

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const traits: fc.Arbitrary<TraitChoice> = fc.record({
  mode: fc.constantFrom('any', 'all'),
  traits: fc.uniqueArray(fc.record({ type: word, value: word }), {
    minLength: 1,
    maxLength: 6,
    selector: ({ type, value }) => `${type}:${value}`,
  }),
});

const price = fc.bigInt({ min: 0n, max: 2n ** 100n });

/** A rule as an admin can set it up: everything in its place, nothing against itself. */
export const anySetRule: fc.Arbitrary<Rule> = fc
  .record({
    kinds: fc.subarray([...ALERT_KINDS], { minLength: 1 }),
    endingLead: fc.constantFrom(...ENDING_LEADS),
    collections,
    prices: fc.tuple(maybe(price), maybe(price)),
    belowFloorPercent: maybe(fc.integer({ min: 1, max: 99 })),
    rankAtMost: maybe(fc.integer({ min: 1, max: 1_000_000 })),
    traits: maybe(traits),
    onlyWallets: addresses(0x100, 0),
    notWallets: addresses(0x200, 0),
    quantityFrom: maybe(fc.bigInt({ min: 1n, max: 2n ** 200n })),
  })
  .map(({ kinds, endingLead, prices: [one, other], ...filter }) => {
    const swapped = one !== null && other !== null && one > other;
    const [priceFrom, priceTo] = swapped ? [other, one] : [one, other];
    return { kinds, endingLead, filter: { ...filter, priceFrom, priceTo } };
  });
