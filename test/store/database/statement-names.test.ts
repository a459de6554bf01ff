import { describe, expect, it } from 'vitest';
import { createStatementNames } from '#src/store/database/postgres/statement-names.ts';

const MAX_NAMES = 300;

describe('the names of statements', () => {
  it('are given from the second use of a text on, one for each', () => {
    const names = createStatementNames();
    expect(['a', 'b', 'a', 'b', 'a'].map((text) => names.nameOf(text))).toEqual([
      ...[undefined, undefined],
      ...['gavel_1', 'gavel_2', 'gavel_1'],
    ]);
  });

  it('are at most 300', () => {
    const names = createStatementNames();
    const texts = Array.from({ length: MAX_NAMES + 1 }, (_, index) => `select ${index}`);
    for (const text of texts) names.nameOf(text);
    const given = texts.map((text) => names.nameOf(text));
    expect(new Set(given).size).toBe(MAX_NAMES + 1);
    expect(given.at(-1)).toBeUndefined();
  });

  it.each(['42P05', '26000'])('are given no more once the server refused one (%s)', (code) => {
    const names = createStatementNames();
    names.nameOf('a');
    expect(names.nameOf('a')).toBe('gavel_1');
    expect(names.isRefused(code)).toBe(true);
    expect(names.nameOf('a')).toBeUndefined();
  });

  it.each([null, '23505'])('are still given after an error that is not about them (%s)', (code) => {
    const names = createStatementNames();
    names.nameOf('a');
    expect(names.isRefused(code)).toBe(false);
    expect(names.nameOf('a')).toBe('gavel_1');
  });
});
