import { dateFormat, isDate } from '#src/chain/local-time.ts';
import type { Messages } from '#src/messages/messages.ts';
import { type Chart, type ChartStyle, isEmptyChart, linePointsIn } from '../chart.ts';
import { seriesNames, valueText } from '../chart-words.ts';
import { COLOURS, PICTURE_SIZES, type PictureSize, type Plot, type PlotPositions } from './frame.ts';
import { fitted, type LegendEntry, label, legend, MARGIN, textWidth, timeLabels } from './labels.ts';
import { barLimit, outlierLimit } from './outliers.ts';
import { barsSvg, dotsSvg, lineSvg, markSvg } from './series.ts';
import { element, pixels } from './svg.ts';
import { timeTicks } from './time-ticks.ts';
import { decimalsOf, valueLabels } from './value-labels.ts';
import { type ValueScale, valueScale } from './value-scale.ts';

/** Family name in the font file. */
const FONT_FAMILY = 'Inter';
/** Symbols that the font contains and that are unambiguous. */
const DRAWN_SYMBOL = /^[\p{Script=Latin}\p{Script=Greek}\p{Sc}\p{Nd}.]{1,8}$/u;
/** Maximum share of the width for value labels. */
const MAX_LABEL_SHARE = 0.3;
/** Space between two value labels, in font heights. */
const VALUE_SPACING = 2.4;
/** Space for each time label, in font heights. */
const TIME_SPACING = 5;
const MAX_SPACES = 5;

/** Returns the part of a chart within its period. */
function inPeriod(chart: Chart): Chart {
  const to = Math.max(chart.to, chart.from + 1);
  const isInside = ({ at }: { readonly at: number }): boolean => at >= chart.from && at <= to;
  return { ...chart, to, dots: chart.dots.filter(isInside), bars: chart.bars.filter(isInside) };
}

/** Returns the values that the line has during the period. */
const lineValues = (chart: Chart): readonly bigint[] =>
  linePointsIn(chart).flatMap(({ value }) => (value === null ? [] : [value]));

const highestOf = (values: readonly bigint[]): bigint | null =>
  values.reduce<bigint | null>((most, value) => (most === null || value > most ? value : most), null);

/** The range of the value axis, and the highest value if it is cut off. */
interface ValueAxis {
  readonly scale: ValueScale;
  /** Higher values are cut off. */
  readonly limit: bigint;
  /** `null` if nothing is cut off. */
  readonly cutOff: bigint | null;
}

function valueAxis(chart: Chart, spaces: number, decimals: number): ValueAxis {
  const one = 10n ** BigInt(decimals);
  if (chart.line.length === 0 && chart.dots.length === 0 && chart.bars.length > 0) {
    const values = chart.bars.map(({ value }) => value);
    const highest = highestOf(values) ?? 0n;
    const limit = barLimit(chart.bars);
    const shown = values.filter((value) => value <= limit);
    return {
      scale: valueScale(highest === 0n ? [one] : shown, { fromZero: true, spaces }),
      limit,
      cutOff: highest > limit ? highest : null,
    };
  }
  const series = [lineValues(chart), chart.dots.map(({ value }) => value)];
  const limit =
    highestOf(series.flatMap((values) => outlierLimit(values) ?? highestOf(values) ?? [])) ??
    chart.mark ??
    0n;
  const highest = highestOf(series.flat());
  const shown = [
    ...series.flat().filter((value) => value <= limit),
    ...(chart.mark === null ? [] : [chart.mark]),
  ];
  return {
    scale: valueScale(shown.length === 0 ? [0n, one] : shown, { fromZero: false, spaces }),
    limit,
    cutOff: highest !== null && highest > limit ? highest : null,
  };
}

function legendOf(chart: Chart, messages: Messages): readonly LegendEntry[] {
  const names = seriesNames(chart, messages);
  return [
    ...(chart.line.length === 0 ? [] : [{ name: names.line, colour: COLOURS.line, sign: 'line' } as const]),
    ...(chart.dots.length === 0 ? [] : [{ name: names.dots, colour: COLOURS.dots, sign: 'dot' } as const]),
    ...(chart.bars.length === 0 ? [] : [{ name: names.bars, colour: COLOURS.bars, sign: 'bar' } as const]),
    ...(chart.mark === null ? [] : [{ name: names.mark, colour: COLOURS.mark, sign: 'dashes' } as const]),
  ];
}

/** Draws horizontal grid lines with their values. */
function valueGrid(
  scale: ValueScale,
  labels: readonly string[],
  positions: PlotPositions,
  plot: Plot,
  font: number,
): string {
  return scale.ticks
    .map((tick, index) => {
      const y = positions.y(tick);
      return [
        element('path', {
          d: `M${pixels(plot.left)} ${pixels(y)}H${pixels(plot.right)}`,
          stroke: COLOURS.grid,
          'stroke-width': 1,
        }),
        label(labels[index] ?? '', { x: plot.left - 10, y: y + font * 0.35, anchor: 'end' }),
      ].join('');
    })
    .join('');
}

function symbolOf({ unit }: Chart, { currency }: ChartStyle): string {
  return unit === 'amount' && DRAWN_SYMBOL.test(currency.symbol) ? currency.symbol : '';
}

/** Returns the note below the picture: that a value was cut off, or that only some are shown. */
function noteOf(chart: Chart, axis: ValueAxis, style: ChartStyle, messages: Messages): string {
  const currency = { ...style.currency, symbol: symbolOf(chart, style) };
  const { cutOff, someShown } = messages.charts;
  const { dots, dotsInAll } = chart;
  const isPart = dotsInAll !== undefined && dots.length < dotsInAll;
  return [
    ...(isPart ? [someShown[chart.shows === 'bids' ? 'bids' : 'sales'](dots.length, dotsInAll)] : []),
    ...(axis.cutOff === null ? [] : [cutOff(valueText(axis.cutOff, chart, { ...style, currency }))]),
  ].join(' · ');
}

/** Returns the time zone of the axis, in the language's shortest form: `GMT+1`. */
function zoneOf({ to }: Chart, { language, timeZone }: ChartStyle): string {
  if (!isDate(to)) return '';
  const parts = dateFormat(language, timeZone, { timeZoneName: 'short' }).formatToParts(to * 1_000);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

function plotOf(size: PictureSize, labels: readonly string[], hasNote: boolean): Plot {
  const { width, height, font } = size;
  const widest = Math.max(0, ...labels.map((text) => textWidth(text, font)));
  return {
    left: Math.ceil(MARGIN + widest + 10),
    right: width - MARGIN,
    top: Math.ceil(MARGIN + font * 1.7),
    bottom: Math.floor(height - MARGIN - font * (hasNote ? 2.6 : 1.2)),
  };
}

function positionsOf({ from, to }: Chart, { position }: ValueScale, plot: Plot): PlotPositions {
  const { left, right, top, bottom } = plot;
  return {
    x: (at) => left + ((Math.min(Math.max(at, from), to) - from) / (to - from)) * (right - left),
    y: (value) => bottom - position(value) * (bottom - top),
  };
}

/**
 * Draws a chart. The same chart in the same style gives the same text.
 * @param messages of the style's language
 */
export function chartSvg(given: Chart, style: ChartStyle, messages: Messages): string {
  const chart = inPeriod(given);
  const size = PICTURE_SIZES[chart.size];
  const { width, height, font } = size;
  const spaces = Math.min(MAX_SPACES, Math.floor((height - 5 * font) / (font * VALUE_SPACING)));
  const decimals = decimalsOf(chart.unit, style.currency.decimals);
  const axis = valueAxis(chart, Math.max(2, spaces), decimals);
  const { scale } = axis;
  const labels = valueLabels(scale, decimals, style.language).map((text) =>
    fitted(text, width * MAX_LABEL_SHARE, font),
  );
  const note = fitted(noteOf(chart, axis, style, messages), width - 2 * MARGIN, font);
  const plot = plotOf(size, labels, note !== '');
  const positions = positionsOf(chart, scale, plot);
  const most = Math.max(1, Math.floor((plot.right - plot.left) / (font * TIME_SPACING)));
  const symbol = symbolOf(chart, style);
  const top = MARGIN + font * 0.8;
  const legendFrom = Math.max(plot.left, MARGIN + textWidth(symbol, font) + 20);
  const zone = fitted(zoneOf(chart, style), width * MAX_LABEL_SHARE, font);
  const legendTo = width - MARGIN - textWidth(zone, font) - 20;
  const { nothing } = messages.charts;
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` },
    [
      element('rect', { width, height, rx: 12, fill: COLOURS.ground }),
      element(
        'g',
        { 'font-family': FONT_FAMILY, 'font-size': font },
        [
          label(symbol, { x: MARGIN, y: top }),
          legend(legendOf(chart, messages), legendFrom, top, { size, to: legendTo }),
          label(zone, { x: width - MARGIN, y: top, anchor: 'end' }),
          valueGrid(scale, labels, positions, plot, font),
          timeLabels(timeTicks(chart.from, chart.to, { most, ...style }), positions, plot, size),
          label(note, { x: MARGIN, y: height - MARGIN }),
          isEmptyChart(chart)
            ? label(nothing, { x: width / 2, y: (plot.top + plot.bottom) / 2, anchor: 'middle' })
            : '',
        ].join(''),
      ),
      barsSvg(chart, positions, plot, chart.line.length + chart.dots.length === 0),
      lineSvg(chart, positions, plot, scale.from <= 0n),
      dotsSvg(chart.dots, axis.limit, positions, plot),
      chart.mark === null ? '' : markSvg(chart.mark, positions, plot),
    ].join(''),
  );
}
