import type { Chart, ChartPoint, LinePoint } from '../chart.ts';
import { COLOURS, type Plot, type PlotPositions } from './frame.ts';
import { barLimit } from './outliers.ts';
import { element, pixels } from './svg.ts';
import { valueScale } from './value-scale.ts';

const LINE_WIDTH = 3;
const DOT_RADIUS = 4.5;
/** A run of the line shorter than this ends in a larger dot, so that it is visible, pixels. */
const SHORT_RUN = 16;
const SHORT_RUN_RADIUS = 7;
/** Half the width of a triangle at the upper edge, pixels. */
const ARROW = 6;
/** Share of the plot's height for bars below other series. */
const BARS_BESIDE_OTHERS = 0.3;
/** Gap between two bars, pixels. */
const BAR_GAP = 2;
/** Height of the gap below the top of a bar that is cut off, pixels. */
const CUT = 6;

/** A time during which the line has a value without interruption. */
type Run = readonly { readonly at: number; readonly value: bigint }[];

/** Splits the line's points in the period at interruptions. */
function runsOf(line: readonly LinePoint[], { from, to }: Pick<Chart, 'from' | 'to'>): readonly Run[] {
  const runs: { at: number; value: bigint }[][] = [[]];
  const firstInside = line.findIndex(({ at }) => at > from);
  const start = firstInside === -1 ? line.length - 1 : Math.max(0, firstInside - 1);
  for (const { at, value } of line.slice(Math.max(0, start))) {
    if (at > to) break;
    const run = runs.at(-1);
    if (value !== null) run?.push({ at: Math.max(at, from), value });
    // The value held until here, so add it as the run's last point.
    else if (run !== undefined && run.length > 0) {
      run.push({ at: Math.max(at, from), value: run.at(-1)?.value ?? 0n });
      runs.push([]);
    }
  }
  const last = runs.at(-1)?.at(-1);
  if (last !== undefined) runs.at(-1)?.push({ at: to, value: last.value });
  return runs.filter((run) => run.length > 0);
}

/**
 * Draws the line as steps.
 * @param isFilled whether to tint the area below it. Only if the axis begins at zero, because the area would otherwise
 * mislead
 */
export function lineSvg(
  chart: Pick<Chart, 'line' | 'from' | 'to'>,
  { x, y }: PlotPositions,
  plot: Plot,
  isFilled: boolean,
): string {
  return runsOf(chart.line, chart)
    .map((run) => {
      const [first] = run;
      if (first === undefined) return '';
      const steps = run.slice(1).map(({ at, value }) => `H${pixels(x(at))}V${pixels(y(value))}`);
      const path = `M${pixels(x(first.at))} ${pixels(y(first.value))}${steps.join('')}`;
      const end = run.at(-1) ?? first;
      const area = `${path}V${pixels(plot.bottom)}H${pixels(x(first.at))}Z`;
      return [
        ...(isFilled ? [element('path', { d: area, fill: COLOURS.line, 'fill-opacity': '0.12' })] : []),
        element('path', {
          d: path,
          fill: 'none',
          stroke: COLOURS.line,
          'stroke-width': LINE_WIDTH,
          'stroke-linejoin': 'round',
        }),
        element('circle', {
          cx: x(end.at),
          cy: y(end.value),
          r: x(end.at) - x(first.at) < SHORT_RUN ? SHORT_RUN_RADIUS : LINE_WIDTH,
          fill: COLOURS.line,
        }),
      ].join('');
    })
    .join('');
}

/** Draws dots, one per pixel; arrows at the upper edge stand for higher values. */
export function dotsSvg(
  dots: readonly ChartPoint[],
  limit: bigint,
  { x, y }: PlotPositions,
  plot: Plot,
): string {
  const shown = new Set<string>();
  const beyond = new Set<string>();
  for (const { at, value } of dots) {
    const left = Math.round(x(at));
    if (value <= limit) shown.add(element('circle', { cx: left, cy: Math.round(y(value)), r: DOT_RADIUS }));
    else
      beyond.add(
        `M${left - ARROW} ${pixels(plot.top + 1.5 * ARROW)}h${2 * ARROW}l-${ARROW} -${1.5 * ARROW}z`,
      );
  }
  return [
    ...(shown.size === 0 ? [] : [element('g', { fill: COLOURS.dots }, [...shown].join(''))]),
    ...(beyond.size === 0 ? [] : [element('path', { d: [...beyond].join(''), fill: COLOURS.dots })]),
  ].join('');
}

/** Draws bars from the bottom, on a separate scale below other series; a bar above the limit has a gap. */
export function barsSvg(
  { bars, to }: Pick<Chart, 'bars' | 'to'>,
  { x, y }: PlotPositions,
  plot: Plot,
  isAlone: boolean,
): string {
  const limit = barLimit(bars);
  const scale = valueScale(
    bars.flatMap(({ value }) => (value <= limit ? [value] : [])),
    { fromZero: true, spaces: 2 },
  );
  const height = (plot.bottom - plot.top) * BARS_BESIDE_OTHERS;
  const topOf = (value: bigint): number =>
    isAlone ? y(value) : plot.bottom - scale.position(value) * height;
  return bars
    .map(({ at, value }, index) => {
      const left = x(at);
      const right = x(bars[index + 1]?.at ?? to);
      const width = Math.max(0, right - left - (right - left > 3 * BAR_GAP ? BAR_GAP : 0));
      const top = topOf(value);
      if (value === 0n || width === 0) return '';
      const bar = element('rect', {
        x: left,
        y: Math.min(top, plot.bottom - 1),
        width,
        height: Math.max(1, plot.bottom - top),
        fill: COLOURS.bars,
        ...(isAlone ? {} : { 'fill-opacity': '0.7' }),
      });
      if (value <= limit) return bar;
      return `${bar}${element('rect', { x: left, y: top + 2 * CUT, width, height: CUT, fill: COLOURS.ground })}`;
    })
    .join('');
}

/** Draws a dashed line across the plot. */
export function markSvg(mark: bigint, { y }: PlotPositions, plot: Plot): string {
  return element('path', {
    d: `M${pixels(plot.left)} ${pixels(y(mark))}H${pixels(plot.right)}`,
    fill: 'none',
    stroke: COLOURS.mark,
    'stroke-width': 2,
    'stroke-dasharray': '8 6',
  });
}
