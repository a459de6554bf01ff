import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTemplate } from '#src/alerts/templates/parse.ts';
import { PLACEHOLDERS } from '#src/alerts/templates/placeholders.ts';
import { pointAt, templateProblem } from '#src/discord/views/template-problem.ts';
import { english } from '#src/messages/messages.ts';

function problemOf(text: string) {
  const parsed = parseTemplate(text, PLACEHOLDERS);
  return parsed.ok ? null : parsed.problem;
}

function sentenceFor(text: string): string | null {
  const problem = problemOf(text);
  return problem === null ? null : templateProblem(problem, english);
}

describe('the sentence for a mistake in a template', () => {
  it.each([
    ['Sold for {pric}', 'There is no placeholder `{pric}` (character 11). Did you mean `{price}`?'],
    [
      '{temperature}',
      'There is no placeholder `{temperature}` (character 2). The template form lists all placeholders.',
    ],
    ['a {token', '`{` at character 3 is not closed. Close it or remove it.'],
    ['a`b', '`` ` `` at character 2 is not closed. Close it or remove it.'],
    ['a}', '`}` at character 2 has no opening bracket. To show the bracket itself, write `\\}`.'],
    ['{}', 'The placeholder at character 2 has no name. Enter one, for example `{token}`.'],
    [`{"${'a'.repeat(81)}"}`, 'The quoted text at character 2 is too long. Use at most 80 characters.'],
    [
      '`{token}`',
      'The placeholder at character 2 is inside code, which Discord does not format. Move it out of the backticks.',
    ],
    [
      'https://example.com/{token}',
      'The placeholder at character 21 is inside an address. Write the whole link as `[text]({link})`.',
    ],
    ['['.repeat(9), 'The group at character 9 is nested too deeply. Use at most 8 levels.'],
  ])('names the place in %s', (text, sentence) => {
    expect(sentenceFor(text)).toBe(sentence);
  });
});

describe('the place of a mistake', () => {
  it('is below the line that it is in', () => {
    expect(pointAt('Sold!\nFor {pric} S', 12)).toBe('```\nFor {pric} S\n     ▲\n```');
    expect(pointAt('a\n', 3)).toBe('```\n\n▲\n```');
  });

  it('is shown with the words around it in a long line', () => {
    const text = `${'a'.repeat(500)}{${'b'.repeat(500)}`;
    const [, line = '', mark = ''] = pointAt(text, 501).split('\n');
    expect(line.length).toBeLessThanOrEqual(130);
    expect(line.charAt(mark.indexOf('▲'))).toBe('{');
  });

  it('is found in any text, and cannot end the block', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[{}[\]"`a\n |]{0,200}$/), (text) => {
        const problem = problemOf(text);
        if (problem === null) return;
        const shown = pointAt(text, problem.at);
        expect(shown.split('\n')).toHaveLength(4);
        expect(shown.slice(3, -3)).not.toContain('`');
        expect(templateProblem(problem, english).length).toBeLessThanOrEqual(150);
      }),
    );
  });
});
