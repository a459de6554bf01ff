import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCollectionNames, sanitiseName, VERIFIED_MARK } from '#src/marketplace/collection-names.ts';
import { normaliseText } from '#src/marketplace/text-search.ts';
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

  const verified = { ...summary({ address: address(1) }), name: 'Lantern Foxes', verified: true };
  const INVISIBLE = [
    ...[
      '\u200b',
      '\u00ad',
      '\u2060',
      '\u200d',
      '\u061c',
      '\u{e0020}',
      '\ufff9',
      '\u0007',
      '\u115f',
      '\ue000',
    ],
    '\u2800',
  ];
  const LOOKALIKES = [
    ...INVISIBLE.flatMap((one) => [
      `Lantern${one} Foxes`,
      `${one}Lantern Foxes${one}`,
      `${one.repeat(60)}Lantern Foxes`,
    ]),
    'L\u0430ntern Foxes',
    'Lantern F\u03bfxes',
    'lANTERN FOXES',
    'Iantern Foxes',
    '\u{1d40b}antern Foxes',
    'Lante\u0433n Foxes',
    'LanternFoxes',
    'Lantern Foxes (...0001)',
    'Lantern Foxes （⋯ 0001）',
    'Lantern Foxes \u2fd8',
    'Lantern Foxes \u0475/',
    'Lantern Foxes\u0475/',
    'Lantern Foxes \u02c5',
    'Lantern Foxes \u{1f197}',
    'Lantern Foxes v/',
    'Lantern Foxes \u30ec',
  ];

  it('distinguish a collection that is drawn like a verified one', () => {
    const undistinguished = LOOKALIKES.filter((name) => {
      const impostor = { ...summary({ address: address(0xabc) }), name, verified: false };
      const names = createCollectionNames([impostor, verified]);
      expect(names.shown(verified)).toBe('Lantern Foxes');
      const unlisted = createCollectionNames([verified]).nameOf(address(0xabc), name);
      return !names.shown(impostor).endsWith(' (…0abc)') || !unlisted?.endsWith(' (…00000abc)');
    });
    expect(undistinguished).toEqual([]);
  });

  it('distinguish what reads the same in letters that look different', () => {
    const names = createCollectionNames([
      { ...summary({ address: address(1) }), name: '\u03a3\u039f\u03a6\u0399\u0391', verified: false },
      { ...summary({ address: address(2) }), name: '\u03c3\u03bf\u03c6\u03b9\u03b1', verified: false },
    ]);
    expect(names.nameOf(address(1), null)).toMatch(/ \(…0001\)$/);
    expect(names.nameOf(address(2), null)).toMatch(/ \(…0002\)$/);
  });

  it('keep verified names that only an unverified one connects', () => {
    const other = { ...summary({ address: address(2) }), name: 'nu\u03bd', verified: true };
    const alike = { ...summary({ address: address(3) }), name: 'nuv', verified: true };
    const between = { ...summary({ address: address(4) }), name: 'nu\u039d', verified: false };
    const names = createCollectionNames([verified, other, between]);
    expect(names.shown(other)).toBe('nu\u03bd');
    expect(names.shown(between)).toBe('nu\u039d (…0004)');
    expect(createCollectionNames([other, alike]).shown(alike)).toBe('nuv (…0003)');
  });

  it.each(['Series V', 'Cats v/s Dogs', 'Series \u2164', 'B\u{1f98a}g Foxes'])(
    'keep what is no badge: %s',
    (name) => {
      expect(sanitiseName(name)).toBe(name);
    },
  );
});
