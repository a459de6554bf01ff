import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { textWidth } from '#src/charts/drawing/labels.ts';
import { LANGUAGES } from '#src/messages/languages.ts';

const FONT = path.join(import.meta.dirname, '../../src/charts/font/Inter-Regular.otf');
const SIZE = 20;

/** How far the font moves on after a text, measured between two bars of the same width. */
function advance(text: string): number {
  const widthOf = (content: string): number => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="100"><text x="10" y="50" font-family="Inter" font-size="${SIZE}" xml:space="preserve">|${content}|</text></svg>`;
    const box = new Resvg(svg, {
      font: { fontFiles: [FONT], loadSystemFonts: false, defaultFontFamily: 'Inter' },
    }).getBBox();
    if (box === undefined) throw new Error('nothing was drawn');
    return box.width;
  };
  return widthOf(text) - widthOf('');
}

describe('the width of a text', () => {
  it.each(
    Array.from('0123456789.,:-+%ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz…€£¥ΞäöüéñçßÆŒæœ—–'),
  )('is never less than the font needs: %s', (character) => {
    const written = character.repeat(10);
    expect(textWidth(written, SIZE)).toBeGreaterThanOrEqual(advance(written));
  });

  it('is enough for every date and number of every language', () => {
    const texts = LANGUAGES.flatMap((language) => [
      ...Array.from({ length: 12 }, (_, month) =>
        new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' }).format(
          Date.UTC(2026, month, 28),
        ),
      ),
      new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(0),
      new Intl.NumberFormat(language, { notation: 'compact' }).format(12_345_678),
    ]).map((text) => text.replaceAll(/\s/gu, ' '));
    const tooNarrow = texts.filter((text) => textWidth(text, SIZE) < advance(text));
    expect(tooNarrow).toEqual([]);
  });
});
