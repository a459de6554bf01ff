import { describe, expect, it } from 'vitest';
import { outsideBrackets, pseudoMessages } from '../support/pseudo-language.ts';

describe('the pseudo-language', () => {
  it('leaves only foreign text outside its brackets', () => {
    const { status } = pseudoMessages;
    expect(status.lastRead('<t:1:R>')).toBe('⟦last read ⟧<t:1:R>');
    expect(outsideBrackets(status.failedSince(3))).toEqual([]);
    expect(outsideBrackets(status.feedTitle('Market'))).toEqual(['Market']);
  });

  it('leaves out a bracket that is not closed only where Discord’s limit cut it off', () => {
    const cut = `⟦${'a'.repeat(98)}…`;

    expect(cut).toHaveLength(100);
    expect(outsideBrackets(cut)).toEqual([]);
    expect(outsideBrackets(cut.slice(3))).toEqual([cut.slice(3)]);
    expect(outsideBrackets(`⟦${'a'.repeat(40)}…`)).toEqual([`⟦${'a'.repeat(40)}…`]);
  });

  it('marks the words of sentences in parts', () => {
    const name = { type: 'name', text: 'Fox' } as const;
    expect(pseudoMessages.writer.segments`${name} sold`).toEqual([name, { type: 'text', text: '⟦ sold⟧' }]);
  });
});
