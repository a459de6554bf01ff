import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../../../../sandbox/web/page/markdown/blocks.ts';
import { readInline } from '../../../../sandbox/web/page/markdown/inline.ts';
import type { Block, Inline, ListBlock } from '../../../../sandbox/web/page/markdown/nodes.ts';
import { threadTimeMs } from '../../../support/thread-time.ts';

const text = (words: string): Inline => ({ type: 'text', text: words });

describe('markup within a line', () => {
  it.each<[string, readonly Inline[]]>([
    ['plain', [text('plain')]],
    ['**bold**', [{ type: 'strong', children: [text('bold')] }]],
    ['*leaning*', [{ type: 'emphasis', children: [text('leaning')] }]],
    ['_leaning_', [{ type: 'emphasis', children: [text('leaning')] }]],
    ['__under__', [{ type: 'underline', children: [text('under')] }]],
    ['~~gone~~', [{ type: 'strike', children: [text('gone')] }]],
    ['||hidden||', [{ type: 'spoiler', children: [text('hidden')] }]],
    ['`**code**`', [{ type: 'code', text: '**code**' }]],
    ['***both***', [{ type: 'emphasis', children: [{ type: 'strong', children: [text('both')] }] }]],
    [
      '**bold _and leaning_**',
      [{ type: 'strong', children: [text('bold '), { type: 'emphasis', children: [text('and leaning')] }] }],
    ],
    ['2 * 3 * 4', [text('2 * 3 * 4')]],
    ['snake_case_name', [text('snake_case_name')]],
    ['**never closed', [text('**never closed')]],
    [String.raw`\*\*not bold\*\*`, [text('**not bold**')]],
    [String.raw`C:\new`, [text(String.raw`C:\new`)]],
  ])('reads %j', (source, nodes) => {
    expect(readInline(source)).toEqual(nodes);
  });
});

describe('links', () => {
  const link = (url: string, words = url): Inline => ({ type: 'link', url, children: [text(words)] });
  it.each<[string, readonly Inline[]]>([
    ['see https://a.example/b.', [text('see '), link('https://a.example/b'), text('.')]],
    ['(https://a.example/b)', [text('('), link('https://a.example/b'), text(')')]],
    ['https://a.example/b_(c)', [link('https://a.example/b_(c)')]],
    ['<https://a.example>', [link('https://a.example')]],
    ['[view](https://a.example/t)', [link('https://a.example/t', 'view')]],
    ['[view](<https://a.example/t> "title")', [link('https://a.example/t', 'view')]],
    ['[view](javascript:alert(1))', [text('[view](javascript:alert(1))')]],
    [
      '[https://bank.example](https://evil.example)',
      [text('[https://bank.example]('), link('https://evil.example'), text(')')],
    ],
  ])('reads %j', (source, nodes) => {
    expect(merged(readInline(source))).toEqual(nodes);
  });

  it('are not parsed in titles', () => {
    expect(readInline('[view](https://a.example) <@1>', 'title')).toEqual([
      text('[view](https://a.example) <@1>'),
    ]);
  });
});

describe('mentions and moments', () => {
  it.each<[string, Inline]>([
    ['<@123>', { type: 'user', id: '123' }],
    ['<@!123>', { type: 'user', id: '123' }],
    ['<@&123>', { type: 'role', id: '123' }],
    ['<#123>', { type: 'channel', id: '123' }],
    ['@everyone', { type: 'everyone', name: 'everyone' }],
    ['</alerts add:9>', { type: 'command', name: 'alerts add', id: '9' }],
    ['<t:1700000000:R>', { type: 'time', seconds: 1_700_000_000, style: 'R' }],
    ['<t:1700000000>', { type: 'time', seconds: 1_700_000_000, style: 'f' }],
    ['<:gavel:77>', { type: 'emoji', name: 'gavel' }],
    ['<t:9999999999999:R>', text('<t:9999999999999:R>')],
    ['<@name>', text('<@name>')],
  ])('reads %j', (source, node) => {
    expect(readInline(source)).toEqual([node]);
  });
});

describe('lines', () => {
  const paragraph = (words: string): Block => ({ type: 'paragraph', children: [text(words)] });
  it.each<[string, readonly Block[]]>([
    ['one\ntwo', [paragraph('one\ntwo')]],
    ['one\n\n\ntwo', [paragraph('one\n\n\ntwo')]],
    ['# Big', [{ type: 'heading', level: 1, children: [text('Big')] }]],
    ['### Small', [{ type: 'heading', level: 3, children: [text('Small')] }]],
    ['#none', [paragraph('#none')]],
    ['one\n-# small print', [paragraph('one'), { type: 'subtext', children: [text('small print')] }]],
    [
      'one\n\n-# small',
      [paragraph('one'), { type: 'blank' }, { type: 'subtext', children: [text('small')] }],
    ],
    ['> said\n> twice\nnot', [{ type: 'quote', children: [paragraph('said\ntwice')] }, paragraph('not')]],
    ['>>> all\nof it', [{ type: 'quote', children: [paragraph('all\nof it')] }]],
    ['```js\nlet x;\n```', [{ type: 'code-block', language: 'js', text: 'let x;' }]],
    [
      'a\n```**b**```\nc',
      [paragraph('a'), { type: 'code-block', language: null, text: '**b**' }, paragraph('c')],
    ],
    [
      '- one\n  - below\n- two\n3. three',
      [
        {
          type: 'list',
          start: null,
          items: [
            {
              children: [text('one')],
              below: [{ type: 'list', start: null, items: [{ children: [text('below')], below: [] }] }],
            },
            { children: [text('two')], below: [] },
          ],
        },
        { type: 'list', start: 3, items: [{ children: [text('three')], below: [] }] },
      ],
    ],
    ['', []],
  ])('reads %j', (source, blocks) => {
    expect(readMarkdown(source)).toEqual(blocks);
  });
});

/** Merges adjacent texts, which result from unmatched brackets. */
function merged(nodes: readonly Inline[]): readonly Inline[] {
  return nodes.reduce<Inline[]>((all, node) => {
    const last = all.at(-1);
    if (last?.type === 'text' && node.type === 'text') all.splice(-1, 1, text(last.text + node.text));
    else all.push(node);
    return all;
  }, []);
}

function strangeInline(node: Inline): readonly unknown[] {
  switch (node.type) {
    case 'text':
    case 'code':
      return typeof node.text === 'string' && node.text !== '' ? [] : [node];
    case 'strong':
    case 'emphasis':
    case 'underline':
    case 'strike':
    case 'spoiler':
      return node.children.flatMap(strangeInline);
    case 'link':
      return /^https?:\/\//.test(node.url) ? node.children.flatMap(strangeInline) : [node];
    case 'user':
    case 'role':
    case 'channel':
      return /^\d+$/.test(node.id) ? [] : [node];
    case 'command':
      return /^\d+$/.test(node.id) && node.name !== '' ? [] : [node];
    case 'time':
      return Number.isNaN(new Date(node.seconds * 1_000).getTime()) ? [node] : [];
    case 'everyone':
    case 'emoji':
      return [];
    default:
      return [node];
  }
}

function strangeList(list: ListBlock): readonly unknown[] {
  return list.items.flatMap(({ children, below }) => [
    ...children.flatMap(strangeInline),
    ...below.flatMap(strangeList),
  ]);
}

function strange(block: Block): readonly unknown[] {
  switch (block.type) {
    case 'paragraph':
    case 'subtext':
    case 'heading':
      return block.children.flatMap(strangeInline);
    case 'quote':
      return block.children.flatMap(strange);
    case 'list':
      return strangeList(block);
    case 'code-block':
    case 'blank':
      return [];
    default:
      return [block];
  }
}

const MARKS = [
  '*',
  '**',
  '_',
  '__',
  '~~',
  '||',
  '`',
  '```',
  '\\',
  '\n',
  ' ',
  '> ',
  '>>> ',
  '- ',
  '1. ',
  '# ',
  '-# ',
  '[',
  '](',
  ')',
  '<',
  '>',
  '<@1>',
  '<#',
  '<t:1:R>',
  '</a:1>',
  '@everyone',
  'https://',
  'https://a.example/',
  'javascript:',
  'a',
  'é',
  '🦊',
];
const markup = fc.array(fc.oneof(fc.constantFrom(...MARKS), fc.string({ maxLength: 4 })), { maxLength: 60 });

describe('any text', () => {
  it('is parsed without throwing into known nodes only', () => {
    fc.assert(
      fc.property(markup, (parts) => {
        expect(readMarkdown(parts.join('')).flatMap(strange)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('without markup is unchanged', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9 ]*[a-z][a-z0-9 ]*$/), (words) => {
        expect(readMarkdown(words)).toEqual([{ type: 'paragraph', children: [text(words)] }]);
      }),
    );
  });

  it.each(['*', '**', '_', '`', '[', '||', '<', '> ', '- ', '\\', '[](', '**_'])(
    'of 4,000 times %j is read within a second',
    (mark) => {
      const before = threadTimeMs();
      readMarkdown(mark.repeat(4_000));
      expect(threadTimeMs() - before).toBeLessThan(1_000);
    },
  );
});
