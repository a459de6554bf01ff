import type { Colour } from './palette.ts';
import { encodePng } from './png.ts';

export type Point = readonly [x: number, y: number];

/** How a shape is filled. */
interface Fill {
  readonly colour: Colour;
  /** Default 1. */
  readonly opacity?: number;
}

/** A picture in true colour whose shapes have smooth edges. All lengths in pixels, from the top left corner. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  disc(centre: Point, radius: number, fill: Fill): void;
  /** A circular line of dashes. */
  ring(
    centre: Point,
    radius: number,
    line: { readonly width: number; readonly dash: number; readonly gap: number },
    fill: Fill,
  ): void;
  /** A rectangle with round corners. */
  box(corner: Point, size: Point, radius: number, fill: Fill): void;
  /** A straight line with round ends. */
  line(from: Point, to: Point, width: number, fill: Fill): void;
  /** Everything below a height for each x. */
  below(heightAt: (x: number) => number, fill: Fill): void;
  png(): Uint8Array<ArrayBuffer>;
}

interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const around = ([x, y]: Point, reach: number): Bounds => ({
  left: x - reach,
  top: y - reach,
  right: x + reach,
  bottom: y + reach,
});

/** A canvas of one colour at first. */
export function createCanvas(width: number, height: number, ground: Colour): Canvas {
  const pixels = new Uint8ClampedArray(Buffer.alloc(width * height * 3, Buffer.from(ground)));

  function blend(at: number, [red, green, blue]: Colour, share: number): void {
    const kept = 1 - share;
    pixels[at] = (pixels[at] ?? 0) * kept + red * share;
    pixels[at + 1] = (pixels[at + 1] ?? 0) * kept + green * share;
    pixels[at + 2] = (pixels[at + 2] ?? 0) * kept + blue * share;
  }

  /** Fills where `distance` to the shape's edge is negative; pixels on the edge are blended by their share. */
  function paint(bounds: Bounds, distance: (x: number, y: number) => number, fill: Fill): void {
    const { colour, opacity = 1 } = fill;
    const [left, right] = [Math.max(0, Math.floor(bounds.left)), Math.min(width, Math.ceil(bounds.right))];
    const [top, bottom] = [Math.max(0, Math.floor(bounds.top)), Math.min(height, Math.ceil(bounds.bottom))];
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        const inside = 0.5 - distance(x + 0.5, y + 0.5);
        if (inside > 0) blend((y * width + x) * 3, colour, Math.min(1, inside) * opacity);
      }
    }
  }

  return {
    width,
    height,
    disc(centre, radius, fill) {
      const [centreX, centreY] = centre;
      paint(around(centre, radius + 1), (x, y) => Math.hypot(x - centreX, y - centreY) - radius, fill);
    },
    ring([centreX, centreY], radius, { width: thickness, dash, gap }, fill) {
      const period = dash + gap;
      const distance = (x: number, y: number): number => {
        const across = Math.abs(Math.sqrt((x - centreX) ** 2 + (y - centreY) ** 2) - radius) - thickness / 2;
        const along = (Math.atan2(y - centreY, x - centreX) + Math.PI) * radius;
        return Math.max(across, Math.abs((along % period) - period / 2) - dash / 2);
      };
      const reach = thickness / 2 + 1;
      const [inner, outer] = [radius - reach, radius + reach];
      // Most of the square around it is not part of a ring: each row has two short pieces of it.
      for (let top = Math.max(0, Math.floor(centreY - outer)); top < centreY + outer; top += 1) {
        const [near, far] = [top - centreY, top + 1 - centreY].map(Math.abs).toSorted((a, b) => a - b);
        const to = Math.sqrt(Math.max(0, outer ** 2 - (near ?? 0) ** 2)) + 1;
        const from = Math.sqrt(Math.max(0, inner ** 2 - (far ?? 0) ** 2)) - 1;
        const row = { top, bottom: top + 1 };
        if (from <= 0) paint({ ...row, left: centreX - to, right: centreX + to }, distance, fill);
        else {
          paint({ ...row, left: centreX - to, right: centreX - from }, distance, fill);
          paint({ ...row, left: centreX + from, right: centreX + to }, distance, fill);
        }
      }
    },
    box([left, top], [boxWidth, boxHeight], radius, fill) {
      const [halfWidth, halfHeight] = [boxWidth / 2, boxHeight / 2];
      paint(
        { left, top, right: left + boxWidth, bottom: top + boxHeight },
        (x, y) => {
          const outX = Math.abs(x - left - halfWidth) - halfWidth + radius;
          const outY = Math.abs(y - top - halfHeight) - halfHeight + radius;
          return (
            Math.hypot(Math.max(outX, 0), Math.max(outY, 0)) + Math.min(Math.max(outX, outY), 0) - radius
          );
        },
        fill,
      );
    },
    line([fromX, fromY], [toX, toY], thickness, fill) {
      const [alongX, alongY] = [toX - fromX, toY - fromY];
      const squared = alongX ** 2 + alongY ** 2;
      const reach = thickness / 2 + 1;
      paint(
        {
          left: Math.min(fromX, toX) - reach,
          top: Math.min(fromY, toY) - reach,
          right: Math.max(fromX, toX) + reach,
          bottom: Math.max(fromY, toY) + reach,
        },
        (x, y) => {
          const share = squared === 0 ? 0 : ((x - fromX) * alongX + (y - fromY) * alongY) / squared;
          const on = Math.max(0, Math.min(1, share));
          return Math.hypot(x - fromX - on * alongX, y - fromY - on * alongY) - thickness / 2;
        },
        fill,
      );
    },
    below(heightAt, fill) {
      const everywhere = { left: 0, top: 0, right: width, bottom: height };
      paint(everywhere, (x, y) => heightAt(x) - y, fill);
    },
    png: () => encodePng(width, height, pixels),
  };
}
