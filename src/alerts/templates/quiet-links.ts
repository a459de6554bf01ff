/** A run of backticks, a link in angle brackets, or the address of a page up to the marks behind it. */
const PIECES = /`+|<[^<>\s`]*>|https?:\/\/[^\s<>`]*[^\s<>`.,;:!?)'"*_~|]/g;

/**
 * Returns the words with their addresses in angle brackets, so that Discord shows no preview of the pages. Code is left
 * as it is: it begins with a run of backticks, and ends with the next run of the same length.
 */
export function withQuietLinks(words: string): string {
  const lastOf = new Map<string, number>();
  for (const { 0: run, index } of words.matchAll(/`+/g)) lastOf.set(run, index);
  let code: string | null = null;
  return words.replaceAll(PIECES, (found, at: number) => {
    if (found.startsWith('`')) {
      if (code === null) code = (lastOf.get(found) ?? at) > at ? found : null;
      else if (code === found) code = null;
      return found;
    }
    return code === null && found.startsWith('http') ? `<${found}>` : found;
  });
}
