import { createRandom, type Random } from '../random/random.ts';
import type { TokenSheet } from '../world/token-sheet.ts';
import { type Canvas, createCanvas, type Point } from './canvas.ts';
import { drawText } from './letters.ts';
import { createPalette, hueOf, type Palette } from './palette.ts';

const SIZE = 400;
const CELL = 36;
const GRID = { columns: 7, left: 75, top: 48 };
const CENTRE: Point = [200, 174];
/** A disc behind the figure. Flat colours keep the files, and screenshots of them, small. */
const HALO_RADIUS = 150;
/** The label has a strip of its own, so that no ring runs through it. */
const LABEL = { top: 346, height: 26 };
const MAX_ID_LENGTH = 10;

/** Long ids, as those of 256 bits, are shortened in the middle. */
function labelOf(tokenId: string): string {
  return tokenId.length <= MAX_ID_LENGTH ? `#${tokenId}` : `#${tokenId.slice(0, 4)}...${tokenId.slice(-4)}`;
}

/**
 * A PNG of a token: a mirrored figure before a disc, with a ring for each trait, and its id below. It depends on
 * the collection, the token's id and its traits, alone.
 */
export function drawToken(address: string, token: TokenSheet): Uint8Array<ArrayBuffer> {
  const traits = token.traits.map(({ type, value }) => `${type}=${value}`);
  const random = createRandom(`picture:${address}:${token.tokenId}:${traits.join('|')}`);
  const ground = createRandom(`ground:${address}:${traits[0] ?? ''}`);
  const palette = createPalette(hueOf(address) + ground.between(-40, 40), random);
  const canvas = createCanvas(SIZE, SIZE, palette.deep);
  canvas.disc(CENTRE, HALO_RADIUS, { colour: palette.ground });
  drawRings(canvas, traits, palette);
  drawFigure(canvas, random, palette);
  canvas.box([0, LABEL.top], [SIZE, SIZE - LABEL.top], 0, { colour: palette.deep });
  const centre: Point = [SIZE / 2, (LABEL.top + SIZE) / 2];
  const place = { centre, height: LABEL.height, maxWidth: SIZE - 40 };
  drawText(canvas, labelOf(token.tokenId), place, palette.light);
  return canvas.png();
}

function drawRings(canvas: Canvas, traits: readonly string[], palette: Palette): void {
  traits.forEach((trait, index) => {
    const random = createRandom(`ring:${trait}`);
    const line = { dash: random.between(4, 60), gap: random.between(4, 40), width: random.between(1, 4) };
    canvas.ring(CENTRE, 126 + index * 12, line, { colour: palette.light, opacity: 0.35 });
  });
}

/** Left and right halves mirror each other, with a pair of eyes where one looks for them. */
function drawFigure(canvas: Canvas, random: Random, palette: Palette): void {
  const half = Math.ceil(GRID.columns / 2);
  for (let row = 0; row < GRID.columns; row += 1) {
    for (let column = 0; column < half; column += 1) {
      const middle = 1 - Math.abs(row - 3) / 6 - (half - 1 - column) / 9;
      if (!random.chance(middle)) continue;
      const colour = random.chance(0.24) ? palette.accent : palette.main;
      for (const at of new Set([column, GRID.columns - 1 - column])) {
        const corner: Point = [GRID.left + at * CELL, GRID.top + row * CELL];
        canvas.box(corner, [CELL - 3, CELL - 3], 10, { colour });
      }
    }
  }
  drawEyes(canvas, random, palette);
}

function drawEyes(canvas: Canvas, random: Random, palette: Palette): void {
  const [look, size] = [random.between(-4, 4), random.between(11, 16)];
  for (const x of [163, 237]) {
    canvas.disc([x, 154], size, { colour: palette.light });
    canvas.disc([x + look, 157], Math.round(size / 2), { colour: palette.deep });
  }
}
