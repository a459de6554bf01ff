import type { Canvas, Point } from './canvas.ts';
import type { Colour } from './palette.ts';

/**
 * Characters as lines between points of a grid five wide and seven high: two digits are x and y of a point, a
 * blank lifts the pen. Pictures need no font, and look the same on every machine.
 */
const STROKES: Readonly<Record<string, string>> = {
  A: '062046 1434',
  B: '0600 003041423303 033344453606',
  C: '4130100105163645',
  D: '0600 002042442606',
  E: '40000646 0333',
  F: '400006 0333',
  G: '41301001051636454323',
  H: '0006 4046 0343',
  I: '1030 2026 1636',
  J: '4045361605',
  K: '0006 400346',
  L: '000646',
  M: '0600234046',
  N: '06004640',
  O: '100105163645413010',
  P: '06003041423303',
  Q: '100105163645413010 3446',
  R: '06003041423303 2346',
  S: '413010010213334445361605',
  T: '0040 2026',
  U: '000516364540',
  V: '002640',
  W: '0016233640',
  X: '0046 4006',
  Y: '002340 2326',
  Z: '00400646',
  0: '100105163645413010',
  1: '112026 1636',
  2: '01103041420646',
  3: '0110304142334445361605 2333',
  4: '36300444',
  5: '4000033344453606',
  6: '30100105163645443303',
  7: '004016',
  8: '13334241301001021304051636454433 13',
  9: '16364541301001021343',
  '#': '1016 3036 0242 0444',
  '-': '1333',
  '.': '2626',
};

const GRID = { width: 4, height: 6 };
/** From one character to the next, in units of the grid. */
const ADVANCE = 6;
/** Of a line, in units of the grid. */
const THICKNESS = 1.1;

/** Where text stands: its middle, and the height of its characters. */
interface Place {
  readonly centre: Point;
  readonly height: number;
  /** The text is drawn smaller where it would be wider. */
  readonly maxWidth: number;
}

/** The text as far as it can be drawn: upper case, without accents and without characters that have no strokes. */
function drawable(text: string): readonly string[] {
  const upper = text.normalize('NFD').toUpperCase();
  return Array.from(upper).filter((character) => character === ' ' || STROKES[character] !== undefined);
}

function pointsOf(stroke: string): readonly Point[] {
  return (stroke.match(/../g) ?? []).map((pair): Point => [Number(pair[0]), Number(pair[1])]);
}

/** Draws a line of text. */
export function drawText(canvas: Canvas, text: string, place: Place, colour: Colour): void {
  const characters = drawable(text);
  const columns = characters.length * ADVANCE - (ADVANCE - GRID.width);
  const unit = Math.min(place.height / GRID.height, place.maxWidth / Math.max(1, columns));
  const [centreX, centreY] = place.centre;
  const left = centreX - (columns * unit) / 2;
  const top = centreY - (GRID.height * unit) / 2;
  characters.forEach((character, index) => {
    const at = ([x, y]: Point): Point => [left + (index * ADVANCE + x) * unit, top + y * unit];
    for (const stroke of (STROKES[character] ?? '').split(' ')) {
      const points = pointsOf(stroke);
      points.forEach((point, order) => {
        const from = points[order - 1] ?? point;
        if (order > 0 || points.length === 1) canvas.line(at(from), at(point), THICKNESS * unit, { colour });
      });
    }
  });
}
