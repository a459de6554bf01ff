import { createRandom } from '../random/random.ts';
import { createCanvas } from './canvas.ts';
import { createPalette, hueOf } from './palette.ts';

const SIZE = 320;

/** A user's picture as a PNG: overlapping discs in colours of their own. Depends on the address alone. */
export function drawUserPicture(address: string): Uint8Array<ArrayBuffer> {
  const random = createRandom(`person-picture:${address}`);
  const palette = createPalette(hueOf(address), random);
  const canvas = createCanvas(SIZE, SIZE, palette.deep);
  for (const colour of [palette.main, palette.accent, palette.light]) {
    const [x, y] = [random.between(60, 260), random.between(60, 260)];
    canvas.disc([x, y], random.between(50, 130), { colour, opacity: 0.75 });
  }
  return canvas.png();
}
