import type { Random } from '../random/random.ts';

/** Red, green and blue from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Matching colours. */
export interface Palette {
  readonly deep: Colour;
  readonly ground: Colour;
  readonly main: Colour;
  readonly accent: Colour;
  readonly light: Colour;
}

/** CSS Color 4, 7.1: `hue` in degrees, the others in percent. */
function fromHsl(hue: number, saturation: number, lightness: number): Colour {
  const light = lightness / 100;
  const reach = (saturation / 100) * Math.min(light, 1 - light);
  const channel = (offset: number): number => {
    const at = (offset + hue / 30) % 12;
    return Math.round(255 * (light - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

/** A palette around a hue (degrees), with random variation. */
export function createPalette(hue: number, random: Random): Palette {
  const turn = (degrees: number, saturation: number, lightness: number): Colour =>
    fromHsl(Math.round(hue + degrees + 720) % 360, saturation, lightness);
  const accent = random.between(120, 210);
  return {
    deep: turn(-30, 45, 18),
    ground: turn(0, 48, 34),
    main: turn(random.between(-12, 12), 62, 62),
    accent: turn(accent, 70, 64),
    light: turn(20, 70, 90),
  };
}

/** A collection's hue. */
export function hueOf(address: string): number {
  return Number.parseInt(address.slice(-4), 16) % 360;
}
