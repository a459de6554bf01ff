import { finish, type Steps } from './steps.ts';

/** Shorter texts occur in most codes by chance. */
const SHORTEST_WITHIN_CODE = 4;
/** How many mistakes a word of this length may hold and still be recognised. */
const FORGIVEN = [
  { fromLength: 8, mistakes: 2 },
  { fromLength: 4, mistakes: 1 },
] as const;
/** Longer words are told apart by their beginnings. */
const LONGEST_WORD = 32;
/** Nobody types, and no list shows, more of a name than this; the first words of it can be found with mistakes. */
const LONGEST_NAME = 120;
const MOST_WORDS = 12;
/** Places in one name that are looked at for the beginning of a word. */
const MOST_PLACES = 8;
/** Words that one search holds letter by letter against what was typed; the first items go first. */
const MOST_COMPARED = 3_000;
const NO_MATCH = 4;

/** What a search did, for those who want to know what it costs. */
export interface SearchWork {
  /** Characters of names that were read through. */
  characters: number;
  /** Words that were held letter by letter against what was typed. */
  words: number;
}

/** Text as it is compared: no case, no accents, one blank between words. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Something that can be found by what somebody types. */
export interface Findable<T> {
  readonly item: T;
  readonly names: readonly string[];
  readonly codes: readonly string[];
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) % 32);
  return letters;
}

/** Words of an item in which a mistake is forgiven. */
function wordsToForgive(names: readonly string[]): readonly string[] {
  const words = names.map((name) => wordsOf(name).slice(0, MOST_WORDS));
  // The whole without its blanks counts as a word too: people leave blanks out.
  const whole = words.map((one) => one.join(''));
  return [...new Set([...words.flat(), ...whole].map((word) => word.slice(0, LONGEST_WORD)))];
}

/**
 * Prepares an item for `findBest`.
 * @param names what people call it; a mistake in them is forgiven
 * @param codes addresses and numbers, which are only compared exactly
 */
export function findable<T>(item: T, names: readonly string[], codes: readonly string[] = []): Findable<T> {
  const folded = names
    .map((name) => foldText(name.slice(0, LONGEST_NAME)).slice(0, LONGEST_NAME))
    .filter((name) => name !== '');
  return { item, names: folded, codes: codes.map((code) => code.slice(0, LONGEST_NAME).toLowerCase()) };
}

/** Texts of many items as one, which is read through much faster than each by itself. */
interface Joined {
  readonly text: string;
  /** Where each item begins, and at last where the text ends. */
  readonly starts: Uint32Array;
}

function* joinTexts(textsOf: readonly (readonly string[])[]): Steps<Joined> {
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

/** Which item the character at `place` belongs to. */
function itemAt({ starts }: Joined, place: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Notes into `classes` how well each item fits: 0 starts with it, 1 a word starts with it, 2 holds it; what is noted already
 * and better stays.
 */
function noteClasses(joined: Joined, typed: string, classes: Uint8Array, work: SearchWork): void {
  const { text, starts } = joined;
  work.characters += text.length;
  let places = 0;
  let last = -1;
  for (let at = text.indexOf(typed); at !== -1; ) {
    const item = itemAt(joined, at);
    const before = text.charAt(at - 1);
    const fits = before === '\n' ? 0 : /[\p{L}\p{N}]/u.test(before) ? 2 : 1;
    classes[item] = Math.min(classes[item] ?? NO_MATCH, fits);
    places = item === last ? places + 1 : 1;
    last = item;
    // There is nothing better to be found of it, or it has been looked at for long enough.
    const done = classes[item] === 0 || places >= MOST_PLACES;
    at = text.indexOf(typed, done ? (starts[item + 1] ?? text.length) : at + 1);
  }
}

/** The same for codes, which count where they start with it, and where they hold it if it is long enough. */
function noteCodes(joined: Joined, typed: string, classes: Uint8Array): void {
  const { text, starts } = joined;
  const whole = typed.startsWith('\n');
  for (let at = text.indexOf(typed); at !== -1; ) {
    const item = itemAt(joined, at);
    const fits = whole || text.charAt(at - 1) === '\n' ? 0 : 2;
    classes[item] = Math.min(classes[item] ?? NO_MATCH, fits);
    at = text.indexOf(typed, fits === 0 ? (starts[item + 1] ?? text.length) : at + 1);
  }
}

/** How many bits of a 32-bit number are set. */
function bitsIn(number: number): number {
  let left = number;
  let bits = 0;
  for (; left !== 0; left &= left - 1) bits += 1;
  return bits;
}

/** Whether `typed` has more letters that a word lacks than are forgiven: each of them is a mistake for certain. */
function lacksTooMuch(typed: string, letters: number, forgiven: number): boolean {
  let lacking = 0;
  for (let at = 0; at < typed.length; at += 1) {
    if ((letters & (1 << (typed.charCodeAt(at) % 32))) === 0) lacking += 1;
    if (lacking > forgiven) return true;
  }
  return false;
}

/**
 * Mistakes in `typed` against the beginning of `word` that is nearest to it: letters left out, added, changed, or two
 * neighbours swapped (optimal string alignment).
 */
function mistakesAgainst(typed: string, word: string): number {
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

/** All words of many items, each once, those of the first items first. */
interface Vocabulary {
  readonly words: readonly string[];
  /** One bit for each letter and digit of a word. */
  readonly letters: Int32Array;
  /** The words of one item after those of the other, as places in `words`. */
  readonly places: Uint32Array;
  /** Where in `places` each item begins, and at last where it ends. */
  readonly starts: Uint32Array;
}

function* vocabularyOf(namesOf: readonly (readonly string[])[]): Steps<Vocabulary> {
  const known = new Map<string, number>();
  const words: string[] = [];
  const letters: number[] = [];
  const places: number[] = [];
  const starts = new Uint32Array(namesOf.length + 1);
  for (const [at, names] of namesOf.entries()) {
    starts[at] = places.length;
    for (const word of wordsToForgive(names)) {
      const place = known.get(word) ?? words.length;
      if (place === words.length) {
        known.set(word, place);
        words.push(word);
        letters.push(lettersOf(word));
      }
      places.push(place);
    }
    yield;
  }
  starts[namesOf.length] = places.length;
  // From arrays and at once, which only copies memory.
  return { words, letters: new Int32Array(letters), places: new Uint32Array(places), starts };
}

/** Too many mistakes, among counts of them. */
const TOO_MANY = 255;

/** For each word of the vocabulary the mistakes that make `typed` its beginning, if they are few enough. */
function mistakesByWord({ words, letters }: Vocabulary, typed: string, work: SearchWork): Uint8Array {
  const forgiven = forgivenIn(typed);
  const wanted = lettersOf(typed);
  const mistakes = new Uint8Array(words.length).fill(TOO_MANY);
  for (let at = 0; at < words.length; at += 1) {
    const has = letters[at] ?? 0;
    // Most words need no closer look, and of the others only their beginning matters.
    if (bitsIn(wanted & ~has) > forgiven) continue;
    const word = words[at] ?? '';
    if (typed.length - forgiven > word.length) continue;
    if (word.startsWith(typed)) mistakes[at] = 0;
    else if (forgiven > 0 && work.words < MOST_COMPARED && !lacksTooMuch(typed, has, forgiven)) {
      work.words += 1;
      const found = mistakesAgainst(typed, word.slice(0, typed.length + forgiven));
      if (found <= forgiven) mistakes[at] = found;
    }
  }
  return mistakes;
}

/** Mistakes that make every typed word the beginning of one of the item's words, or `null` when they are too many. */
function mistakesIn(
  { places, starts }: Vocabulary,
  item: number,
  typed: readonly Uint8Array[],
): number | null {
  let sum = 0;
  for (const mistakes of typed) {
    let least = TOO_MANY;
    for (let at = starts[item] ?? 0; at < (starts[item + 1] ?? 0); at += 1)
      least = Math.min(least, mistakes[places[at] ?? 0] ?? TOO_MANY);
    if (least === TOO_MANY) return null;
    sum += least;
  }
  return sum;
}

function forgivenIn(word: string): number {
  return FORGIVEN.find(({ fromLength }) => word.length >= fromLength)?.mistakes ?? 0;
}

/** Finds among items that were prepared for it. */
export interface Finder<T> {
  /** What fits best, at most `limit`. @param work is added to */
  find(text: string, limit: number, work?: SearchWork): T[];
}

/**
 * Prepares items to be found again and again: names and codes that start with what was typed, then those with a word that
 * does, then those that hold it, then those that do so with a typing mistake or without the blanks. Equals keep the order of
 * `items`. Nothing is left to be prepared while somebody types.
 *
 * The work grows with the number of items and with nothing else: of long names only the beginning is read, and no more than
 * so many words are looked at for mistakes, those of the first items.
 */
export function* finderInSteps<T>(items: readonly Findable<T>[]): Steps<Finder<T>> {
  const names = yield* joinTexts(items.map((one) => one.names));
  const codes = yield* joinTexts(items.map((one) => one.codes));
  const vocabulary = yield* vocabularyOf(items.map((one) => one.names));
  return finderOf({ items, names, codes, vocabulary: () => vocabulary });
}

/** @param parts.vocabulary is asked for with the first text that has a mistake */
function finderOf<T>(parts: {
  readonly items: readonly Findable<T>[];
  readonly names: Joined;
  readonly codes: Joined;
  readonly vocabulary: () => Vocabulary;
}): Finder<T> {
  const { items, names, codes, vocabulary: vocabularyNow } = parts;

  function nearly(typed: string, classes: Uint8Array, work: SearchWork): readonly T[] {
    const wanted = wordsOf(typed).map((word) => word.slice(0, LONGEST_WORD));
    if (wanted.length === 0) return [];
    const vocabulary = vocabularyNow();
    const mistakes = wanted.map((word) => mistakesByWord(vocabulary, word, work));
    const near = items.flatMap(({ item }, at) => {
      const made = classes[at] === NO_MATCH ? mistakesIn(vocabulary, at, mistakes) : null;
      return made === null ? [] : [{ item, made }];
    });
    return near.toSorted((a, b) => a.made - b.made).map(({ item }) => item);
  }

  return {
    find(text, limit, work = { characters: 0, words: 0 }) {
      const typed = foldText(text.slice(0, LONGEST_NAME)).slice(0, LONGEST_NAME);
      if (typed === '') return items.slice(0, limit).map(({ item }) => item);
      const classes = new Uint8Array(items.length).fill(NO_MATCH);
      noteClasses(names, typed, classes, work);
      const within = typed.length >= SHORTEST_WITHIN_CODE ? typed : `\n${typed}`;
      noteCodes(codes, within, classes);
      const exact = [0, 1, 2].flatMap((wanted) =>
        items.flatMap(({ item }, at) => (classes[at] === wanted ? [item] : [])),
      );
      if (exact.length >= limit) return exact.slice(0, limit);
      return [...exact, ...nearly(typed, classes, work)].slice(0, limit);
    },
  };
}

/** Finds once among items (`finderInSteps`). */
export function findBest<T>(
  items: readonly Findable<T>[],
  text: string,
  limit: number,
  work?: SearchWork,
): T[] {
  const finder = finderOf({
    items,
    names: finish(joinTexts(items.map((one) => one.names))),
    codes: finish(joinTexts(items.map((one) => one.codes))),
    vocabulary: () => finish(vocabularyOf(items.map((one) => one.names))),
  });
  return finder.find(text, limit, work);
}

/** The same function, which prepares each list once, for as long as somebody holds the list. */
export function preparedOnce<K extends object, T>(prepare: (list: K) => T): (list: K) => T {
  const prepared = new WeakMap<K, T>();
  return (list) => {
    const known = prepared.get(list) ?? prepare(list);
    prepared.set(list, known);
    return known;
  };
}
