import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartSvg } from '../../src/charts/drawing/draw-chart.ts';
import { PICTURE_SIZES } from '../../src/charts/drawing/frame.ts';
import { textWidth } from '../../src/charts/drawing/text-width.ts';
import { messagesFor } from '../../src/messages/messages.ts';
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
    expect(svg).toContain('Cut off: the highest is 4,200 ETH');
    expect(svg).not.toContain('>4,000<');
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
    expect(svg).toContain('the highest is 4,200<');
  });
});
