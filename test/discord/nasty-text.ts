import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';

const FIXTURE = '../shared/fixtures/names/ens-name-cases.json';

/** 2,000 names that people really registered or tried to, or `null` where the fixtures are not beside the project. */
export function registeredNames(): readonly string[] | null {
  if (!existsSync(FIXTURE)) return null;
  const cases: unknown = JSON.parse(readFileSync(FIXTURE, 'utf8'));
  if (!Array.isArray(cases)) throw new Error(`${FIXTURE} should hold a list.`);
  return cases.flatMap(({ name }: { name?: unknown }) => (typeof name === 'string' ? [name] : []));
}

const NAMED_TRICKS = {
  'a mention of everyone': '@everyone and @here',
  'mentions of every kind': '<@1> <@!1> <@&1> <#1> <id:customize> </alerts add:1> <t:0:R> <:a:1> <a:b:1>',
  formatting: '**bold** __under__ _it_ ~~gone~~',
  code: '`code` ```block```',
  'a spoiler': '||spoiler||',
  'a heading': '# Heading',
  'the sign of a heading alone': '#',
  'small print': '-# small',
  'the sign of a list alone': '-',
  'a list': '+ list',
  'a numbered list': '1. first',
  'a number of a list alone': '12.',
  'a quote': '> quote',
  'a long quote': '>>> long quote',
  'a masked link': '[Claim here](https://evil.example/claim)',
  'the end of our link and the beginning of another': '](https://evil.example) [x',
  'a link': 'https://evil.example/drop',
  'an invite': 'discord.gg/scam discord.com/invite/scam',
  'a link in angle brackets': '<https://evil.example>',
  backslashes: 'back\\slash \\* \\\\',
  'a turned direction': 'moc.elpmaxe\u202egnp.exe',
  'hidden characters': 'ad\u200dmin\u200b\u2060\ufeff\u00ad\u034f\u115f\u3164\u{e0041}',
  'further lines': 'line\nbreak\r\n# heading\u2028- list\u0085> quote',
  'Hebrew before a number': 'עברית 100 ETH',
  'Arabic between marks of direction': '\u200fمرحبا\u200f',
  'a tower of accents': `z${'\u0300\u0301\u0302'.repeat(600)}`,
  'long emoji': '👨🏽‍❤️‍💋‍👨🏼🏴󠁧󠁢󠁥󠁮󠁧󠁿1️⃣🇩🇪'.repeat(40),
  'halves of characters': '\ud83d lone \udc00',
  HTML: '<b>html</b><script>alert(1)</script>&amp;&lt;',
  'a zero-width space': '\u200b',
  'a blank': ' ',
  nothing: '',
  '1,800 letters': 'x'.repeat(1_800),
  '1,800 asterisks': '*'.repeat(1_800),
  '1,800 at signs': '@'.repeat(1_800),
  '600 schemes': '://'.repeat(600),
  '1,800 ideographs': '字'.repeat(1_800),
} as const;

/** Injection attempts, one of each kind, by name. */
export const TRICKS: readonly (readonly [name: string, text: string])[] = Object.entries(NAMED_TRICKS);

/** The texts alone. */
export const TRICK_TEXTS: readonly string[] = Object.values(NAMED_TRICKS);

/** Arbitrary text: all of Unicode, lone surrogates, and the injection attempts. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.array(fc.constantFrom(...TRICK_TEXTS), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ')),
  fc
    .array(
      fc.constantFrom(
        ...'\\*_~`|[]()<>#-+>.1 @:/\u200d\u202e\n'.split(''),
        '://',
        '@everyone',
        'א',
        '👩',
        '\ud83d',
      ),
      {
        maxLength: 40,
      },
    )
    .map((parts) => parts.join('')),
);
