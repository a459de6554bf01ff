import { runSteps, type StepGenerator } from '#src/chain/steps.ts';

/** Characters processed in one step. */
export const CHARACTERS_PER_STEP = 4_096;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;

/** Returns the index of the closing quote of the string that starts at `start`, or the text's length. */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}

const KEY_END = /\s*:/y;

function isKey(text: string, end: number): boolean {
  KEY_END.lastIndex = end + 1;
  return KEY_END.test(text);
}

/**
 * Finds which limit a JSON text exceeds, approximately; `null` for none. A value of two characters takes fifty bytes or
 * more when parsed, so a limit on the text's length does not limit the memory. Long strings, such as images, count as
 * one value. A unique field name costs five times as much time as a value.
 * @param most.keys maximum different field names
 */
export function* excessInSteps(
  text: string,
  most: { readonly values: number; readonly keys: number },
): StepGenerator<'values' | 'keys' | null> {
  const keys = new Set<string>();
  let values = 0;
  let stepEnd = CHARACTERS_PER_STEP;
  for (let at = 0; at < text.length; at += 1) {
    if (at >= stepEnd) {
      yield;
      stepEnd = at + CHARACTERS_PER_STEP;
    }
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (isKey(text, end)) keys.add(text.slice(at, end));
      if (keys.size > most.keys) return 'keys';
      at = end;
    } else if (code === COMMA || code === OPENING_BRACKET || code === OPENING_BRACE) {
      values += 1;
      if (values > most.values) return 'values';
    }
  }
  return null;
}

/**
 * Returns whether a JSON text has more than this many different keys. Parsing 100,000 of them blocks the event loop for
 * a tenth of a second.
 */
export function hasMoreKeysThan(text: string, maxKeys: number): boolean {
  return runSteps(excessInSteps(text, { values: Number.POSITIVE_INFINITY, keys: maxKeys })) !== null;
}
