import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartSvg } from '#src/charts/drawing/draw-chart.ts';
import { PICTURE_SIZES } from '#src/charts/drawing/frame.ts';
import { textWidth } from '#src/charts/drawing/labels.ts';
import { messagesFor } from '#src/messages/messages.ts';
import { anyChart, anyStyle } from './any-chart.ts';
import { EXAMPLE_CHARTS, EXAMPLE_STYLE } from './example-charts.ts';

const draw = (name: string): string => chartSvg(exampleOf(name), EXAMPLE_STYLE, messagesFor('en-US'));

function exampleOf(name: string) {
  const chart = EXAMPLE_CHARTS[name];
  if (chart === undefined) throw new Error(`no chart ${name}`);
  return chart;
}

interface Text {
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly text: string;
}

const entity = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

/** Every text of a picture with the room that it takes. */
function textsOf(svg: string, font: number): readonly Text[] {
  return [
    ...svg.matchAll(/<text x="([^"]+)" y="([^"]+)" text-anchor="(\w+)" fill="[^"]+">([^<]*)<\/text>/g),
  ].map(([, x, y, anchor, written = '']) => {
    const text = entity(written);
    const width = textWidth(text, font);
    const left =
      Number(x) -
      (new Map([
        ['middle', width / 2],
        ['end', width],
      ]).get(anchor ?? '') ?? 0);
    return { left, right: left + width, y: Number(y), text };
  });
}

/** All positions of paths, in order: their commands are absolute, but for the arrows' and the signs'. */
function numbersOf(svg: string): readonly number[] {
  return [...svg.matchAll(/(?<![#\w])-?(?:\d+(?:\.\d+)?|NaN|Infinity)/g)].map(([number]) => Number(number));
}

describe('a chart', () => {
  it.each(Object.keys(EXAMPLE_CHARTS))('is drawn as before: %s', async (name) => {
    await expect(draw(name)).toMatchFileSnapshot(`golden/${name}.svg`);
  });

  it('has every coordinate within the picture, and texts that do not overlap, whatever the data', () => {
    fc.assert(
      fc.property(anyChart, anyStyle, (chart, style) => {
        const svg = chartSvg(chart, style, messagesFor(style.language));
        const { width, height, font } = PICTURE_SIZES[chart.size];
        const shapes = svg.replaceAll(/<text.*?<\/text>/g, '');
        for (const number of numbersOf(shapes.replace(/^<svg[^>]*>/, ''))) {
          expect(Number.isFinite(number)).toBe(true);
          expect(number).toBeGreaterThanOrEqual(-9);
          expect(number).toBeLessThanOrEqual(width);
        }
        for (const [, y] of shapes.matchAll(/V(-?[\d.]+)/g)) {
          expect(Number(y)).toBeGreaterThanOrEqual(0);
          expect(Number(y)).toBeLessThanOrEqual(height);
        }
        const texts = textsOf(svg, font);
        expect(texts).toHaveLength([...svg.matchAll(/<text /g)].length);
        for (const { left, right, y } of texts) {
          expect(left).toBeGreaterThanOrEqual(-0.01);
          expect(right).toBeLessThanOrEqual(width + 0.01);
          expect(y).toBeGreaterThan(0);
          expect(y).toBeLessThan(height);
        }
        const pairs = texts.flatMap((one, index) =>
          texts.slice(index + 1).map((other) => [one, other] as const),
        );
        const overlapping = pairs.filter(([one, other]) => {
          const isBeside = one.right <= other.left + 0.01 || other.right <= one.left + 0.01;
          return !isBeside && Math.abs(one.y - other.y) < font * 0.9;
        });
        expect(overlapping).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('is the same text for the same data, and a picture that can be drawn', () => {
    fc.assert(
      fc.property(anyChart, anyStyle, (chart, style) => {
        const messages = messagesFor(style.language);
        const svg = chartSvg(chart, style, messages);
        expect(chartSvg(structuredClone(chart), { ...style }, messages)).toBe(svg);
        const { width, height } = new Resvg(svg, { font: { loadSystemFonts: false } });
        expect({ width, height }).toEqual({
          width: PICTURE_SIZES[chart.size].width,
          height: PICTURE_SIZES[chart.size].height,
        });
      }),
      { numRuns: 100 },
    );
  });

  it('cuts off a price that would flatten all others, and says so', () => {
    const svg = draw('sales');
    expect(svg).toContain('Values cut off (highest: 4,200 ETH)');
    expect(svg).not.toContain('>4,000<');
  });

  it('cuts off a bar that would flatten all others, and says so', () => {
    const svg = draw('one-large-day');
    expect(svg).toContain('Values cut off (highest: 90K ETH)');
    expect(svg).toContain('>3,000<');
    expect(svg).not.toContain('>100,000<');
  });

  it('is as dense where there are many sales, shows the lowest and highest, and says that it shows some', () => {
    const chart = exampleOf('many-sales');
    const svg = draw('many-sales');
    expect(svg).toContain(`${chart.dots.length.toLocaleString('en-US')} of 4,200 sales shown`);
    const perDay = Array.from(
      Map.groupBy(chart.dots, ({ at }) => Math.floor((at - chart.from) / 86_400)).values(),
      ({ length }) => length,
    );
    expect(Math.max(...perDay) - Math.min(...perDay)).toBeLessThan(10);
  });

  it('is filled below the line only where the axis begins at zero', () => {
    expect(draw('wei')).toContain('fill-opacity="0.12"');
    expect(draw('recap')).not.toContain('fill-opacity="0.12"');
  });

  it('names its time zone', () => {
    expect(draw('sales')).toContain('>GMT+1<');
    const style = { ...EXAMPLE_STYLE, timeZone: 'UTC' };
    expect(chartSvg(exampleOf('sales'), style, messagesFor('en-US'))).toContain('>UTC<');
  });

  it('shows a line of a single point', () => {
    expect(draw('one-point')).toContain('r="7"');
  });

  it('writes a zero as such in any notation', () => {
    const huge = [0n, 10n ** 60n].map((value, index) => ({ at: exampleOf('wei').from + index, value }));
    const svg = chartSvg({ ...exampleOf('wei'), line: huge }, EXAMPLE_STYLE, messagesFor('en-US'));
    expect(svg).toContain('>0<');
    expect(svg).not.toContain('0E0');
  });

  it('says that there is nothing where every bar is empty', () => {
    const bars = exampleOf('volume').bars.map(({ at }) => ({ at, value: 0n }));
    const svg = chartSvg({ ...exampleOf('volume'), bars }, EXAMPLE_STYLE, messagesFor('en-US'));
    expect(svg).toContain('No data in this period');
  });

  it('leaves room below the line where nothing was listed', () => {
    const paths = [...draw('floor-alert').matchAll(/stroke="#7fb2ff"/g)];
    // Before and after, and the sign in the legend.
    expect(paths).toHaveLength(3);
  });

  it('writes no symbol that the font may lack', () => {
    const style = { ...EXAMPLE_STYLE, currency: { symbol: '🦊', decimals: 18 } };
    const svg = chartSvg(exampleOf('sales'), style, messagesFor('en-US'));
    expect(svg).not.toContain('🦊');
    expect(svg).toContain('(highest: 4,200)<');
  });
});
