import { describe, expect, it } from 'vitest';
import { findRegularExpressions } from './support/regular-expressions.ts';
import { threadTimeMs } from './support/thread-time.ts';

/*
 * A regular expression that needs the square of a text's length freezes the bot for seconds when somebody else chooses the
 * text. So every one of them is timed against texts that are made to be hard for it, short ones and four times as long.
 */

/** Samples of every class of characters that the expressions distinguish. */
const PIECES = [
  ...'019aAfxz \n\t_-/.,:;"\\<>()[]{}@#!?=&|*~`$^+%\'é'.split(''),
  '\u0300',
  '\u200d',
  '\ufe0f',
  '\u2068',
  '\u202e',
  '\u{1f600}\u{1f3fd}',
  '\u{1f3f4}\u{e0061}',
  '\ud800',
  '\u0000',
  '\\"',
];
/** What stands around the pieces, so that an expression gets into them and does not end as it would like to. */
const FRAMES = [
  ['', ''],
  ['', '\u0001'],
  ['', '\n!'],
  ['x', '!x'],
  ['0', '\u0001'],
  ['"', '\u0001'],
  [':', '\u0001'],
] as const;
/** Shorter times prove nothing, whatever an expression does. */
const SHORT = 4_000;
const TIMES_LONGER = 4;
/** An expression that reads a text a few times needs less for the short text, ms; one that needs its square far more. */
const QUICK_MS = 2;
/** Four times as much is linear and sixteen times is the square. */
const MAX_GROWTH = 9;

/** The words that stand in the pattern itself. */
function wordsOf(pattern: string): readonly string[] {
  return pattern
    .replaceAll(/\\[a-z]/gi, ' ')
    .replaceAll(/\\(.)/g, '$1')
    .split(/[()[\]{}?*+|^$ ]+/)
    .filter((word) => word.length > 1);
}

function millisecondsOf(expression: RegExp, text: string): number {
  const since = threadTimeMs();
  text.replaceAll(expression, '');
  return threadTimeMs() - since;
}

/** The problem of an expression, or `null`. */
function complaint(pattern: string, flags: string): string | null {
  const expression = new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`);
  for (const piece of [...PIECES, ...wordsOf(pattern)]) {
    for (const [before, after] of FRAMES) {
      const text = (length: number) => `${before}${piece.repeat(length / piece.length)}${after}`;
      const least = (length: number) =>
        Math.min(...Array.from({ length: 3 }, () => millisecondsOf(expression, text(length))));
      if (millisecondsOf(expression, text(SHORT)) < QUICK_MS) continue;
      const [short, long] = [least(SHORT), least(SHORT * TIMES_LONGER)];
      if (short < QUICK_MS || long < short * MAX_GROWTH) continue;
      return `${Math.round(long / short)} times as long for ${JSON.stringify(`${before}${piece}…${after}`)}`;
    }
  }
  return null;
}

const { fixed, composed } = findRegularExpressions();

describe('a regular expression of the bot', () => {
  it('is among those that are timed', () => {
    expect(fixed.length).toBeGreaterThan(150);
    expect(fixed.filter(({ file }) => file === 'src/marketplace/json.ts').length).toBeGreaterThan(0);
  });

  it('is composed at run time only for short texts', () => {
    expect(composed.map((where) => where.split(': ')[0]).toSorted()).toEqual([
      // Reads the first 300 characters of a name: two sets of characters, one after the other.
      'src/marketplace/collection-names.ts',
      // Looks for a plain text in 200 characters at most.
      'src/marketplace/http-failure.ts',
      // Reads a page's address that somebody pasted, of 2,048 characters at most, by the operator's own templates.
      'src/marketplace/page-url-parser.ts',
    ]);
  });

  it.each(fixed.map(({ file, pattern, flags }) => [`/${pattern}/${flags}`, file, pattern, flags]))(
    'takes a time that grows with the text and not with its square: %s in %s',
    (_shown, _file, pattern, flags) => {
      expect(complaint(pattern, flags)).toBeNull();
    },
  );
});
