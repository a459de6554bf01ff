import { createRandom, type Random } from '../random/random.ts';
import type { TokenSheet } from '../world/model.ts';
import { createPalette, hueOf, type Palette } from './palette.ts';
import { escapeXml } from './xml.ts';

const SIZE = 480;
const CELL = 44;
const GRID = { columns: 7, left: 86, top: 66 };

/**
 * A small SVG of a token: a mirrored figure on a gradient, with a ring for each trait. It depends on the
 * collection, the token's id and its traits, and on nothing else.
 */
export function drawToken(address: string, token: TokenSheet): string {
  const traits = token.traits.map(({ type, value }) => `${type}=${value}`);
  const random = createRandom(`picture:${address}:${token.tokenId}:${traits.join('|')}`);
  const ground = createRandom(`ground:${address}:${traits[0] ?? ''}`);
  const palette = createPalette(hueOf(address) + ground.between(-40, 40), random);
  const label = token.name.length > 28 ? `${token.name.slice(0, 27)}…` : token.name;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}" role="img">`,
    `<title>${escapeXml(token.name)}</title>`,
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${palette.ground}"/>`,
    `<stop offset="1" stop-color="${palette.deep}"/></linearGradient></defs>`,
    `<rect width="${SIZE}" height="${SIZE}" fill="url(#g)"/>`,
    ...rings(traits, palette),
    ...figure(random, palette),
    `<text x="240" y="446" text-anchor="middle" font-family="system-ui, sans-serif" font-size="24" `,
    `fill="${palette.light}">${escapeXml(label)}</text>`,
    '</svg>',
  ].join('');
}

function rings(traits: readonly string[], palette: Palette): readonly string[] {
  return traits.map((trait, index) => {
    const random = createRandom(`ring:${trait}`);
    const dash = `${random.between(4, 60)} ${random.between(4, 40)}`;
    const radius = 150 + index * 14;
    return (
      `<circle cx="240" cy="220" r="${radius}" fill="none" stroke="${palette.light}" stroke-width="${random.between(1, 4)}" ` +
      `stroke-opacity="0.35" stroke-dasharray="${dash}" stroke-linecap="round"/>`
    );
  });
}

/** Left and right halves mirror each other, with a pair of eyes where one looks for them. */
function figure(random: Random, palette: Palette): readonly string[] {
  const half = Math.ceil(GRID.columns / 2);
  const cells: string[] = [];
  for (let row = 0; row < GRID.columns; row += 1) {
    for (let column = 0; column < half; column += 1) {
      const middle = 1 - Math.abs(row - 3) / 6 - (half - 1 - column) / 9;
      if (!random.chance(middle)) continue;
      const colour = random.chance(0.24) ? palette.accent : palette.main;
      for (const at of new Set([column, GRID.columns - 1 - column])) cells.push(cell(at, row, colour));
    }
  }
  return [...cells, ...eyes(random, palette)];
}

function cell(column: number, row: number, colour: string): string {
  const [x, y] = [GRID.left + column * CELL, GRID.top + row * CELL];
  return `<rect x="${x}" y="${y}" width="${CELL - 4}" height="${CELL - 4}" rx="12" fill="${colour}"/>`;
}

function eyes(random: Random, palette: Palette): readonly string[] {
  const [look, size] = [random.between(-5, 5), random.between(13, 19)];
  return [196, 284].flatMap((x) => [
    `<circle cx="${x}" cy="194" r="${size}" fill="${palette.light}"/>`,
    `<circle cx="${x + look}" cy="197" r="${Math.round(size / 2)}" fill="${palette.deep}"/>`,
  ]);
}
