import { eachInSteps, runSteps, type StepGenerator } from '#src/chain/steps.ts';

/** Minimum length of a match inside a code: shorter texts occur in most codes by chance. */
const MIN_CODE_SUBSTRING = 4;
/** Number of allowed typing mistakes in a word, by its length. */
const MAX_TYPOS = [
  { fromLength: 8, typos: 2 },
  { fromLength: 4, typos: 1 },
] as const;
/** Longer words are compared by their beginnings. */
const MAX_WORD_LENGTH = 32;
/** Number of characters of a name that are searched; its first words can be found with typing mistakes. */
const MAX_NAME_LENGTH = 120;
const MAX_WORDS = 12;
/** Number of typed words that are compared; each costs a pass over all words of the items. */
const MAX_TYPED_WORDS = 6;
/** Occurrences, words or items processed in one step. */
const PER_STEP = 25;
/** Number of occurrences in one name that are checked for the beginning of a word. */
const MAX_OCCURRENCES = 8;
/** Number of words that one search compares letter by letter with the typed text; the first items come first. */
const MAX_COMPARED_WORDS = 3_000;
const NO_MATCH = 4;

/** Work done by a search, for measurements. */
export interface SearchWork {
  /** Scanned characters of names. */
  characters: number;
  /** Words compared letter by letter. */
  words: number;
  /** Inspected words, once for each typed word. */
  passes: number;
}

/** Normalizes text for comparison: no case, no accents, single spaces. */
export function normaliseText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** An item prepared for the search. */
export interface SearchItem<T> {
  readonly item: T;
  readonly names: readonly string[];
  readonly codes: readonly string[];
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

function letterMask(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) % 32);
  return letters;
}

/** Returns the words of an item that may be found with typing mistakes. */
function fuzzyWords(names: readonly string[]): readonly string[] {
  const words = names.map((name) => wordsOf(name).slice(0, MAX_WORDS));
  // The whole name without spaces counts as a word too, because people leave out spaces.
  const whole = words.map((one) => one.join(''));
  return [...new Set([...words.flat(), ...whole].map((word) => word.slice(0, MAX_WORD_LENGTH)))];
}

/**
 * Prepares an item for `searchItems`.
 * @param names matched with typing mistakes
 * @param codes addresses and numbers, matched exactly
 */
export function toSearchItem<T>(
  item: T,
  names: readonly string[],
  codes: readonly string[] = [],
): SearchItem<T> {
  const normalised = names
    .map((name) => normaliseText(name.slice(0, MAX_NAME_LENGTH)).slice(0, MAX_NAME_LENGTH))
    .filter((name) => name !== '');
  return {
    item,
    names: normalised,
    codes: codes.map((code) => code.slice(0, MAX_NAME_LENGTH).toLowerCase()),
  };
}

/** Texts of many items joined into one, which is much faster to search. */
interface Joined {
  readonly text: string;
  /** Start of each item, and the end of the text as the last element. */
  readonly starts: Uint32Array;
}

function* joinTexts(textsOf: readonly (readonly string[])[]): StepGenerator<Joined> {
  const starts = new Uint32Array(textsOf.length + 1);
  const parts: string[] = [];
  let length = 0;
  for (const [at, texts] of textsOf.entries()) {
    starts[at] = length;
    const part = texts.map((text) => `\n${text}`).join('');
    parts.push(part);
    length += part.length;
    yield;
  }
  starts[textsOf.length] = length;
  return { text: parts.join(''), starts };
}

/** Returns the item at this position of the text. */
function itemAt({ starts }: Joined, position: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Writes the match class of each item into `classes`: 0 starts with it, 1 a word starts with it, 2 contains it. A
 * better class is kept.
 */
function* classifyNames(
  joined: Joined,
  typed: string,
  classes: Uint8Array,
  work: SearchWork,
): StepGenerator<void> {
  const { text, starts } = joined;
  work.characters += text.length;
  let positions = 0;
  let last = -1;
  let found = 0;
  for (let at = text.indexOf(typed); at !== -1; ) {
    const item = itemAt(joined, at);
    const before = text.charAt(at - 1);
    const fits = before === '\n' ? 0 : /[\p{L}\p{N}]/u.test(before) ? 2 : 1;
    classes[item] = Math.min(classes[item] ?? NO_MATCH, fits);
    positions = item === last ? positions + 1 : 1;
    last = item;
    // Continue with the next item: no better match is possible, or enough occurrences were checked.
    const done = classes[item] === 0 || positions >= MAX_OCCURRENCES;
    at = text.indexOf(typed, done ? (starts[item + 1] ?? text.length) : at + 1);
    found += 1;
    if (found % PER_STEP === 0) yield;
  }
}

/** Classifies codes likewise: they match at their start, and inside if `typed` is long enough. */
function* classifyCodes(joined: Joined, typed: string, classes: Uint8Array): StepGenerator<void> {
  const { text, starts } = joined;
  const whole = typed.startsWith('\n');
  let found = 0;
  for (let at = text.indexOf(typed); at !== -1; ) {
    const item = itemAt(joined, at);
    const fits = whole || text.charAt(at - 1) === '\n' ? 0 : 2;
    classes[item] = Math.min(classes[item] ?? NO_MATCH, fits);
    at = text.indexOf(typed, fits === 0 ? (starts[item + 1] ?? text.length) : at + 1);
    found += 1;
    if (found % PER_STEP === 0) yield;
  }
}

/** Counts the set bits of a 32-bit number. */
function countBits(number: number): number {
  let left = number;
  let bits = 0;
  for (; left !== 0; left &= left - 1) bits += 1;
  return bits;
}

/** Returns whether more letters of `typed` are missing in a word than mistakes are allowed. */
function exceedsTypos(typed: string, letters: number, allowed: number): boolean {
  let missing = 0;
  for (let at = 0; at < typed.length; at += 1) {
    if ((letters & (1 << (typed.charCodeAt(at) % 32))) === 0) missing += 1;
    if (missing > allowed) return true;
  }
  return false;
}

/**
 * Returns the edit distance between `typed` and the nearest prefix of `word`: letters left out, added, changed, or two
 * neighbours swapped (optimal string alignment).
 */
function prefixDistance(typed: string, word: string): number {
  let before: number[] = [];
  let last: number[] = Array.from({ length: word.length + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= word.length; column += 1) {
      const same = typed[row - 1] === word[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      if (row > 1 && column > 1 && swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      current.push(least);
    }
    before = last;
    last = current;
  }
  return Math.min(...last);
}

/** All words of many items without duplicates, those of the first items first. */
interface Vocabulary {
  readonly words: readonly string[];
  /** One bit for each letter and digit of a word. */
  readonly letters: Int32Array;
  /** Indexes into `words`, item after item. */
  readonly positions: Uint32Array;
  /** Start of each item in `positions`, and its end as the last element. */
  readonly starts: Uint32Array;
}

function* vocabularyOf(namesOf: readonly (readonly string[])[]): StepGenerator<Vocabulary> {
  const known = new Map<string, number>();
  const words: string[] = [];
  const letters: number[] = [];
  const positions: number[] = [];
  const starts = new Uint32Array(namesOf.length + 1);
  for (const [at, names] of namesOf.entries()) {
    starts[at] = positions.length;
    for (const word of fuzzyWords(names)) {
      const position = known.get(word) ?? words.length;
      if (position === words.length) {
        known.set(word, position);
        words.push(word);
        letters.push(letterMask(word));
      }
      positions.push(position);
    }
    yield;
  }
  starts[namesOf.length] = positions.length;
  // Converted at once, because this only copies memory.
  return { words, letters: new Int32Array(letters), positions: new Uint32Array(positions), starts };
}

/** Marks a word with too many mistakes. */
const TOO_MANY = 255;

/** Returns, for each word of the vocabulary, the distance of `typed` to its beginning, or `TOO_MANY`. */
function* typosByWord(
  { words, letters }: Vocabulary,
  typed: string,
  work: SearchWork,
): StepGenerator<Uint8Array> {
  const allowed = maxTypos(typed);
  const queryWords = letterMask(typed);
  const typos = new Uint8Array(words.length).fill(TOO_MANY);
  work.passes += words.length;
  for (let at = 0; at < words.length; at += 1) {
    if (at % PER_STEP === 0) yield;
    const has = letters[at] ?? 0;
    // The letter mask rules out most words cheaply.
    if (countBits(queryWords & ~has) > allowed) continue;
    const word = words[at] ?? '';
    if (typed.length - allowed > word.length) continue;
    if (word.startsWith(typed)) typos[at] = 0;
    else if (allowed > 0 && work.words < MAX_COMPARED_WORDS && !exceedsTypos(typed, has, allowed)) {
      work.words += 1;
      const found = prefixDistance(typed, word.slice(0, typed.length + allowed));
      if (found <= allowed) typos[at] = found;
    }
  }
  return typos;
}

/**
 * Returns the total distance of all typed words to the nearest words of the item; `null` if one word has too many
 * mistakes.
 */
function typosInItem(
  { positions, starts }: Vocabulary,
  item: number,
  typed: readonly Uint8Array[],
): number | null {
  let sum = 0;
  for (const typos of typed) {
    let least = TOO_MANY;
    for (let at = starts[item] ?? 0; at < (starts[item + 1] ?? 0); at += 1)
      least = Math.min(least, typos[positions[at] ?? 0] ?? TOO_MANY);
    if (least === TOO_MANY) return null;
    sum += least;
  }
  return sum;
}

function maxTypos(word: string): number {
  return MAX_TYPOS.find(({ fromLength }) => word.length >= fromLength)?.typos ?? 0;
}

/** A search over prepared items. */
export interface SearchIndex<T> {
  /**
   * Finds the best matches, at most `limit`, in steps.
   * @param work counters to increase
   */
  findInSteps(text: string, limit: number, work?: SearchWork): StepGenerator<T[]>;
}

/**
 * Prepares a search over items. Results come in this order: names and codes that start with the typed text, names with
 * a word that starts with it, names that contain it, names that match with typing mistakes or without spaces. Equal
 * results keep the order of `items`. All preparation is done here, none during a search.
 *
 * The work only grows with the number of items: long names are truncated, and only the words of the first items are
 * compared for typing mistakes.
 */
export function* createSearchIndexInSteps<T>(items: readonly SearchItem<T>[]): StepGenerator<SearchIndex<T>> {
  const names = yield* joinTexts(items.map((one) => one.names));
  const codes = yield* joinTexts(items.map((one) => one.codes));
  const vocabulary = yield* vocabularyOf(items.map((one) => one.names));
  return createSearchIndex({ items, names, codes, vocabulary });
}

/** @param parts.vocabulary created only for a text without enough exact matches, if it is not ready */
function createSearchIndex<T>(parts: {
  readonly items: readonly SearchItem<T>[];
  readonly names: Joined;
  readonly codes: Joined;
  readonly vocabulary: Vocabulary | (() => StepGenerator<Vocabulary>);
}): SearchIndex<T> {
  const { items, names, codes } = parts;

  function* findFuzzy(typed: string, classes: Uint8Array, work: SearchWork): StepGenerator<readonly T[]> {
    const typedWords = wordsOf(typed).map((word) => word.slice(0, MAX_WORD_LENGTH));
    const queryWords = [...new Set(typedWords)].slice(0, MAX_TYPED_WORDS);
    if (queryWords.length === 0) return [];
    const vocabulary = typeof parts.vocabulary === 'function' ? yield* parts.vocabulary() : parts.vocabulary;
    const typos: Uint8Array[] = [];
    for (const word of queryWords) typos.push(yield* typosByWord(vocabulary, word, work));
    const candidates: { readonly item: T; readonly typoCount: number }[] = [];
    yield* eachInSteps(items.entries(), PER_STEP, ([at, { item }]) => {
      const typoCount = classes[at] === NO_MATCH ? typosInItem(vocabulary, at, typos) : null;
      if (typoCount !== null) candidates.push({ item, typoCount });
    });
    return candidates.toSorted((a, b) => a.typoCount - b.typoCount).map(({ item }) => item);
  }

  return {
    *findInSteps(text, limit, work = { characters: 0, words: 0, passes: 0 }) {
      const typed = normaliseText(text.slice(0, MAX_NAME_LENGTH)).slice(0, MAX_NAME_LENGTH);
      if (typed === '') return items.slice(0, limit).map(({ item }) => item);
      const classes = new Uint8Array(items.length).fill(NO_MATCH);
      yield* classifyNames(names, typed, classes, work);
      const within = typed.length >= MIN_CODE_SUBSTRING ? typed : `\n${typed}`;
      yield* classifyCodes(codes, within, classes);
      const exact = [0, 1, 2].flatMap((queryWords) =>
        items.flatMap(({ item }, at) => (classes[at] === queryWords ? [item] : [])),
      );
      if (exact.length >= limit) return exact.slice(0, limit);
      return [...exact, ...(yield* findFuzzy(typed, classes, work))].slice(0, limit);
    },
  };
}

/** Searches items once (`createSearchIndexInSteps`). */
export function* searchItemsInSteps<T>(
  items: readonly SearchItem<T>[],
  text: string,
  limit: number,
  work?: SearchWork,
): StepGenerator<T[]> {
  const finder = createSearchIndex({
    items,
    names: yield* joinTexts(items.map((one) => one.names)),
    codes: yield* joinTexts(items.map((one) => one.codes)),
    vocabulary: () => vocabularyOf(items.map((one) => one.names)),
  });
  return yield* finder.findInSteps(text, limit, work);
}

/** Runs `searchItemsInSteps` at once, for short lists. */
export function searchItems<T>(
  ...search: [items: readonly SearchItem<T>[], text: string, limit: number, work?: SearchWork]
): T[] {
  return runSteps(searchItemsInSteps(...search));
}

/** Caches the result of `prepare` for each list, as long as the list exists. */
export function memoise<K extends object, T>(prepare: (list: K) => T): (list: K) => T {
  const prepared = new WeakMap<K, T>();
  return (list) => {
    const known = prepared.get(list) ?? prepare(list);
    prepared.set(list, known);
    return known;
  };
}
