import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeMarkdownLine, sanitizeLine, truncate } from '#src/discord/text.ts';
import { NOTHING_BUT_TEXT, readMarkdown } from './markdown-reading.ts';
import { anyText, registeredNames, TRICK_TEXTS, TRICKS } from './nasty-text.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const graphemesOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);
const maximum = fc.integer({ min: 0, max: 80 });

/** Invisible characters that are no part of an emoji and none of those that the escaping itself puts in. */
function hiddenIn(text: string): readonly string[] {
  const ours = text.replaceAll(/@\u200b|:\u200b(?=\/\/)|\u200b(?=\/)|^\u2068|\u2069$/g, '');
  return graphemesOf(ours)
    .filter((grapheme) => !/\p{ExtPict}|\u20e3/u.test(grapheme))
    .filter((grapheme) => /[\p{DI}\p{Bidi_C}\p{Cc}\p{Cs}\u2028\u2029]/u.test(grapheme));
}

describe('cut', () => {
  it('leaves alone what is short enough, and ends what is not with an ellipsis', () => {
    expect(truncate('Punk #7804', 10)).toBe('Punk #7804');
    expect(truncate('Punk #7804', 9)).toBe('Punk #78…');
    expect(truncate('Punk seven', 6)).toBe('Punk…');
  });

  it('gives nothing where there is no room at all', () => {
    expect(truncate('Punk', 0)).toBe('');
    expect(truncate('Punk', -3)).toBe('');
    expect(truncate('Punk', 1)).toBe('…');
  });

  it('never tears an emoji that is made of many characters', () => {
    const family = '👨‍👩‍👧‍👦';
    expect(truncate(family.repeat(3), 2 * family.length)).toBe(`${family}…`);
  });

  it('is never longer than asked and keeps whole graphemes of the beginning', () => {
    fc.assert(
      fc.property(anyText, maximum, (text, most) => {
        const kept = truncate(text, most);
        expect(kept.length).toBeLessThanOrEqual(most);
        if (kept === text || kept === '') return;
        const whole = graphemesOf(text);
        const prefix = kept.slice(0, -1);
        const boundaries = whole.map((_, count) => whole.slice(0, count).join('').trimEnd());
        expect(boundaries).toContain(prefix);
      }),
    );
  });
});

describe('a plain line', () => {
  it.each([
    'CryptoPunk 7804',
    'Zoë & Søren',
    '字 42',
    '👨🏽‍❤️‍💋‍👨🏼',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '1️⃣',
    '🇩🇪',
    "it's 50% #7",
    'naïve é ü',
  ])('leaves the name %j as it is', (name) => {
    expect(sanitizeLine(name, 100)).toBe(name);
  });

  it.each([
    ['zero-width characters within a name', 'ad\u200dmin\u200b\u2060\ufeff', 'admin'],
    ['text hidden in tag characters', 'Punk\u{e0041}\u{e0042}', 'Punk'],
    ['fillers that show as nothing', '\u3164\u115fPunk\uffa0', 'Punk'],
    ['a turned direction', 'exe.\u202egnp', 'exe.gnp'],
    ['variation selectors behind letters', 'P\ufe0funk', 'Punk'],
    ['halves of characters', '\ud83dPunk\udc00', 'Punk'],
    ['line breaks of every kind', 'one\ntwo\r\nthree\u2028four\u0085five', 'one two three four five'],
    ['blanks that are left beside what was taken out', 'one \u200b two', 'one two'],
    ['a tower of accents', `z${'\u0301'.repeat(500)}`, `z${'\u0301'.repeat(4)}`],
  ])('takes out %s', (_what, text, expected) => {
    expect(sanitizeLine(text, 100)).toBe(expected);
  });

  it('keeps right-to-left text from moving the words around it', () => {
    expect(sanitizeLine('עברית', 100)).toBe('\u2068עברית\u2069');
    expect(sanitizeLine('עברית '.repeat(30), 10)).toMatch(/^\u2068.{1,8}\u2069$/u);
  });

  it('is one line, never too long, well formed, without anything hidden, and the same when read again', () => {
    fc.assert(
      fc.property(anyText, maximum, (text, most) => {
        const line = sanitizeLine(text, most);
        expect(line.length).toBeLessThanOrEqual(most);
        expect(line.isWellFormed()).toBe(true);
        expect(hiddenIn(line)).toEqual([]);
        expect(line).not.toMatch(/\s{2}|\n/);
        expect(sanitizeLine(line, most)).toBe(line);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('an escaped line', () => {
  it.each(['CryptoPunk 7804', 'Zoë & Søren', "it's 50% #7", 'one - two', '3.5 and 4.', '👩‍💻 #1', 'and/or'])(
    'leaves the name %j as it is',
    (name) => {
      expect(escapeMarkdownLine(name, 100)).toBe(name);
    },
  );

  it.each(TRICKS)('makes nothing but text of %s', (_name, trick) => {
    for (const most of [10, 80, 1_024]) {
      const line = escapeMarkdownLine(trick, most);
      expect(line.length).toBeLessThanOrEqual(most);
      expect(readMarkdown(line)).toEqual(NOTHING_BUT_TEXT);
      expect(readMarkdown(`${line} · 1 ETH`)).toEqual(NOTHING_BUT_TEXT);
      expect(hiddenIn(line)).toEqual([]);
    }
  });

  it('shows every visible character of what it escapes', () => {
    expect(escapeMarkdownLine('a*b_c [d](e) # > 1. \\', 100)).toBe('a\\*b\\_c \\[d\\]\\(e\\) # \\> 1. \\\\');
    expect(escapeMarkdownLine('1. first', 100)).toBe('1\\. first');
    expect(escapeMarkdownLine('# loud', 100)).toBe('\\# loud');
  });

  it('is nothing but text to Discord, whatever the text and whatever follows it in the line', () => {
    fc.assert(
      fc.property(anyText, maximum, (text, most) => {
        const line = escapeMarkdownLine(text, most);
        expect(line.length).toBeLessThanOrEqual(most);
        expect(readMarkdown(line)).toEqual(NOTHING_BUT_TEXT);
        expect(readMarkdown(`${line} · 1 ETH`)).toEqual(NOTHING_BUT_TEXT);
        expect(hiddenIn(line)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  const names = registeredNames();
  it.skipIf(names === null)(
    'is nothing but text for 2,000 registered names (needs ../shared/fixtures)',
    () => {
      for (const name of names ?? []) {
        const line = escapeMarkdownLine(name, 100);
        expect(readMarkdown(line)).toEqual(NOTHING_BUT_TEXT);
        expect(hiddenIn(line)).toEqual([]);
        expect(line.length).toBeLessThanOrEqual(100);
      }
    },
  );

  it('does not empty a name that has something to show', () => {
    for (const name of (names ?? TRICK_TEXTS).filter((text) => /[a-z0-9]/i.test(text))) {
      expect(escapeMarkdownLine(name, 100)).not.toBe('');
    }
  });
});
