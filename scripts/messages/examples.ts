import type { Segment } from '#src/messages/segment.ts';

/** A message as a user may read it. */
export interface Example {
  /** Where the message is in `src/messages/en`: `alertList.title`. */
  readonly key: string;
  readonly text: string;
}

const CHANGES = [
  { type: 'percent', percent: -12 },
  { type: 'slight', percent: 0.1, direction: 'more' },
  { type: 'multiple', times: 3 },
  { type: 'equal' },
];
/** Arguments that are neither any text nor any number, by the name of the parameter; the first fits everywhere. */
const SPECIAL: ReadonlyMap<string, readonly unknown[]> = new Map<string, readonly unknown[]>([
  ['alone', [true, false]],
  ['change', CHANGES],
  ['choice', ['monday', 'daily']],
  [
    'comparison',
    [
      { type: 'difference', percent: 12, bound: 'exact', direction: 'above' },
      { type: 'difference', percent: 0.1, bound: 'under', direction: 'below' },
      { type: 'multiple', times: 3, isMore: true },
      { type: 'equal' },
    ],
  ],
  ['each', [false, true]],
  ['every', ['day', 'week']],
  ['filters.list: last', ['or']],
  ['filters.traits.modeAlone: mode', []],
  ['filters.traits.sameTypeTwice: mode', []],
  ['isReader', [true, false]],
  ['mode', ['any', 'all']],
  ['role', ['seller', 'buyer', 'bidder', 'leader', 'outbid']],
  ['seconds', [7500, 60]],
  ['to', CHANGES],
  ['tokenIds', [['11', '13'], ['11']]],
  ['value', ['line', 'nothing']],
  ['weekday', [1, null]],
  [
    '{ messages, busiest, pings, isAtMost }',
    [
      { messages: 412, busiest: 97, pings: 12, isAtMost: false },
      { messages: 1, busiest: null, pings: 0, isAtMost: true },
    ],
  ],
  [
    '{ why, remedy }',
    [
      { why: '‹why›', remedy: '‹remedy›' },
      { why: '‹why›', remedy: null },
    ],
  ],
]);
const NUMBERS = [3, 2, 1, 0];
/** Parts that are no words. */
const NO_WORDS: ReadonlySet<string> = new Set(['writer']);
/** What only a wrong argument leaves in a text. */
const WRONG = /NaN|undefined|\[object|function|=>/;

/** Names of the parameters of an arrow function, as in its source. */
function parametersOf(message: (...values: readonly unknown[]) => unknown): readonly string[] {
  const list = /^(?:\((?<several>[^)]*)\)|(?<one>\w+))\s*=>/.exec(String(message))?.groups ?? {};
  const source = (list['several'] ?? list['one'] ?? '').replaceAll(/\s+/g, ' ').replaceAll(', }', ' }');
  return source
    .split(/,(?![^{]*\})/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Every combination of one value of each list, those with the first values first. */
const combinations = (lists: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] =>
  lists.reduce<readonly (readonly unknown[])[]>(
    (before, values) => before.flatMap((some) => values.map((value) => [...some, value])),
    [[]],
  );

const isSegment = (value: unknown): value is Segment =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The text of a message without its format; `null` if the value is no text. */
function plainText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    const parts = value.map(plainText);
    return parts.includes(null) ? null : parts.join('');
  }
  if (!isSegment(value)) return null;
  switch (value.type) {
    case 'text':
    case 'name':
      return value.text;
    case 'command':
      return `/${value.name}`;
    case 'strong':
    case 'link':
      return plainText(value.segments);
    default:
      return null;
  }
}

/** What a message says for these arguments; `null` if they are of the wrong types. */
function textFor(
  message: (...values: readonly unknown[]) => unknown,
  values: readonly unknown[],
): string | null {
  try {
    const said = message(...values);
    const isGroup = !Array.isArray(said) && !isSegment(said);
    const text =
      plainText(said) ??
      (isGroup
        ? examplesOf(said)
            .map((part) => part.text)
            .join(' · ')
        : '');
    return text === '' || WRONG.test(text) ? null : text;
  } catch (error) {
    // Each combination of types is tried; a text for none of them is reported by the caller.
    if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError)
      return null;
    throw error;
  }
}

/**
 * The texts of a message with parameters. Their types are gone when the program runs, so that each parameter gets a
 * text with its own name, a number, or a list, whichever fits first. Numbers are 3, and then smaller ones where
 * they change the words.
 */
function textsOf(key: string, message: (...values: readonly unknown[]) => unknown): readonly string[] {
  const names = parametersOf(message);
  const special = names.map((name) => SPECIAL.get(`${key}: ${name}`) ?? SPECIAL.get(name) ?? []);
  const candidates = names.map((name, at): readonly unknown[] => [
    ...(special[at] ?? []).slice(0, 1),
    `‹${name}›`,
    3,
    3n,
    [`‹${name}›`, `‹${name}›`],
  ]);
  const fitting = combinations(candidates).find((values) => textFor(message, values) !== null);
  if (fitting === undefined) throw new Error(`no example fits ${key}(${names.join(', ')})`);
  const variants = combinations(
    fitting.map((value, at) => {
      const others = special[at] ?? [];
      if (others.includes(value)) return others;
      if (typeof value === 'number') return NUMBERS;
      return typeof value === 'bigint' ? NUMBERS.map(BigInt) : [value];
    }),
  );
  const byWords = new Map<string, string>();
  for (const values of variants) {
    const text = textFor(message, values);
    const words = text?.replaceAll(/\d+/g, '0');
    if (text !== null && words !== undefined && !byWords.has(words)) byWords.set(words, text);
  }
  return [...byWords.values()];
}

const isMessage = (value: unknown): value is (...values: readonly unknown[]) => unknown =>
  typeof value === 'function';

/** Every message within a value, in the order of the source. */
export function examplesOf(value: unknown, key = ''): readonly Example[] {
  if (isMessage(value)) return textsOf(key, value).map((text) => ({ key, text }));
  const text = plainText(value);
  if (text !== null && (typeof value === 'string' || !Array.isArray(value) || value.some(isSegment)))
    return [{ key, text }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([name]) => !NO_WORDS.has(name))
    .flatMap(([name, part]) => examplesOf(part, key === '' ? name : `${key}.${name}`));
}
