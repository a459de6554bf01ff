import type { Segment } from '#src/messages/segment.ts';

/** How many entries a list takes, and what to say if there are more. */
export interface ListLimit {
  readonly most: number;
  readonly tooMany: (option: Segment, most: number) => readonly Segment[];
}

/** Entries of a list that are named in a description; the others are counted. */
const NAMED = 3;

/**
 * Parses a list whose entries may contain commas: at each position it takes the longest sequence that parses. Returns
 * the entries, or the parts that do not parse.
 */
export function readList<T>(
  text: string,
  understand: (entry: string) => T | undefined,
): { readonly entries: readonly T[] } | { readonly unknown: readonly string[] } {
  const parts = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const entries: T[] = [];
  const unknown: string[] = [];
  let at = 0;
  while (at < parts.length) {
    let end = parts.length;
    let found: T | undefined;
    for (; end > at; end -= 1) {
      found = understand(parts.slice(at, end).join(', '));
      if (found !== undefined) break;
    }
    if (found === undefined) {
      unknown.push(parts[at] ?? '');
      at += 1;
      continue;
    }
    entries.push(found);
    at = end;
  }
  return unknown.length > 0 ? { unknown } : { entries };
}

/**
 * Formats the first entries of a list, and how many more there are. A single remaining entry is named instead of
 * counted.
 */
export function firstOf<T>(
  items: readonly T[],
  words: (item: T) => readonly Segment[],
  more: (count: number) => readonly Segment[],
): readonly (readonly Segment[])[] {
  const others = items.length - NAMED;
  return others <= 1 ? items.map(words) : [...items.slice(0, NAMED).map(words), more(others)];
}

/** Sorts the items and removes duplicates. */
export const sortedSet = <T extends string>(items: readonly T[]): readonly T[] =>
  [...new Set(items)].toSorted();

/** Returns the number in a text of this form; `null` for other text. */
export function digitsIn(text: string, form: RegExp): string | null {
  return form.exec(text.trim())?.[1]?.replaceAll(',', '') ?? null;
}
