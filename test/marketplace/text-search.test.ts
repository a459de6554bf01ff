import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseText, searchItems, toSearchItem } from '#src/marketplace/text-search.ts';
import { registeredNames } from '../discord/nasty-text.ts';

const names = (...texts: readonly string[]) => texts.map((text) => toSearchItem(text, [text]));
const find = (typed: string, ...texts: readonly string[]) => searchItems(names(...texts), typed, 25);

/** Words of letters, as names are made of them. */
const word = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'.split('')),
  minLength: 5,
  maxLength: 12,
});

describe('the text search', () => {
  it('puts beginnings before words, words before parts, and mistakes last', () => {
    expect(find('lant', 'Atlantis', 'Old Lantern', 'Lantern Foxes', 'Lnatern')).toEqual([
      'Lantern Foxes',
      'Old Lantern',
      'Atlantis',
      'Lnatern',
    ]);
  });

  it('keeps the given order among equals', () => {
    expect(find('fox', 'Fox B', 'Fox A', 'Fox C')).toEqual(['Fox B', 'Fox A', 'Fox C']);
  });

  it('gives the first ones for nothing typed', () => {
    expect(searchItems(names('a', 'b', 'c'), '  ', 2)).toEqual(['a', 'b']);
  });

  it.each([
    ['two letters swapped', 'lantren'],
    ['the first two swapped', 'alntern'],
    ['a letter left out', 'lanern'],
    ['a letter too many', 'lanntern'],
    ['a wrong letter', 'lamtern'],
    ['a beginning with a mistake', 'lantr'],
    ['no blank', 'lanternfoxes'],
    ['a hyphen for the blank', 'lantern-fox'],
    ['both words wrong', 'lantren foxse'],
    ['the words in another order', 'foxes lantern'],
    ['an accent', 'Länterñ'],
  ])('forgives %s', (_what, typed) => {
    expect(find(typed, 'Night Market Cats', 'Lantern Foxes')).toEqual(['Lantern Foxes']);
  });

  it.each(['cat', 'lxntxrn', 'foxes of the moon', 'zzzzzzzz', '!!!'])('does not match %s', (typed) => {
    expect(find(typed, 'Lantern Foxes')).toEqual([]);
  });

  it('allows no mistakes in short words', () => {
    expect(find('cot', 'Cat')).toEqual([]);
  });

  it('finds addresses by their beginning, and within from four characters on', () => {
    const one = [toSearchItem('it', ['Name'], ['0xABCD000000000000000000000000000000001234'])];
    expect(searchItems(one, '0xab', 25)).toEqual(['it']);
    expect(searchItems(one, '1234', 25)).toEqual(['it']);
    expect(searchItems(one, '123', 25)).toEqual([]);
    expect(searchItems(one, '0xabce', 25)).toEqual([]);
  });

  it('finds every name by itself, and by any beginning of it', () => {
    fc.assert(
      fc.property(word, word, fc.nat(), (first, second, length) => {
        const name = `${first} ${second}`;
        expect(find(name.slice(0, (length % name.length) + 1), 'something else', name)).toContain(name);
      }),
    );
  });

  it('finds every word in which two neighbours were swapped', () => {
    fc.assert(
      fc.property(word, fc.nat(), (name, where) => {
        const at = where % (name.length - 1);
        const swapped = `${name.slice(0, at)}${name.charAt(at + 1)}${name.charAt(at)}${name.slice(at + 2)}`;
        expect(find(swapped, name)).toEqual([name]);
      }),
    );
  });

  it('never throws and has no duplicates, for any text and names', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 20 }),
        (typed, texts) => {
          const found = find(typed, ...texts);
          expect(new Set(found).size).toBe(found.length);
        },
      ),
    );
  });

  it('finds names that were really registered', ({ skip }) => {
    const registered = registeredNames();
    if (registered === null) return skip('the fixtures are not beside the project');
    const readable = registered.filter((name) => normaliseText(name) !== '');
    const all = readable.map((name) => toSearchItem(name, [name]));
    for (const name of readable.slice(0, 200)) {
      expect(searchItems(all, name, readable.length)).toContain(name);
    }
  });
});
