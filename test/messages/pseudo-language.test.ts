import { describe, expect, it } from 'vitest';
import { outsideBrackets, pseudoMessages } from '../support/pseudo-language.ts';

describe('the pseudo-language', () => {
  it('leaves only foreign text outside its brackets', () => {
    const { status } = pseudoMessages;
    expect(status.lastRead('<t:1:R>')).toBe('⟦last read ⟧<t:1:R>');
    expect(outsideBrackets(status.failedSince(3))).toEqual([]);
    expect(outsideBrackets(status.feedTitle('Market'))).toEqual(['Market']);
  });

  it('marks the words of sentences in parts', () => {
    const name = { type: 'name', text: 'Fox' } as const;
    expect(pseudoMessages.writer.segments`${name} sold`).toEqual([name, { type: 'text', text: '⟦ sold⟧' }]);
  });
});
