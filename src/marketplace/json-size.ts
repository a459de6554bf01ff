/** Shorter texts cannot contain enough values to matter. */
const MIN_COUNTED_LENGTH = 256 * 1_024;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;

/** Index of the closing quote of the string that starts at `start`, or the text's length. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}

const KEY_END = /\s*:/y;

/**
 * Whether a JSON text has more than this many different keys. Each costs far more to parse than a value: 100,000 of them
 * hold the event loop for a tenth of a second.
 */
export function hasMoreKeysThan(text: string, maxKeys: number): boolean {
  const keys = new Set<string>();
  for (let at = text.indexOf('"'); at !== -1 && keys.size <= maxKeys; ) {
    const end = endOfString(text, at);
    KEY_END.lastIndex = end + 1;
    if (KEY_END.test(text)) keys.add(text.slice(at, end));
    at = text.indexOf('"', end + 1);
  }
  return keys.size > maxKeys;
}

/**
 * Whether a JSON text contains more than about `maxValues` values. A value of two characters takes fifty bytes or more when
 * parsed, so a limit on the text's length does not limit the memory. Long strings, such as images, count as one value.
 */
export function hasMoreValuesThan(text: string, maxValues: number): boolean {
  if (text.length < MIN_COUNTED_LENGTH) return false;
  let values = 0;
  for (let at = 0; at < text.length && values <= maxValues; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA || code === OPENING_BRACKET || code === OPENING_BRACE) values += 1;
  }
  return values > maxValues;
}
