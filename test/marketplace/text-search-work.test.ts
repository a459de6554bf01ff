import { describe, expect, it } from 'vitest';
import { createSearchIndexInSteps, searchItems, toSearchItem } from '#src/marketplace/text-search.ts';
import { createRandom } from '../../sandbox/marketplace/random/random.ts';

/** Work of a search: characters scanned and words compared. */
function workOf(names: readonly string[], typed: string) {
  const work = { characters: 0, words: 0, passes: 0 };
  searchItems(
    names.map((name, at) =>
      toSearchItem(
        at,
        [name, name.toLowerCase(), name.slice(0, 5)],
        [`0x${at.toString(16).padStart(40, '0')}`],
      ),
    ),
    typed,
    25,
    work,
  );
  return work;
}

/** Names made of words, like those of collections. */
function ordinary(count: number): readonly string[] {
  const random = createRandom('names');
  const word = () =>
    String.fromCodePoint(...Array.from({ length: random.between(3, 9) }, () => random.between(97, 122)));
  return Array.from({ length: count }, () => Array.from({ length: random.between(1, 4) }, word).join(' '));
}

const HOSTILE: readonly (readonly [string, (at: number) => string])[] = [
  ['one letter a hundred thousand times', (at) => `b${'a'.repeat(100_000)}${at}`],
  ['many short words', (at) => Array.from({ length: 20_000 }, (_, word) => `w${at}x${word}`).join(' ')],
  [
    'words that are nearly what is typed',
    (at) => Array.from({ length: 1_000 }, (_, word) => `lanternfox${word % 10}${at}`).join(' '),
  ],
  ['one long word', (at) => `${'lanterm'.repeat(10_000)}${at}`],
];
const TYPED = ['lanternfoxes', 'a', 'aaaaaaaaaaaaaaaa', 'zzzzzzzz', 'w1', 'lantern foxes of the deep sea'];

describe('the work of a search', () => {
  it.each(TYPED)('grows no faster than the number of collections: %s', (typed) => {
    const [few, many] = [workOf(ordinary(2_000), typed), workOf(ordinary(8_000), typed)];
    expect(few.characters).toBeGreaterThan(0);
    expect(many.characters).toBeLessThanOrEqual(few.characters * 5 + 1_000);
    expect(many.words).toBeLessThanOrEqual(few.words * 5 + 1_000);
  });

  it.each(HOSTILE)('is bounded for each collection, with any name: %s', (_what, name) => {
    for (const typed of TYPED) {
      const { characters, words } = workOf(
        Array.from({ length: 100 }, (_, at) => name(at)),
        typed,
      );
      expect(characters).toBeLessThanOrEqual(100 * 3 * 1_000);
      expect(words).toBeLessThanOrEqual(100 * 3 * 20);
    }
  });

  it('compares a bounded number of words letter by letter', () => {
    const names = Array.from(
      { length: 20_000 },
      (_, at) => `lanternfo${at.toString(36)} lantermfo${at.toString(36)}`,
    );
    expect(workOf(names, 'lanternfoxes').words).toBeLessThanOrEqual(10_000);
  });

  it('grows with the different words that are typed, up to a few', () => {
    const names = ordinary(2_000);
    const once = workOf(names, 'fxo').passes;
    expect(once).toBeGreaterThan(1_000);
    expect(workOf(names, 'fxo '.repeat(70)).passes).toBe(once);
    const different = Array.from({ length: 30 }, (_, at) => `q${at}x`).join(' ');
    expect(workOf(names, different).passes).toBeLessThanOrEqual(6 * once);
  });

  it('is done in small steps', () => {
    const items = ordinary(20_000).map((name) => toSearchItem(name, [name]));
    const steps = createSearchIndexInSteps(items);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    const search = step.value.findInSteps('fxo qxz', 25);
    let taken = 0;
    while (search.next().done !== true) taken += 1;
    // Two typed words pass over all words, then over all items, 25 in a step.
    expect(taken).toBeGreaterThan((2 * 20_000 + 20_000) / 25 - 1);
  });

  it('still finds items by their first words', () => {
    const names = [...ordinary(3_000), 'Lantern Foxes'];
    const items = names.map((name) => toSearchItem(name, [name]));
    expect(searchItems(items, 'lantren', 25)).toEqual(['Lantern Foxes']);
    expect(searchItems(items, 'foxes', 25)).toEqual(['Lantern Foxes']);
  });
});
