import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createCollectionNames,
  sanitiseName,
  VERIFIED_MARK,
} from '../../src/marketplace/collection-names.ts';
import { normaliseText } from '../../src/marketplace/text-search.ts';
import { summary } from '../discord/command-services.ts';
import { address } from '../support/build-activity.ts';

const NAMES = [
  'Twins',
  'TWINS',
  'twíns',
  'Twins ✓',
  '✓',
  '',
  '\u3164',
  'Plain Ones',
  'x'.repeat(400),
  'Twins (…0002)',
];

const anyCollections = fc
  .uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 })
  .chain((numbers) =>
    fc.tuple(
      ...numbers.map((number) =>
        fc
          .record({
            name: fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: 'grapheme' })),
            verified: fc.boolean(),
          })
          .map((one) => ({
            // Equal suffixes: four digits do not distinguish all of them.
            ...summary({ address: address(number * 0x1_0000 + (number % 3)) }),
            ...one,
          })),
      ),
    ),
  );

describe('the names of collections', () => {
  it('are never empty, contain no check mark, and are unique', () => {
    fc.assert(
      fc.property(anyCollections, (collections) => {
        const names = createCollectionNames(collections);
        const shown = collections.map((one) => names.shown(one));
        expect(shown.filter((name) => name === '' || name.includes(VERIFIED_MARK))).toEqual([]);
        // The length that all Discord fields show.
        const seen = collections.flatMap((one, at) =>
          sanitiseName(one.name) === '' ? [] : [normaliseText(shown[at]?.slice(0, 98) ?? '')],
        );
        expect(new Set(seen).size).toBe(seen.length);
      }),
    );
  });

  it('stay unchanged if they are unique and clean', () => {
    const one = { ...summary({ address: address(1) }), name: 'Tidewater | Harbour Passes' };
    const names = createCollectionNames([one]);
    expect(names.shown(one)).toBe('Tidewater | Harbour Passes');
    expect(names.nameOf(address(9), 'Others')).toBe('Others');
    expect(names.nameOf(address(9), null)).toBeNull();
    expect(names.nameOf(address(1), 'A lie')).toBe('Tidewater | Harbour Passes');
  });

  it('distinguish an unknown collection from a known one with the same name', () => {
    const one = { ...summary({ address: address(1) }), name: 'Twins', verified: true };
    expect(createCollectionNames([one]).nameOf(address(0xabc), 'twins ✅')).toBe('twins (…00000abc)');
  });

  it('keep the name for the only verified collection that has it', () => {
    const [original, other] = [1, 2].map((number) => ({
      ...summary({ address: address(number) }),
      name: 'Twins',
      verified: false,
    }));
    if (original === undefined || other === undefined) throw new Error('there are two');
    const verified = { ...original, verified: true };
    const names = createCollectionNames([other, verified]);
    expect([names.shown(verified), names.shown(other)]).toEqual(['Twins', 'Twins (…0002)']);
  });
});
