import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTemplate } from '#src/alerts/templates/parse.ts';
import { PLACEHOLDERS } from '#src/alerts/templates/placeholders.ts';
import type { Template } from '#src/alerts/templates/template.ts';

const SALE = ['token', 'collection', 'price', 'price.fiat', 'buyer', 'rank', 'link'] as const;

function nodesOf(text: string): Template {
  const parsed = parseTemplate(text, SALE);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
  return parsed.template;
}

function problemOf(text: string) {
  const parsed = parseTemplate(text, SALE);
  return parsed.ok ? null : parsed.problem;
}

const words = (text: string) => ({ type: 'words', text });
const value = (...names: readonly string[]) => ({
  type: 'placeholder',
  choices: names.map((name) => ({ type: 'value', name })),
});

describe('a template', () => {
  it('has words and placeholders', () => {
    expect(nodesOf('**{token}** sold for {price}!')).toEqual([
      words('**'),
      value('token'),
      words('** sold for '),
      value('price'),
      words('!'),
    ]);
  });

  it('names what is shown instead of an unknown value', () => {
    expect(nodesOf('{price.fiat | price|"no \\"price\\""}')).toEqual([
      {
        type: 'placeholder',
        choices: [
          { type: 'value', name: 'price.fiat' },
          { type: 'value', name: 'price' },
          { type: 'words', text: 'no "price"' },
        ],
      },
    ]);
  });

  it('has groups, also within groups', () => {
    expect(nodesOf('a[ · rank {rank}[ of {collection}]]')).toEqual([
      words('a'),
      {
        type: 'group',
        nodes: [
          words(' · rank '),
          value('rank'),
          { type: 'group', nodes: [words(' of '), value('collection')] },
        ],
      },
    ]);
  });

  it('has links to the page of the alert and to addresses', () => {
    expect(nodesOf('[{token}]({link}) [rules](https://example.com/a?b=1)')).toEqual([
      { type: 'link', label: [value('token')], url: null },
      words(' '),
      { type: 'link', label: [words('rules')], url: 'https://example.com/a?b=1' },
    ]);
  });

  it('takes a bracket before other brackets for a group', () => {
    expect(nodesOf('[a](b)')).toEqual([{ type: 'group', nodes: [words('a')] }, words('(b)')]);
  });

  it('escapes with a backslash, and keeps the escapes of Discord', () => {
    expect(nodesOf('\\{token\\} \\[x\\] \\*y\\* \\ z\\')).toEqual([
      words('{token} \\[x\\] \\*y\\* \\\\ z\\\\'),
    ]);
  });

  it('leaves brackets in code alone', () => {
    expect(nodesOf('`[a]` ``b`]`` {price}')).toEqual([words('`[a]` ``b`]`` '), value('price')]);
  });

  it('mentions nobody', () => {
    expect(nodesOf('@everyone <@&1>')).toEqual([words('@\u200beveryone <@\u200b&1>')]);
  });

  it.each([
    ['Sold for {pric} S', { code: 'unknown placeholder', name: 'pric', nearest: 'price', at: 11 }],
    ['{Token}', { code: 'unknown placeholder', name: 'Token', nearest: 'token', at: 2 }],
    ['{weather}', { code: 'unknown placeholder', name: 'weather', nearest: null, at: 2 }],
    // Bids have no rank in this list.
    ['{held}', { code: 'unknown placeholder', name: 'held', nearest: null, at: 2 }],
    ['a {token', { code: 'open', mark: '{', at: 3 }],
    ['a {', { code: 'open', mark: '{', at: 3 }],
    ['{token price}', { code: 'open', mark: '{', at: 1 }],
    ['[a {token}', { code: 'open', mark: '[', at: 1 }],
    ['a`b', { code: 'open', mark: '`', at: 2 }],
    ['{"a}', { code: 'open', mark: '"', at: 2 }],
    ['a}', { code: 'stray', mark: '}', at: 2 }],
    ['a]', { code: 'stray', mark: ']', at: 2 }],
    ['{}', { code: 'empty placeholder', at: 2 }],
    ['{token|}', { code: 'empty placeholder', at: 8 }],
    ['`{token}`', { code: 'placeholder in code', at: 2 }],
    ['https://example.com/{token}', { code: 'placeholder in an address', at: 21 }],
    ['<#{token}>', { code: 'placeholder in an address', at: 3 }],
    ['<[{token}]>', { code: 'placeholder in an address', at: 3 }],
    ['[a](https://example.com/{token})', { code: 'placeholder in an address', at: 25 }],
    [`{"${'a'.repeat(81)}"}`, { code: 'long words', most: 80, at: 2 }],
    ['['.repeat(9), { code: 'too deep', most: 8, at: 9 }],
  ])('%s is refused with its place', (text, problem) => {
    expect(problemOf(text)).toEqual(problem);
  });

  it('is read whatever it contains, and its problem is within it', () => {
    const piece = fc.constantFrom(
      ...'{}[]()|"`\\<>@\n '.split(''),
      '{token}',
      '{price|"none"}',
      '](',
      '{link})',
      'https://',
      'é👋',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const parsed = parseTemplate(text, PLACEHOLDERS);
        if (parsed.ok) return;
        expect(parsed.problem.at).toBeGreaterThan(0);
        expect(parsed.problem.at).toBeLessThanOrEqual(text.length + 1);
      }),
    );
  });

  it('consists of its words and placeholders, whatever these are', () => {
    const plain = fc.stringMatching(/^[a-z *_~.,!?-]{1,20}$/);
    const part = fc.oneof(
      plain.map((text) => ({ written: text, text })),
      fc.constantFrom(...PLACEHOLDERS).map((name) => ({ written: `{${name}}`, text: `<${name}>` })),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const parsed = parseTemplate(parts.map(({ written }) => written).join(''), PLACEHOLDERS);
        const text = parsed.ok
          ? parsed.template
              .map((node) =>
                node.type === 'words'
                  ? node.text
                  : node.type === 'placeholder'
                    ? node.choices.map((choice) =>
                        choice.type === 'value' ? `<${choice.name}>` : choice.text,
                      )
                    : node.type,
              )
              .join('')
          : null;
        expect(text).toBe(parts.map((one) => one.text).join(''));
      }),
    );
  });
});
