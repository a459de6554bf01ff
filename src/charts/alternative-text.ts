import { dateFormat, isDate } from '#src/chain/local-time.ts';
import type { Messages } from '#src/messages/messages.ts';
import { type Chart, type ChartPoint, type ChartStyle, linePointsIn } from './chart.ts';
import { DIGITS, type Digits, seriesNames, valueText } from './chart-words.ts';

/** Discord's limit for the description of an attachment, characters. */
const MAX_LENGTH = 1_024;

/** Returns the lowest and highest value; `null` without values. */
function rangeOf(values: readonly bigint[]): { readonly lowest: bigint; readonly highest: bigint } | null {
  const [first] = values;
  if (first === undefined) return null;
  return values.reduce(
    ({ lowest, highest }, value) => ({
      lowest: value < lowest ? value : lowest,
      highest: value > highest ? value : highest,
    }),
    { lowest: first, highest: first },
  );
}

/** Returns a formatter with enough digits that different values look different. */
function writerOf(values: readonly bigint[], chart: Chart, style: ChartStyle): (value: bigint) => string {
  const distinct = new Set(values);
  const isClear = (digits: Digits): boolean =>
    new Set([...distinct].map((value) => valueText(value, chart, style, digits))).size === distinct.size;
  const digits = DIGITS.find(isClear) ?? 'all';
  return (value) => valueText(value, chart, style, digits);
}

/**
 * Describes a chart in words for those who cannot see it: the period, first, last, lowest and highest values, and the
 * volume. It leaves out the number of sales, because a chart may show only some of them. The text is within Discord's
 * limit.
 * @param messages of the style's language
 */
export function chartText(chart: Chart, style: ChartStyle, messages: Messages): string {
  const { alternative } = messages.charts;
  const names = seriesNames(chart, messages);
  const date = (at: number): string =>
    isDate(at)
      ? dateFormat(style.language, style.timeZone, { dateStyle: 'medium', timeStyle: 'short' }).format(
          at * 1_000,
        )
      : String(at);

  function lineText(): readonly string[] {
    const inside = linePointsIn(chart);
    const values = inside.flatMap(({ value }) => (value === null ? [] : [value]));
    const [first] = values;
    const final = values.at(-1);
    const range = rangeOf(values);
    if (first === undefined || final === undefined || range === null) return [];
    const { lowest, highest } = range;
    const last = inside.at(-1)?.value ?? null;
    const write = writerOf([first, final, lowest, highest], chart, style);
    const between = lowest === highest ? [] : [alternative.range(write(lowest), write(highest))];
    if (last === null) return [alternative.ended(names.line, write(final)), ...between];
    if (lowest === highest) {
      const since = inside[inside.findLastIndex(({ value }) => value === null) + 1]?.at ?? chart.from;
      return since > chart.from
        ? [alternative.steadySince(names.line, write(first), date(since))]
        : [alternative.steady(names.line, write(first))];
    }
    return [alternative.line(names.line, write(first), write(last)), ...between];
  }

  function dotText(dots: readonly ChartPoint[]): readonly string[] {
    const range = rangeOf(dots.map(({ value }) => value));
    if (range === null) return [];
    const { lowest, highest } = range;
    const write = writerOf([lowest, highest], chart, style);
    const what = chart.shows === 'bids' ? 'bids' : 'sales';
    const { dotsInAll } = chart;
    const isPart = dotsInAll !== undefined && dots.length < dotsInAll;
    return [
      alternative[what](write(lowest), write(highest)),
      ...(isPart ? [`${messages.charts.someShown[what](dots.length, dotsInAll)}.`] : []),
    ];
  }

  function barText(bars: readonly ChartPoint[]): readonly string[] {
    const range = rangeOf(bars.map(({ value }) => value));
    if (range === null || range.highest === 0n) return [];
    const write = writerOf([range.highest], chart, style);
    return [alternative.volume(write(range.highest))];
  }

  const isInside = ({ at }: ChartPoint): boolean => at >= chart.from && at <= chart.to;
  const series = [
    ...lineText(),
    ...dotText(chart.dots.filter(isInside)),
    ...barText(chart.bars.filter(isInside)),
  ];
  const sentences = [
    alternative.period(date(chart.from), date(chart.to), style.timeZone),
    ...(series.length === 0 ? [alternative.nothing] : series),
    ...(chart.mark === null ? [] : [alternative.mark(valueText(chart.mark, chart, style))]),
  ];
  return sentences.join(' ').slice(0, MAX_LENGTH);
}
