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

/**
 * Reads JSON so that no number is damaged: one that a float does not reproduce digit by digit (integers beyond
 * 2^53, `1.0`, `1e3`) comes out as the string that stood in the text. Everything else is as `JSON.parse` has it.
 * @throws SyntaxError for text that is no JSON
 */
export function parseJson(text: string): unknown {
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
