import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filters } from '#src/alerts/filters/index.ts';
import { kindNames, kindOptions, TOPICS } from '#src/alerts/kinds/registry.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

/** Where kinds and topics may be named, besides sandbox and tests. */
const HOME = ['src/alerts/kinds/', 'src/messages/'];

/** Other files with the same words, and what these mean there. */
const OTHER_MEANINGS: readonly (readonly [path: string, meaning: string])[] = [
  ['src/marketplace/', 'kinds of feed records'],
  ['src/alerts/activity-trade.ts', 'kinds of feed records'],
  ['src/alerts/burn.ts', 'kinds of feed records'],
  ['src/alerts/feed-record.ts', 'kinds of feed records'],
  ['src/discord/lookups/activity-lookups.ts', 'kinds of feed records'],
  ['commands/collection/listings.ts', 'a field of a token that somebody owns'],
  ['src/discord/lookups/list-orders.ts', 'choices of /activity, which lists feed records'],
  ['commands/activity/', 'kinds of feed records'],
  ['commands/watch/', 'what people watch: a token, a collection, wallets or an auction'],
  ['src/discord/views/auction-lines.ts', 'kinds of feed records'],
  ['src/alerts/auctions/settlement.ts', 'the two alerts that may tell of one event'],
  ['src/alerts/detect/', 'kinds of feed records, and the alerts that detection makes of them'],
  ['src/ingest/ingest.ts', 'kinds of feed records'],
  ['src/ingest/record-keys.ts', 'kinds of feed records'],
  ['src/ingest/floors/find-cause.ts', 'kinds of feed records'],
];

/** Also names of commands, options, screens and fields: only looked for in comparisons. */
const AMBIGUOUS = ['auction', 'floor', 'recap'];

const names = [...kindNames, ...TOPICS].filter((name) => !AMBIGUOUS.includes(name));
const literal = new RegExp(
  `['"\`](?:${names.join('|')})['"\`]|(?:kind|topic|type) [!=]== '(?:${AMBIGUOUS.join('|')})'|startsWith\\('(?:${AMBIGUOUS.join('|')})`,
);

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);
}

/** Lines of code, without comments, that a pattern fits, in files outside these folders. */
function linesWith(pattern: RegExp, allowed: readonly string[]): readonly string[] {
  return ['src', 'commands']
    .flatMap(filesIn)
    .filter((file) => !allowed.some((path) => file.startsWith(path)))
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(?:\*|\/\/|\/\*)/.test(line) && pattern.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
}

describe('the name of a kind or topic of alerts', () => {
  it('stands in no file but that of its kind, and in the messages', () => {
    const others = [...HOME, ...OTHER_MEANINGS.map(([path]) => path)];
    expect(linesWith(literal, others)).toEqual([]);
  });
});

/** Keys that are common words as well are only looked for where the values of a rule are read. */
const isCommonWord = (key: string): boolean => !key.includes('_');

function anyOf(keys: readonly string[]): RegExp {
  const places = [
    ...keys.filter((key) => !isCommonWord(key)).map((key) => `\\b${key}\\b`),
    ...keys.filter(isCommonWord).map((key) => `\\b(?:filter|values)\\??(?:\\.|\\[')${key}\\b`),
  ];
  return new RegExp(places.join('|'));
}

const keysOf = (conditions: readonly { readonly fields: readonly { readonly key: string }[] }[]) =>
  conditions.flatMap(({ fields }) => fields.map(({ key }) => key));

describe('the key of a filter, or of an option of a kind,', () => {
  it.each([
    ['src/alerts/filters/', keysOf(filters)],
    ['src/alerts/kinds/', keysOf(kindOptions)],
  ])('stands nowhere but in its file in %s, and in the messages', (home, keys) => {
    const found = linesWith(anyOf(keys), [home, 'src/messages/']);
    // Examples of /help show what people type.
    expect(found.filter((line) => !line.includes(' example: '))).toEqual([]);
  });
});
