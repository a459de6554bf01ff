const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const CYRILLIC = 'абцдефгхиёклмнопярстувшчыз';
const [toCyrillic, toLatin] = [table(LATIN, CYRILLIC), table(CYRILLIC, LATIN)];

function table(from: string, to: string): ReadonlyMap<string, string> {
  const both = (text: string) => Array.from(`${text}${text.toUpperCase()}`);
  return new Map(both(from).map((letter, at) => [letter, both(to)[at] ?? letter]));
}

const spell = (text: string, letters: ReadonlyMap<string, string>) =>
  Array.from(text, (letter) => letters.get(letter) ?? letter).join('');

/** The text in letters in which the bot itself never writes. */
export const cyrillic = (text: string): string => spell(text, toCyrillic);

/** The text that `cyrillic` was given. */
export const latin = (text: string): string => spell(text, toLatin);

/** Fields of the marketplace's records and of stored alerts that hold names or other texts of people. */
const TEXTS: ReadonlySet<string> = new Set([
  'name',
  'collectionName',
  'tokenName',
  'symbol',
  'description',
  'bio',
  'username',
  'displayName',
]);
const TRAIT_TEXTS: ReadonlySet<string> = new Set(['type', 'trait_type', 'traitType', 'value']);

const isTrait = (holder: object): boolean =>
  'values' in holder ||
  ('value' in holder && ('type' in holder || 'trait_type' in holder || 'count' in holder));

/** A record in which every name, trait and description is another text. */
export function withTexts(record: unknown, change: (text: string) => string): unknown {
  if (Array.isArray(record)) return record.map((one: unknown) => withTexts(one, change));
  if (typeof record !== 'object' || record === null) return record;
  const ofTrait = isTrait(record);
  return Object.fromEntries(
    Object.entries(record).map(([field, value]: [string, unknown]) => {
      const isText = TEXTS.has(field) || (ofTrait && TRAIT_TEXTS.has(field));
      return [field, typeof value === 'string' && isText ? change(value) : withTexts(value, change)];
    }),
  );
}

/** A record in which every name, trait and description is in Cyrillic letters, so that whatever is Latin is the bot's own. */
export const inCyrillic = (record: unknown): unknown => withTexts(record, cyrillic);
