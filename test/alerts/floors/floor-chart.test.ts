import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { floorChart } from '#src/alerts/floors/floor-chart.ts';
import { toJson } from '#src/chain/json.ts';
import { alertChart, MAX_ALERT_POINTS } from '#src/charts/chart.ts';

const FROM = 1_000_000;
const TO = FROM + 24 * 3_600;

const anyFloor = fc.option(fc.bigInt({ min: 1n, max: 10n ** 24n }));
/** In the order of their times, some before the period. */
const anyPoints = fc
  .array(fc.record({ at: fc.integer({ min: FROM - 5_000, max: TO + 600 }), floor: anyFloor }), {
    maxLength: 400,
  })
  .map((points) => points.toSorted((one, other) => one.at - other.at));
const anyNow = fc.record({ at: fc.integer({ min: FROM, max: TO - 60 }), floor: fc.bigInt({ min: 1n }) });

describe('the chart of a floor alert', () => {
  it('ends with the floor that is announced, after what was known before it', () => {
    const points = [
      { at: FROM - 60, floor: 90n },
      { at: FROM + 60, floor: 95n },
      // What is not confirmed yet.
      { at: TO - 30, floor: 300n },
    ];
    const chart = floorChart(points, { from: FROM, to: TO }, { at: TO - 60, floor: 104n }, 100n);
    expect(chart).toEqual({
      ...{ shows: 'floor', from: FROM, to: TO, dots: [], bars: [], unit: 'amount', size: 'small' },
      line: [
        { at: FROM - 60, value: 90n },
        { at: FROM + 60, value: 95n },
        { at: TO - 60, value: 104n },
      ],
      mark: 100n,
    });
  });

  it('begins where the floor is known', () => {
    const points = [{ at: TO - 3_600, floor: 90n }];
    const now = { at: TO - 60, floor: 104n };
    expect(floorChart(points, { from: FROM, to: TO }, now, null)?.from).toBe(TO - 3_600);
    const late = [{ at: TO - 180, floor: 90n }];
    expect(floorChart(late, { from: FROM, to: TO }, now, null)?.from).toBe(TO - 180);
  });

  it('is none where less than a minute is known', () => {
    expect(floorChart([], { from: TO, to: TO }, { at: TO, floor: 1n }, null)).toBeNull();
    expect(floorChart([], { from: FROM, to: TO }, { at: TO - 59, floor: 1n }, null)).toBeNull();
    expect(floorChart([], { from: FROM, to: TO }, { at: TO - 60, floor: 1n }, null)).not.toBeNull();
  });

  it('can be stored with its alert, and keeps the lowest and the highest floor, however many there were', () => {
    fc.assert(
      fc.property(anyPoints, anyNow, (points, now) => {
        const chart = floorChart(points, { from: FROM, to: TO }, now, null);
        if (chart === null) throw new Error('There is no chart.');
        expect(chart.line.length).toBeLessThanOrEqual(MAX_ALERT_POINTS);
        expect(alertChart.parse(JSON.parse(toJson(chart)))).toEqual(chart);
        expect(chart.line.at(-1)).toEqual({ at: now.at, value: now.floor });
        expect(chart.line).toEqual(chart.line.toSorted((one, other) => one.at - other.at));
        const known = [...points.filter(({ at }) => at < now.at), now].flatMap(({ floor }) => floor ?? []);
        const shown = chart.line.flatMap(({ value }) => value ?? []);
        const extremes = (floors: readonly bigint[]) => {
          const sorted = floors.toSorted((one, other) => (one < other ? -1 : Number(one > other)));
          return [sorted[0], sorted.at(-1)];
        };
        expect(extremes(shown)).toEqual(extremes(known));
      }),
    );
  });
});
