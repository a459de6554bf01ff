import { COLOURS, type PictureSize, type Plot, type PlotPositions } from './frame.ts';
import { element, xmlText } from './svg.ts';
import type { TimeTick } from './time-ticks.ts';

/** The widest characters of Inter, relative to the font size. A test compares them with the font. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijltfrI1.,:;'|!()[\]\s·-]/u, 0.5],
  [/[WMmw@%—…ÆŒæœ]/u, 1.02],
  [/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{Sc}\p{P}]/u, 0.8],
];
const OTHER_WIDTH = 1.1;

/**
 * Returns an upper bound for the width of a text, pixels, so that text always fits where this finds room.
 * @param size font size, pixels
 */
export function textWidth(text: string, size: number): number {
  const width = Array.from(text).reduce(
    (sum, character) => sum + (WIDTHS.find(([class_]) => class_.test(character))?.[1] ?? OTHER_WIDTH),
    0,
  );
  return width * size;
}

/** Distance from the edge of the picture, pixels. */
export const MARGIN = 16;
/** Distance between two texts of a line, pixels. */
const BETWEEN = 20;
/** Width of a legend sign with the gap to its word, pixels. */
const SIGN = 18;

/** Draws a text that begins, ends or is centred at `x`; nothing for an empty text. */
export function label(
  text: string,
  {
    x,
    y,
    anchor = 'start',
    colour = COLOURS.faint,
  }: {
    readonly x: number;
    readonly y: number;
    readonly anchor?: 'start' | 'middle' | 'end';
    readonly colour?: string;
  },
): string {
  return text === '' ? '' : element('text', { x, y, 'text-anchor': anchor, fill: colour }, xmlText(text));
}

/**
 * Truncates a text to the available width.
 * @param room pixels
 */
export function fitted(text: string, room: number, size: number): string {
  // The font may lack special spaces, so draw all as the ordinary space.
  const characters = Array.from(text.replaceAll(/\s/gu, ' '));
  if (textWidth(characters.join(''), size) <= room) return characters.join('');
  while (characters.length > 0 && textWidth(`${characters.join('')}…`, size) > room) characters.pop();
  return characters.length === 0 ? '' : `${characters.join('').trimEnd()}…`;
}

/** Draws the labels of the time axis, leaving out labels that would touch the previous one. */
export function timeLabels(
  ticks: readonly TimeTick[],
  { x }: PlotPositions,
  plot: Plot,
  { width, font }: PictureSize,
): string {
  const written: string[] = [];
  let free = 0;
  for (const { at, label: text } of ticks) {
    const shown = fitted(text, width, font);
    const half = textWidth(shown, font) / 2;
    const middle = Math.min(Math.max(x(at), half), width - half);
    if (middle - half < free) continue;
    free = middle + half + BETWEEN / 2;
    written.push(label(shown, { x: middle, y: plot.bottom + font + 8, anchor: 'middle' }));
  }
  return written.join('');
}

/** The sign of a series in the legend. */
export interface LegendEntry {
  readonly name: string;
  readonly colour: string;
  readonly sign: 'line' | 'dot' | 'bar' | 'dashes';
}

function signSvg({ colour, sign }: LegendEntry, x: number, y: number): string {
  switch (sign) {
    case 'dot':
      return element('circle', { cx: x + SIGN / 2, cy: y, r: 5, fill: colour });
    case 'bar':
      return element('rect', { x: x + 3, y: y - 6, width: SIGN - 6, height: 12, fill: colour });
    case 'line':
    case 'dashes':
      return element('path', {
        d: `M${x} ${y}h${SIGN}`,
        stroke: colour,
        'stroke-width': 3,
        ...(sign === 'dashes' ? { 'stroke-dasharray': '5 3' } : {}),
      });
    default:
      return sign satisfies never;
  }
}

/** Draws the names of the series, from the left, leaving out those that do not fit. */
export function legend(
  entries: readonly LegendEntry[],
  from: number,
  baseline: number,
  { size, to }: { readonly size: PictureSize; readonly to: number },
): string {
  let x = Math.round(from);
  const written: string[] = [];
  for (const entry of entries) {
    const wide = SIGN + 8 + textWidth(entry.name, size.font);
    if (x + wide > to) break;
    written.push(
      signSvg(entry, x, Math.round(baseline - size.font * 0.35)),
      label(entry.name, { x: x + SIGN + 8, y: baseline, colour: COLOURS.text }),
    );
    x += Math.round(wide) + BETWEEN;
  }
  return written.join('');
}
