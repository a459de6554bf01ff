import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownLinks } from '#src/discord/markdown-links.ts';
import { escapeMarkdownLine } from '#src/discord/text.ts';
import { anyText } from './nasty-text.ts';

describe('the links of a text', () => {
  it('are found with what the reader sees of them', () => {
    expect(
      markdownLinks('by **[Fox #1](https://m.example/1)** and [a \\[b\\]](<https://m.example/2>) · [x](y)'),
    ).toEqual([
      { label: 'Fox #1', url: 'https://m.example/1' },
      { label: 'a [b]', url: 'https://m.example/2' },
    ]);
  });

  it('are none of a name that somebody chose, once it is escaped', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const typed = `${name}[x](https://m.example/1)`;
        expect(markdownLinks(escapeMarkdownLine(typed, 500))).toEqual([]);
      }),
    );
  });

  it('have a name that was escaped as their label', () => {
    expect(markdownLinks(`[${escapeMarkdownLine('a*b_[c]', 100)}](https://m.example/1)`)).toEqual([
      { label: 'a*b_[c]', url: 'https://m.example/1' },
    ]);
  });
});
