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
const MOST_COMPARED = 10_000;
const NO_MATCH = 4;

/** Text as it is compared: no case, no accents, one blank between words. */
/** What a search did, for those who want to know what it costs. */
export interface SearchWork {
  /** Characters of names that were read through. */
  characters: number;
  /** Words that were held letter by letter against what was typed. */
  words: number;
}

export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

interface Word {
  readonly text: string;
  /** One bit for each letter and digit in it. */
  readonly letters: number;
}

/** Something that can be found by what somebody types. */
export interface Findable<T> {
  readonly item: T;
  readonly names: readonly string[];
  readonly codes: readonly string[];
  /** Worked out when it is first needed: only mistakes need it. */
  readonly words: () => readonly Word[];
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) % 32);
  return letters;
}

function wordsToForgive(names: readonly string[]): readonly Word[] {
  // The whole without its blanks counts as a word too: people leave blanks out.
  const words = names.map((name) => wordsOf(name).slice(0, MOST_WORDS));
  const whole = words.map((one) => one.join(''));
  return [...new Set([...words.flat(), ...whole])].map((word) => {
    const text = word.slice(0, LONGEST_WORD);
    return { text, letters: lettersOf(text) };
  });
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
  let words: readonly Word[] | undefined;
  return {
    item,
    names: folded,
    codes: codes.map((code) => code.slice(0, LONGEST_NAME).toLowerCase()),
    words: () => {
      words ??= wordsToForgive(folded);
      return words;
    },
  };
}

function startsWord(name: string, at: number): boolean {
  return !/[\p{L}\p{N}]/u.test(name.charAt(at - 1));
}

/** 0 starts with it, 1 a word starts with it, 2 holds it. */
function nameClass(name: string, typed: string): number {
  let at = name.indexOf(typed);
  if (at <= 0) return at === 0 ? 0 : NO_MATCH;
  for (let place = 0; at !== -1 && place < MOST_PLACES; place += 1) {
    if (startsWord(name, at)) return 1;
    at = name.indexOf(typed, at + 1);
  }
  return 2;
}

function codeClass(code: string, typed: string): number {
  if (code.startsWith(typed)) return 0;
  return typed.length >= SHORTEST_WITHIN_CODE && code.includes(typed) ? 2 : NO_MATCH;
}

function exactClass({ names, codes }: Findable<unknown>, typed: string, work: SearchWork): number {
  let best = NO_MATCH;
  for (const name of names) {
    work.characters += name.length;
    best = Math.min(best, nameClass(name, typed));
  }
  for (const code of codes) best = Math.min(best, codeClass(code, typed));
  return best;
}

/** How many bits of a 32-bit number are set. */
function bitsIn(number: number): number {
  let left = number;
  let bits = 0;
  for (; left !== 0; left &= left - 1) bits += 1;
  return bits;
}

/** Whether `typed` has more letters that the word lacks than are forgiven: each of them is a mistake for certain. */
function lacksTooMuch(typed: string, word: Word, forgiven: number): boolean {
  let lacking = 0;
  for (let at = 0; at < typed.length; at += 1) {
    if ((word.letters & (1 << (typed.charCodeAt(at) % 32))) === 0) lacking += 1;
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

/** A word that was typed. */
interface TypedWord {
  readonly text: string;
  /** As in `Word`. */
  readonly letters: number;
  readonly forgiven: number;
  /** Mistakes against the words that were looked at: many items share their words. */
  readonly known: Map<string, number>;
}

/** Mistakes that make the typed word the beginning of this one, if they are few enough; else infinitely many. */
function fewMistakes({ text, letters, forgiven, known }: TypedWord, word: Word, work: SearchWork): number {
  if (forgiven === 0) return word.text.startsWith(text) ? 0 : Infinity;
  // Most words need no closer look, and of the others only their beginning matters.
  if (text.length - forgiven > word.text.length || bitsIn(letters & ~word.letters) > forgiven)
    return Infinity;
  const before = known.get(word.text);
  if (before !== undefined) return before;
  if (lacksTooMuch(text, word, forgiven) || work.words >= MOST_COMPARED) return Infinity;
  work.words += 1;
  const mistakes = mistakesAgainst(text, word.text.slice(0, text.length + forgiven));
  const few = mistakes > forgiven ? Infinity : mistakes;
  known.set(word.text, few);
  return few;
}

/** Mistakes that make every typed word the beginning of one of the item's words, or `null` when they are too many. */
function mistakesIn(words: readonly Word[], typed: readonly TypedWord[], work: SearchWork): number | null {
  let sum = 0;
  for (const one of typed) {
    let least = Infinity;
    for (const word of words) {
      least = Math.min(least, fewMistakes(one, word, work));
      if (least === 0) break;
    }
    if (least === Infinity) return null;
    sum += least;
  }
  return sum;
}

function forgivenIn(word: string): number {
  return FORGIVEN.find(({ fromLength }) => word.length >= fromLength)?.mistakes ?? 0;
}

/**
 * What fits best: names and codes that start with what was typed, then those with a word that does, then those that
 * hold it, then those that do so with a typing mistake or without the blanks. Equals keep the order of `items`.
 *
 * The work grows with the number of items and with nothing else: of long names only the beginning is read, and no more than
 * so many words are looked at for mistakes, those of the first items.
 * @param work is added to
 */
export function findBest<T>(
  items: readonly Findable<T>[],
  text: string,
  limit: number,
  work: SearchWork = { characters: 0, words: 0 },
): T[] {
  const typed = foldText(text.slice(0, LONGEST_NAME)).slice(0, LONGEST_NAME);
  if (typed === '') return items.slice(0, limit).map(({ item }) => item);
  const classes: T[][] = [[], [], []];
  const rest: Findable<T>[] = [];
  for (const one of items) {
    const found = classes[exactClass(one, typed, work)];
    if (found === undefined) rest.push(one);
    else found.push(one.item);
  }
  const exact = classes.flat();
  if (exact.length >= limit) return exact.slice(0, limit);
  const words = wordsOf(typed).map((word) => ({
    text: word.slice(0, LONGEST_WORD),
    letters: lettersOf(word.slice(0, LONGEST_WORD)),
    forgiven: forgivenIn(word),
    known: new Map<string, number>(),
  }));
  if (words.length === 0) return exact;
  const near = rest.flatMap(({ item, words: own }) => {
    const mistakes = mistakesIn(own(), words, work);
    return mistakes === null ? [] : [{ item, mistakes }];
  });
  near.sort((a, b) => a.mistakes - b.mistakes);
  return [...exact, ...near.map(({ item }) => item)].slice(0, limit);
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
