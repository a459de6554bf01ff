/**
 * Reads a list whose entries may hold commas themselves: at each place the longest stretch that means something is
 * taken. The answer has what was understood, or the first stretch that means nothing.
 */
export function readList<T>(
  text: string,
  understand: (entry: string) => T | undefined,
): { readonly entries: readonly T[] } | { readonly unknown: string } {
  const parts = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const entries: T[] = [];
  let at = 0;
  while (at < parts.length) {
    let end = parts.length;
    let found: T | undefined;
    for (; end > at; end -= 1) {
      found = understand(parts.slice(at, end).join(', '));
      if (found !== undefined) break;
    }
    if (found === undefined) return { unknown: parts[at] ?? '' };
    entries.push(found);
    at = end;
  }
  return { entries };
}

/** Discord takes options of some thousand characters; a list of more than this is no filter any more. */
export const MOST_ENTRIES = 25;
