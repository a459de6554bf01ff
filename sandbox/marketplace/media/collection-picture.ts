import { createRandom } from '../random/random.ts';
import type { CollectionProfile } from '../world/model.ts';
import { createCanvas, type Point } from './canvas.ts';
import { drawText } from './letters.ts';
import { createPalette, hueOf } from './palette.ts';

/** Letters stand above the hills, and where the sun is not. The thumbnail is also an icon of 24 pixels, cut to a circle. */
const LAYOUTS = {
  banner: {
    size: [960, 256],
    hillsFrom: 0.62,
    sun: [0.9, 0.26],
    text: [0.42, 0.36],
    textHeight: 66,
    textWidth: 0.72,
  },
  thumbnail: {
    size: [320, 320],
    hillsFrom: 0.68,
    sun: [0.78, 0.14],
    text: [0.5, 0.46],
    textHeight: 96,
    textWidth: 0.7,
  },
} as const;

/** How far apart the three hills begin, and how high they rise, as shares of the picture's height. */
const HILL_STEP = 0.11;
const HILL_RISE = 0.08;

/** A collection's banner or thumbnail as a PNG: soft hills, a sun, and its name or symbol. Depends on its profile alone. */
export function drawCollection(
  { address, name, symbol }: CollectionProfile,
  part: keyof typeof LAYOUTS,
): Uint8Array<ArrayBuffer> {
  const random = createRandom(`collection-picture:${address}`);
  const palette = createPalette(hueOf(address), random);
  const { size, hillsFrom, sun, text, textHeight, textWidth } = LAYOUTS[part];
  const [width, height] = size;
  const at = ([x, y]: Point): Point => [x * width, y * height];
  const canvas = createCanvas(width, height, palette.ground);
  canvas.disc(at(sun), height * 0.12, { colour: palette.accent });
  [palette.main, palette.accent, palette.deep].forEach((colour, index) => {
    const top = height * (hillsFrom + index * HILL_STEP);
    const [rise, shift] = [height * HILL_RISE, random.between(0, 628) / 100];
    canvas.below((x) => top + rise * Math.sin((x / width) * 2 * Math.PI + shift), { colour, opacity: 0.85 });
  });
  const place = { centre: at(text), height: textHeight, maxWidth: width * textWidth };
  drawText(canvas, part === 'banner' ? name : symbol, place, palette.light);
  return canvas.png();
}
