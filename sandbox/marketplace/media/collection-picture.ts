import { createRandom } from '../random/random.ts';
import type { CollectionProfile } from '../world/model.ts';
import { createPalette, hueOf } from './palette.ts';
import { escapeXml } from './xml.ts';

const SIZES = { banner: { width: 1200, height: 320 }, thumbnail: { width: 320, height: 320 } } as const;

/** A collection's banner or thumbnail as an SVG of soft hills below its symbol. Depends on its profile alone. */
export function drawCollection(profile: CollectionProfile, part: keyof typeof SIZES): string {
  const random = createRandom(`collection-picture:${profile.address}`);
  const palette = createPalette(hueOf(profile.address), random);
  const { width, height } = SIZES[part];
  const hills = [palette.main, palette.accent, palette.deep].map((colour, index) => {
    const top = height * (0.5 + index * 0.14);
    const [rise, fall] = [random.between(20, 90), random.between(20, 90)];
    const path = `M0 ${top} Q${width / 4} ${top - rise} ${width / 2} ${top} T${width} ${top - fall} V${height} H0 Z`;
    return `<path d="${path}" fill="${colour}" fill-opacity="0.75"/>`;
  });
  const caption = part === 'banner' ? profile.name : profile.symbol;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeXml(profile.name)}</title>`,
    `<rect width="${width}" height="${height}" fill="${palette.ground}"/>`,
    `<circle cx="${width * 0.75}" cy="${height * 0.3}" r="${height * 0.14}" fill="${palette.light}"/>`,
    ...hills,
    `<text x="${width / 2}" y="${height * 0.44}" text-anchor="middle" font-family="system-ui, sans-serif" `,
    `font-size="${part === 'banner' ? 72 : 64}" font-weight="700" fill="${palette.light}">${escapeXml(caption)}</text>`,
    '</svg>',
  ].join('');
}
