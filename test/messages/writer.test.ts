import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWriter } from '#src/messages/writer.ts';

const english = createWriter('en-US');

describe('a writer', () => {
  it('writes a sentence as one string', () => {
    expect(english.text`${'Fox'} sold for ${'1 S'}.`).toBe('Fox sold for 1 S.');
    expect(english.text`Plain.`).toBe('Plain.');
  });

  it('writes a sentence in parts, and leaves values as they are', () => {
    const name = { type: 'name', text: '*Fox*' } as const;
    expect(english.segments`${name} sold`).toEqual([name, { type: 'text', text: ' sold' }]);
    expect(english.segments`${[name, name]}`).toEqual([name, name]);
  });

  it('counts in the plural forms of the language', () => {
    const forms = { one: 'token', other: 'tokens' };
    expect([0, 1, 12_345n].map((count) => english.count(count, forms))).toEqual([
      '0 tokens',
      '1 token',
      '12,345 tokens',
    ]);
  });

  it('writes numbers and lists as the region does', () => {
    expect(createWriter('en-IN').number(12_345_678)).toBe('1,23,45,678');
    expect(english.list(['a', 'b', 'c'], 'or')).toBe('a, b, or c');
    expect(createWriter('en-GB').list(['a', 'b', 'c'], 'and')).toBe('a, b and c');
    expect(english.percent(12.54, { digits: 1, signed: true })).toBe('+12.5%');
  });

  it('writes a duration in its two largest units', () => {
    expect([0, 59, 65, 7_260, 86_400, 266_400].map(english.duration)).toEqual([
      '0s',
      '59s',
      '1m 5s',
      '2h 1m',
      '1d',
      '3d 2h',
    ]);
    expect(english.duration(-5)).toBe('0s');
  });

  it('writes an approximate duration in a unit of which there are at least two', () => {
    expect(
      [60, 119, 7_200, 47 * 3_600, 48 * 3_600, 13 * 86_400, 21 * 86_400].map(english.approximateDuration),
    ).toEqual(['1 minute', '1 minute', '2 hours', '47 hours', '2 days', '13 days', '3 weeks']);
  });

  it('never loses more than the smaller unit of a duration', () => {
    const lengths: Record<string, number> = { d: 86_400, h: 3_600, m: 60, s: 1 };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 8 }), (seconds) => {
        const parts = english.duration(seconds).replaceAll(',', '').split(' ');
        const read = parts.reduce(
          (sum, part) => sum + Number.parseInt(part, 10) * (lengths[part.slice(-1)] ?? 0),
          0,
        );
        const smallest = lengths[parts.at(-1)?.slice(-1) ?? 's'] ?? 1;
        expect(read).toBeLessThanOrEqual(seconds);
        // A unit of nothing is left out: the next larger one may then be the last that is shown.
        expect(seconds - read).toBeLessThan(Math.max(smallest, 60 * smallest));
      }),
    );
  });
});
