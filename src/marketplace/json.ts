import { runSteps, type StepGenerator } from '#src/chain/steps.ts';
import { CHARACTERS_PER_STEP, endOfString } from './json-size.ts';

/** A number that a float may not reproduce: long, with a zero fraction, or with an exponent. */
const INEXACT = String.raw`-?(?:[\d.]{16,}|\d+\.0+|\d+(?:\.\d+)?[eE][+-]?\d+)`;
const INEXACT_LITERAL = new RegExp(`^${INEXACT}$`);
/** Such a number between JSON punctuation. A match inside a string only costs time. */
const CONTAINS_INEXACT = new RegExp(String.raw`(?:^|[:[,])\s*${INEXACT}\s*(?:[,\]}]|$)`);

function keepInexactSource(_key: string, value: unknown, context: { source?: string } | undefined): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || !INEXACT_LITERAL.test(source)) return value;
  return String(value) === source ? value : source;
}

/** The rest of a number literal. */
const IN_NUMBER = /[-+.\deE]+/y;
/** The start of a string or of a number. */
const BEGINNING = /["\d-]/g;

function endOfNumber(text: string, start: number): number {
  IN_NUMBER.lastIndex = start;
  return IN_NUMBER.test(text) ? IN_NUMBER.lastIndex : start + 1;
}

/** Returns where the next string or number begins, or the text's length. */
function nextBeginning(text: string, from: number): number {
  BEGINNING.lastIndex = from;
  return BEGINNING.test(text) ? BEGINNING.lastIndex - 1 : text.length;
}

/** Rewrites such numbers as strings, in steps. Slower than a reviver, but not limited in depth. */
function* quoteInexactNumbers(text: string): StepGenerator<string> {
  const parts: string[] = [];
  let done = 0;
  let stepEnd = CHARACTERS_PER_STEP;
  for (let start = nextBeginning(text, 0); start < text.length; ) {
    if (start >= stepEnd) {
      yield;
      stepEnd = start + CHARACTERS_PER_STEP;
    }
    const isString = text.charAt(start) === '"';
    const end = isString ? endOfString(text, start) + 1 : endOfNumber(text, start);
    const literal = isString ? '' : text.slice(start, end);
    if (INEXACT_LITERAL.test(literal) && String(Number(literal)) !== literal) {
      parts.push(text.slice(done, start), `"${literal}"`);
      done = end;
    }
    start = nextBeginning(text, end);
  }
  return done === 0 ? text : parts.join('') + text.slice(done);
}

/** Deeper than any record of the API, and far below the recursion limit. */
const MAX_LEVELS = 64;

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;

const withoutNul = (text: string): string => text.replaceAll('\0', '');

/** Changes the name of a field, and its value if that is a text. */
function replaceTexts(holder: object, name: string, change: (text: string) => string): void {
  const value: unknown = Reflect.get(holder, name);
  const changed = change(name);
  if (changed !== name) Reflect.deleteProperty(holder, name);
  if (changed !== name || typeof value === 'string')
    Reflect.set(holder, changed, typeof value === 'string' ? change(value) : value);
}

/** Values processed in one step. */
const VALUES_PER_STEP = 500;

/** Replaces values nested more than 64 levels deep with `null`, and changes texts and field names with `change`. */
function* truncateDepth(root: unknown, change?: (text: string) => string): StepGenerator<unknown> {
  let level = isHolder(root) ? [root] : [];
  let done = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    const deeper: object[] = [];
    for (const holder of level) {
      for (const name of Object.keys(holder)) {
        done += 1;
        if (done % VALUES_PER_STEP === 0) yield;
        const value: unknown = Reflect.get(holder, name);
        if (change !== undefined) replaceTexts(holder, name, change);
        if (!isHolder(value)) continue;
        if (depth < MAX_LEVELS) deeper.push(value);
        else Reflect.set(holder, name, null);
      }
    }
    level = deeper;
  }
  return change !== undefined && typeof root === 'string' ? change(root) : root;
}

/** Removes escaped U+0000, which databases reject in text; JSON has no other way to write it. */
function removeNul(text: string): string {
  if (!text.includes('\\u0000')) return text;
  return text.replaceAll(/\\(?:u0000|.)/gs, (escaped) => (escaped === '\\u0000' ? '' : escaped));
}

function parseExactly(text: string): unknown {
  // A reviver makes parsing several times slower, so it is only used if needed.
  if (!CONTAINS_INEXACT.test(text)) return JSON.parse(text);
  try {
    return JSON.parse(text, keepInexactSource);
  } catch (error) {
    // A reviver recurses for each level, and one record that is nested too deeply must not make the others unreadable.
    if (!(error instanceof RangeError)) throw error;
    return JSON.parse(runSteps(quoteInexactNumbers(text)));
  }
}

/**
 * Parses JSON without losing digits: a number that a float does not reproduce exactly (integers beyond 2^53, `1.0`,
 * `1e3`) becomes a string with its source text. U+0000 is removed, and values nested more than 64 levels deep are
 * `null`. Otherwise like `JSON.parse`.
 * @throws SyntaxError for invalid JSON
 */
export function parseJson(text: string): unknown {
  return runSteps(truncateDepth(parseExactly(removeNul(text))));
}

/**
 * Parses like `parseJson` but in steps, for long texts. Only V8's own parsing is a long step.
 * @throws SyntaxError for invalid JSON
 */
export function* parseJsonInSteps(text: string): StepGenerator<unknown> {
  const exact = yield* quoteInexactNumbers(text);
  yield;
  const value: unknown = JSON.parse(exact);
  yield;
  return yield* truncateDepth(value, exact.includes('\\u0000') ? withoutNul : undefined);
}
