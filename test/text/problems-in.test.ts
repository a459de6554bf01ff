import { describe, expect, it } from 'vitest';
import { problemsIn } from '../../scripts/text/problems-in.ts';

const words = (count: number): string => `${Array.from({ length: count }, () => 'word').join(' ')}.`;

/** A paragraph of short sentences, wrapped. */
const wrapped = (text: string): string => text.replaceAll(/(.{1,100})(?: |$)/g, '$1\n');

describe('a sentence', () => {
  it('of 30 words is short enough, one of 31 is not', () => {
    expect(problemsIn(wrapped(words(30)))).toEqual([]);
    expect(problemsIn(`# Title\n\n${wrapped(words(31))}`)).toMatchObject([
      { line: 3, problem: expect.stringContaining('a sentence of 31 words') },
    ]);
  });

  it('ends with its entry of a list, and with its paragraph', () => {
    const part = wrapped(words(20).replace('.', ''));
    expect(problemsIn(`- ${part}- ${part}\n${part}`)).toEqual([]);
  });

  it('is counted with a link as its text and code as one word', () => {
    const link = '[one word](https://example.com/a/b)';
    const code = '`npm run demo -- --seed 7`';
    expect(problemsIn(wrapped(`${link} ${code} ${words(27)}`))).toEqual([]);
    expect(problemsIn(wrapped(`${link} ${code} ${words(28)}`))).toHaveLength(1);
  });

  it('is not looked for in tables and code', () => {
    const row = `| ${words(40)} |`;
    expect(problemsIn(`| a |\n|---|\n${row}\n`)).toEqual([]);
    expect(problemsIn(`\`\`\`\n${words(40)}\n\`\`\`\n`)).toEqual([]);
  });
});

describe('a line', () => {
  it('of 120 columns is narrow enough, one of 121 is not', () => {
    expect(problemsIn('x'.repeat(120))).toEqual([]);
    expect(problemsIn('x'.repeat(121))).toEqual([{ line: 1, problem: '121 columns, more than 120' }]);
  });

  it('may be wider by the address of a link', () => {
    expect(problemsIn(`[a](https://example.com/${'x'.repeat(120)})`)).toEqual([]);
  });
});

describe('a retired phrase', () => {
  it('is found in paragraphs, across lines, in lists, headings and cells', () => {
    for (const page of ['The\ndearest sale.', '- Dearest sales', '# Dearest sales', '| dearest |'])
      expect(problemsIn(page)).toMatchObject([{ problem: expect.stringContaining('“dearest”') }]);
    expect(problemsIn('It is\ngood to know.')).toMatchObject([{ line: 1 }]);
  });

  it('may stand in code, in a quote and in the title of a test', () => {
    expect(problemsIn('`dearest` “the dearest” [the dearest](../test/a.test.ts)')).toEqual([]);
  });
});
