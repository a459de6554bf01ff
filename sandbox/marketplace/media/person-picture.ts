import { createRandom } from '../random/random.ts';
import { createPalette, hueOf } from './palette.ts';

/** A user's picture: overlapping discs in colours of their own. Depends on the address alone. */
export function drawPerson(address: string): string {
  const random = createRandom(`person-picture:${address}`);
  const palette = createPalette(hueOf(address), random);
  const discs = [palette.main, palette.accent, palette.light].map(
    (colour) =>
      `<circle cx="${random.between(60, 260)}" cy="${random.between(60, 260)}" r="${random.between(50, 130)}" ` +
      `fill="${colour}" fill-opacity="0.75"/>`,
  );
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" width="320" height="320" role="img">',
    `<rect width="320" height="320" fill="${palette.deep}"/>`,
    ...discs,
    '</svg>',
  ].join('');
}
