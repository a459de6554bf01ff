import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlierLimit } from '#src/charts/drawing/outliers.ts';
import { timeTicks } from '#src/charts/drawing/time-ticks.ts';
import { valueLabels } from '#src/charts/drawing/value-labels.ts';
import { valueScale } from '#src/charts/drawing/value-scale.ts';

const at = (...parts: Parameters<typeof Date.UTC>): number => Date.UTC(...parts) / 1_000;

describe('the scale of values', () => {
  it.each([
    { values: [0n, 10n], fromZero: false, ticks: [0n, 2n, 4n, 6n, 8n, 10n] },
    { values: [97n, 103n], fromZero: false, ticks: [96n, 98n, 100n, 102n, 104n] },
    { values: [97n, 103n], fromZero: true, ticks: [0n, 50n, 100n, 150n] },
    { values: [60n], fromZero: false, ticks: [50n, 55n, 60n, 65n, 70n] },
    { values: [], fromZero: false, ticks: [0n, 1n] },
  ])('has round steps: $values', ({ values, fromZero, ticks }) => {
    expect(valueScale(values, { fromZero, spaces: 5 }).ticks).toEqual(ticks);
  });

  it('holds every value, in steps of 1, 2 or 5, with few ticks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: -(10n ** 80n), max: 10n ** 80n }), { minLength: 1 }),
        fc.boolean(),
        fc.integer({ min: 2, max: 8 }),
        (values, fromZero, spaces) => {
          const { from, to, step, ticks, position } = valueScale(values, { fromZero, spaces });
          for (const value of values) {
            expect(value >= from && value <= to).toBe(true);
            expect(position(value)).toBeGreaterThanOrEqual(0);
            expect(position(value)).toBeLessThanOrEqual(1);
          }
          expect(step.toString()).toMatch(/^[125]0*$/);
          expect([ticks[0], ticks.at(-1)]).toEqual([from, to]);
          expect(ticks.length).toBeLessThanOrEqual(spaces + 1);
        },
      ),
    );
  });
});

describe('labels of values', () => {
  it.each([
    { ticks: [0n, 5n * 10n ** 16n, 10n ** 17n], labels: ['0.00', '0.05', '0.10'] },
    { ticks: [0n, 20n * 10n ** 18n], labels: ['0', '20'] },
    { ticks: [0n, 5_000_000n * 10n ** 18n], labels: ['0', '5M'] },
    { ticks: [0n, 1n], labels: ['0', '1E-18'] },
  ])('are short and tell the ticks apart: $labels', ({ ticks, labels }) => {
    const step = (ticks[1] ?? 0n) - (ticks[0] ?? 0n);
    expect(valueLabels({ ticks, step }, 18, 'en-US')).toEqual(labels);
  });
});

describe('ticks of time', () => {
  const labelsOf = (from: number, to: number, timeZone: string, most = 6) =>
    timeTicks(from, to, { most, language: 'en-GB', timeZone }).map(({ label }) => label);

  it.each([
    { from: at(2026, 0, 5, 9), to: at(2026, 0, 6, 9), labels: ['12:00', '18:00', '6 Jan', '06:00'] },
    {
      from: at(2026, 0, 5),
      to: at(2026, 0, 11),
      labels: ['5 Jan', '6 Jan', '7 Jan', '8 Jan', '9 Jan', '10 Jan', '11 Jan'],
    },
    { from: at(2025, 10, 5), to: at(2026, 2, 5), labels: ['Dec', '2026', 'Feb', 'Mar'] },
    { from: at(2021, 5, 1), to: at(2026, 5, 1), labels: ['2022', '2023', '2024', '2025', '2026'] },
  ])('are full hours, days, months or years: $labels', ({ from, to, labels }) => {
    expect(labelsOf(from, to, 'UTC')).toEqual(labels);
  });

  it('are those of the time zone, on the day that clocks are set back as well', () => {
    const ticks = timeTicks(at(2026, 9, 24, 22), at(2026, 9, 25, 22), {
      most: 6,
      language: 'en-GB',
      timeZone: 'Europe/Berlin',
    });
    expect(
      ticks.map(({ at: moment, label }) => [new Date(moment * 1_000).toISOString().slice(5, 16), label]),
    ).toEqual([
      ['10-24T22:00', '25 Oct'],
      ['10-25T05:00', '06:00'],
      ['10-25T11:00', '12:00'],
      ['10-25T17:00', '18:00'],
    ]);
  });

  it('are in order and within the period, in any zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2_000_000_000, max: 4_000_000_000 }),
        fc.integer({ min: 1, max: 2_000_000_000 }),
        fc.constantFrom('UTC', 'America/St_Johns', 'Pacific/Apia', 'Australia/Lord_Howe', 'Africa/Monrovia'),
        fc.integer({ min: 1, max: 10 }),
        (from, length, timeZone, most) => {
          const ticks = timeTicks(from, from + length, { most, language: 'en-US', timeZone });
          expect(ticks.length).toBeLessThanOrEqual(most + 2);
          const moments = ticks.map(({ at: moment }) => moment);
          expect(moments).toEqual([...new Set(moments)].toSorted((one, other) => one - other));
          for (const moment of moments) expect(moment >= from && moment <= from + length).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('outliers', () => {
  const usual = Array.from({ length: 20 }, (_, index) => BigInt(100 + index));

  it('are few values far above all others', () => {
    expect(outlierLimit([...usual, 5_000n])).toBe(119n);
  });

  it.each([
    { why: 'values that fit into the picture', values: [...usual, 190n] },
    { why: 'many high values', values: [...usual, 5_000n, 5_100n, 5_200n] },
    { why: 'few values', values: [1n, 2n, 3n, 1_000n] },
  ])('are not: $why', ({ values }) => {
    expect(outlierLimit(values)).toBeNull();
  });
});
