import { endOfString } from './json-size.ts';

/** A number that a float may have lost: long, written with a zero fraction, or in exponents. */
const DELICATE = String.raw`-?(?:[\d.]{16,}|\d+\.0+|\d+(?:\.\d+)?[eE][+-]?\d+)`;
const DELICATE_LITERAL = new RegExp(`^${DELICATE}$`);
/** Between the marks that numbers stand between. The same within a text only costs time. */
const HOLDS_DELICATE = new RegExp(String.raw`(?:^|[:[,])\s*${DELICATE}\s*(?:[,\]}]|$)`);

function keepSource(_key: string, value: unknown, context: { source?: string } | undefined): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || !DELICATE_LITERAL.test(source)) return value;
  return String(value) === source ? value : source;
}

/** Where a number's literal can go on. */
const IN_NUMBER = /[-+.\deE]+/y;
/** What can begin or end the parts that the text is read in: a string, or a number. */
const BEGINNING = /["\d-]/g;

function endOfNumber(text: string, start: number): number {
  IN_NUMBER.lastIndex = start;
  return IN_NUMBER.test(text) ? IN_NUMBER.lastIndex : start + 1;
}

/** The text with its delicate numbers written as strings: slower to make than a reviver is to run, but never too deep. */
function withNumbersQuoted(text: string): string {
  const parts: string[] = [];
  let done = 0;
  BEGINNING.lastIndex = 0;
  while (BEGINNING.test(text)) {
    const start = BEGINNING.lastIndex - 1;
    const isString = text.charAt(start) === '"';
    const end = isString ? endOfString(text, start) + 1 : endOfNumber(text, start);
    const literal = isString ? '' : text.slice(start, end);
    if (DELICATE_LITERAL.test(literal) && String(Number(literal)) !== literal) {
      parts.push(text.slice(done, start), `"${literal}"`);
      done = end;
    }
    BEGINNING.lastIndex = end;
  }
  return parts.join('') + text.slice(done);
}

/** Deeper than any record of the API; far less than what calls itself for each level can bear. */
const MOST_LEVELS = 64;

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Puts `null` in the place of whatever is nested more than 64 deep. */
function cutDepths(root: unknown): void {
  let level = isHolder(root) ? [root] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    const deeper: object[] = [];
    for (const holder of level) {
      for (const [name, value] of Object.entries(holder)) {
        if (!isHolder(value)) continue;
        if (depth < MOST_LEVELS) deeper.push(value);
        else Reflect.set(holder, name, null);
      }
    }
    level = deeper;
  }
}

/** The text without the escapes of U+0000, which no database takes for text; there is no other way to write it in JSON. */
function withoutNul(text: string): string {
  if (!text.includes('\\u0000')) return text;
  return text.replaceAll(/\\(?:u0000|.)/gs, (escaped) => (escaped === '\\u0000' ? '' : escaped));
}

function parseExactly(text: string): unknown {
  // The reviver costs several times the parse, so only a text that needs it pays for it.
  if (!HOLDS_DELICATE.test(text)) return JSON.parse(text);
  try {
    return JSON.parse(text, keepSource);
  } catch (error) {
    // A reviver calls itself for each level, and one record that is nested too deeply must not cost the others.
    if (!(error instanceof RangeError)) throw error;
    return JSON.parse(withNumbersQuoted(text));
  }
}

/**
 * Reads JSON so that no number is damaged: one that a float does not reproduce digit by digit (integers beyond
 * 2^53, `1.0`, `1e3`) comes out as the string that stood in the text. U+0000 is left out of texts, and what is nested more
 * than 64 deep is `null`. Everything else is as `JSON.parse` has it.
 * @throws SyntaxError for text that is no JSON
 */
export function parseJson(text: string): unknown {
  const value = parseExactly(withoutNul(text));
  cutDepths(value);
  return value;
}
