/** Code, a link in angle brackets, or the address of a page up to the marks behind it. */
const ADDRESSES = /(`+)[\s\S]*?\1|<[^<>\s]*>|https?:\/\/[^\s<>`]*[^\s<>`.,;:!?)'"*_~|]/g;

/** Returns the words with their addresses in angle brackets, so that Discord shows no preview of the pages. */
export const withQuietLinks = (words: string): string =>
  words.replaceAll(ADDRESSES, (found) => (found.startsWith('http') ? `<${found}>` : found));
