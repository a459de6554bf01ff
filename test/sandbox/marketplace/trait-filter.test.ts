import { describe, expect, it } from 'vitest';
import { readTraits } from '../../../sandbox/marketplace/http/token-list.ts';

const known = new Map([
  ['Hat', new Map([['Top, tall', 1]])],
  ['Era: late', new Map([['19:00', 1]])],
]);

const read = (text: string | null): unknown =>
  [...readTraits(text, known)].map(([type, values]) => [type, [...values]]);

describe('the trait filter', () => {
  it('reads pairs, gathering the values of a type', () => {
    expect(read('Hat:Cap,Eyes:Two,Hat:Crown')).toEqual([
      ['Hat', ['Cap', 'Crown']],
      ['Eyes', ['Two']],
    ]);
  });

  it('is empty for no text', () => {
    expect(read(null)).toEqual([]);
    expect(read('')).toEqual([]);
  });

  it('keeps a comma within a value', () => {
    expect(read('Hat:Top, tall,Eyes:Two')).toEqual([
      ['Hat', ['Top, tall']],
      ['Eyes', ['Two']],
    ]);
  });

  it('keeps colons within a known type and within a value', () => {
    expect(read('Era: late:19:00')).toEqual([['Era: late', ['19:00']]]);
  });

  it('refuses a text without a colon', () => {
    expect(() => read('Hat')).toThrow('type:value');
  });
});
