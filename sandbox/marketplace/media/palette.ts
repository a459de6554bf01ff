import type { Random } from '../random/random.ts';

/** Colours that go together. */
export interface Palette {
  readonly deep: string;
  readonly ground: string;
  readonly main: string;
  readonly accent: string;
  readonly light: string;
}

/** A palette around a hue (degrees), a little different each time it is drawn. */
export function createPalette(hue: number, random: Random): Palette {
  const turn = (degrees: number, saturation: number, lightness: number): string =>
    `hsl(${Math.round(hue + degrees + 720) % 360} ${saturation}% ${lightness}%)`;
  const accent = random.between(120, 210);
  return {
    deep: turn(-30, 45, 18),
    ground: turn(0, 48, 34),
    main: turn(random.between(-12, 12), 62, 62),
    accent: turn(accent, 70, 64),
    light: turn(20, 70, 90),
  };
}

/** The hue that belongs to a collection. */
export function hueOf(address: string): number {
  return Number.parseInt(address.slice(-4), 16) % 360;
}
