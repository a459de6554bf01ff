import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartText } from '#src/charts/alternative-text.ts';
import type { Chart, LinePoint } from '#src/charts/chart.ts';
import { messagesFor } from '#src/messages/messages.ts';
import { anyChart, anyStyle } from './any-chart.ts';
import { EXAMPLE_CHARTS, EXAMPLE_STYLE } from './example-charts.ts';

describe('the alternative text of a chart', () => {
  it('says what the picture shows', () => {
    const texts = Object.entries(EXAMPLE_CHARTS).map(([name, chart]) => [
      name,
      chartText(chart, EXAMPLE_STYLE, messagesFor('en-US')).replaceAll(/\s/gu, ' '),
    ]);
    expect(Object.fromEntries(texts)).toMatchInlineSnapshot(`
      {
        "bids": "Chart from Oct 25, 2026, 8:00 AM to Oct 25, 2026, 1:00 PM (Europe/Berlin). Highest bid from 1 ETH to 8 ETH. Lowest 1 ETH, highest 8 ETH. Bids from 1 ETH to 8 ETH.",
        "floor-alert": "Chart from Oct 24, 2026, 2:00 PM to Oct 25, 2026, 1:00 PM (Europe/Berlin). Floor from 0.052 ETH to 0.044 ETH. Lowest 0.044 ETH, highest 0.052 ETH. Threshold: 0.045 ETH.",
        "many-sales": "Chart from Oct 18, 2026, 2:00 PM to Oct 25, 2026, 1:00 PM (Europe/Berlin). Sales from 56.07 ETH to 72.92 ETH. 1,499 of 4,200 sales shown.",
        "nothing": "Chart from Oct 18, 2026, 2:00 PM to Oct 25, 2026, 1:00 PM (Europe/Berlin). No data in this period.",
        "one-large-day": "Chart from Sep 25, 2026, 2:00 PM to Oct 25, 2026, 1:00 PM (Europe/Berlin). Volume up to 90K ETH per bar.",
        "one-point": "Chart from Oct 18, 2026, 2:00 PM to Oct 25, 2026, 1:00 PM (Europe/Berlin). Floor: 60 ETH since Oct 25, 2026, 12:59 PM.",
        "owners": "Chart from Oct 26, 2022, 2:00 PM to Oct 25, 2026, 1:00 PM (Europe/Berlin). Owners from 3,000 to 3,594. Lowest 3,000, highest 3,594.",
        "recap": "Chart from Oct 18, 2026, 2:00 PM to Oct 25, 2026, 1:00 PM (Europe/Berlin). Floor from 60 ETH to 61.08 ETH. Lowest 56.004 ETH, highest 64 ETH. Volume up to 895 ETH per bar.",
        "sales": "Chart from Oct 18, 2026, 2:00 PM to Oct 25, 2026, 1:00 PM (Europe/Berlin). Floor from 60 ETH to 61.08 ETH. Lowest 56.004 ETH, highest 64 ETH. Sales from 58.32 ETH to 4,200 ETH.",
        "volume": "Chart from Sep 25, 2026, 2:00 PM to Oct 25, 2026, 1:00 PM (Europe/Berlin). Volume up to 2,151 ETH per bar.",
        "wei": "Chart from Oct 18, 2026, 2:00 PM to Oct 25, 2026, 1:00 PM (Europe/Berlin). Floor from 0.000000000000000001 ETH to 0.000000000000000003 ETH. Lowest 0.000000000000000001 ETH, highest 0.000000000000000003 ETH.",
      }
    `);
  });

  it('does not say that a line was the same throughout where it was not known or interrupted', () => {
    const [hour, floor] = [3_600, 10n ** 18n];
    const textOf = (line: readonly LinePoint[]) => {
      const chart: Chart = {
        ...{ shows: 'floor', dots: [], bars: [], mark: null, unit: 'amount', size: 'normal' },
        ...{ from: 0, to: 10 * hour, line },
      };
      return chartText(chart, EXAMPLE_STYLE, messagesFor('en-US')).replaceAll(/\s/gu, ' ');
    };
    expect(textOf([{ at: 0, value: floor }])).toContain('Floor: 1 ETH throughout.');
    expect(textOf([{ at: 3 * hour, value: floor }])).toContain('Floor: 1 ETH since Jan 1, 1970, 4:00 AM.');
    expect(
      textOf([
        { at: 0, value: floor },
        { at: hour, value: null },
        { at: 2 * hour, value: floor },
      ]),
    ).toContain('Floor: 1 ETH since Jan 1, 1970, 3:00 AM.');
  });

  const textOf = (change: Partial<Chart>) => {
    const chart: Chart = {
      ...{ shows: 'floor', line: [], dots: [], bars: [], mark: null, unit: 'amount', size: 'normal' },
      ...{ from: 0, to: 36_000, ...change },
    };
    return chartText(chart, EXAMPLE_STYLE, messagesFor('en-US')).replaceAll(/\s/gu, ' ');
  };
  const lineOf = (...values: readonly (bigint | null)[]) =>
    values.map((value, index) => ({ at: index * 3_600, value: value && value * 10n ** 17n }));

  it('writes values that differ differently', () => {
    expect(textOf({ line: lineOf(1_000_001n, 1_000_002n) })).toContain(
      'Floor from 100000.1 ETH to 100000.2 ETH.',
    );
    expect(textOf({ line: lineOf(1_000_000n, 1_000_100n) })).toContain(
      'Floor from 100,000 ETH to 100,010 ETH.',
    );
  });

  it('says how a line was before it ended', () => {
    expect(textOf({ line: lineOf(120n, 150n, null) })).toContain(
      'Floor: last 15 ETH, then none. Lowest 12 ETH, highest 15 ETH.',
    );
  });

  it('says nothing of what held before the period only', () => {
    expect(textOf({ from: 4_000, line: lineOf(990n, 10n, 20n) })).toContain(
      'Floor from 1 ETH to 2 ETH. Lowest 1 ETH',
    );
  });

  it('says that there is nothing where every bar is empty', () => {
    expect(textOf({ bars: [{ at: 0, value: 0n }] })).toContain('No data in this period.');
  });

  it('says that it shows some of the sales', () => {
    expect(textOf({ dots: [{ at: 1, value: 10n ** 18n }], dotsInAll: 2_000 })).toContain(
      '1 of 2,000 sales shown.',
    );
  });

  it('is within the limit of Discord, whatever the data', () => {
    fc.assert(
      fc.property(anyChart, anyStyle, (chart, style) => {
        const text = chartText(chart, style, messagesFor(style.language));
        expect(text.length).toBeGreaterThan(10);
        expect(text.length).toBeLessThanOrEqual(1_024);
      }),
    );
  });
});
