/** Shorter texts cannot hold enough to matter, whatever they hold. */
const WORTH_COUNTING = 256 * 1_024;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;

/** Where the string ends that begins at `start`: the place of its closing quote, or the text's end. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}

/**
 * Whether a JSON text would become more than `most` values, roughly. A value of two characters takes fifty bytes and more
 * once it is parsed, so a bound on the text alone is none on the memory. Long strings, such as pictures, count as one.
 */
export function holdsMoreValuesThan(text: string, most: number): boolean {
  if (text.length < WORTH_COUNTING) return false;
  let values = 0;
  for (let at = 0; at < text.length && values <= most; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA || code === OPENING_BRACKET || code === OPENING_BRACE) values += 1;
  }
  return values > most;
}
