import { describe, expect, it } from 'vitest';
import type { Figure } from '../../bench/harness/bench.ts';
import { jsonLine } from '../../bench/harness/json-line.ts';
import { median, quantile } from '../../bench/harness/statistics.ts';
import { summarise } from '../../bench/harness/summary.ts';
import { formatNumber, table } from '../../bench/harness/table.ts';

const figure = (value: number, more: Partial<Figure> = {}): Figure => ({
  name: 'match',
  value,
  unit: 'µs',
  parameters: { rules: 1_000_000 },
  ...more,
});

const MACHINE = { cpu: 'a processor', cores: 2, memory: 24_000, node: 'v24.21.0', platform: 'linux x64' };

describe('a median', () => {
  it('is the number in the middle', () => expect(median([9, 1, 5])).toBe(5));
  it('lies halfway between two', () => expect(median([1, 9, 3, 5])).toBe(4));
  it('throws without measurements', () => expect(() => median([])).toThrow(RangeError));
});

describe('a quantile', () => {
  it.each([
    [0, 1],
    [0.5, 50],
    [0.99, 99],
    [1, 100],
  ])('finds below what %d of the numbers lie', (share, expected) => {
    expect(
      quantile(
        Array.from({ length: 100 }, (_, at) => 100 - at),
        share,
      ),
    ).toBe(expected);
  });
});

describe('a summary', () => {
  it('combines repeats with equal parameters', () => {
    const summaries = summarise([figure(3), figure(7, { parameters: { rules: 100 } }), figure(1), figure(2)]);
    expect(summaries.map(({ value, spread }) => [value, spread])).toEqual([
      [2, { min: 1, max: 3, repeats: 3 }],
      [7, { min: 7, max: 7, repeats: 1 }],
    ]);
  });

  it.each([
    [15, { atMost: 15 }, true],
    [15.1, { atMost: 15 }, false],
    [1_000, { atLeast: 1_000 }, true],
    [999, { atLeast: 1_000 }, false],
  ])('judges %d by the goal %o', (value, goal, met) => {
    expect(summarise([figure(value, { goal })])[0]?.met).toBe(met);
  });

  it('judges by the median and not by the worst', () => {
    const repeats = [14, 14, 90].map((value) => figure(value, { goal: { atMost: 15 } }));
    expect(summarise(repeats)[0]?.met).toBe(true);
  });

  it('judges nothing without a goal', () => expect(summarise([figure(1)])[0]?.met).toBeNull());
});

describe('a line of JSON', () => {
  it('has all that programs ask for', () => {
    const [summary] = summarise([figure(14, { goal: { atMost: 15 } }), figure(16), figure(12)]);
    if (summary === undefined) throw new Error('There is no summary.');
    expect(JSON.parse(jsonLine('match', summary, MACHINE))).toEqual({
      bench: 'match',
      name: 'match',
      value: 14,
      unit: 'µs',
      parameters: { rules: 1_000_000 },
      spread: { min: 12, max: 16, repeats: 3 },
      goal: { atMost: 15 },
      met: true,
      machine: MACHINE,
    });
  });
});

describe('the table', () => {
  it.each([
    [0, '0'],
    [0.012_34, '0.0123'],
    [1.5, '1.50'],
    [12.345, '12.3'],
    [1_234_567.8, '1 234 568'],
  ])('shows %d as %s', (value, shown) => expect(formatNumber(value)).toBe(shown));

  it('has a line for each figure and says which goal was missed', () => {
    const shown = table(
      summarise([figure(14, { goal: { atMost: 15 } }), figure(2, { goal: { atLeast: 3 }, unit: '×' })]),
    );
    expect(shown.split('\n')).toEqual([
      'figure  parameters       median  spread  goal',
      'match   rules 1 000 000   14 µs          ≤ 15  met',
      'match   rules 1 000 000     2 ×          ≥ 3   MISSED',
    ]);
  });
});
