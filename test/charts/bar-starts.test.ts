import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barStarts } from '#src/charts/bar-starts.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const at = (time: string): number => Date.parse(time) / 1_000;

/** The bars of so many days until then, as a clock in the zone shows their beginnings: `25T06:00`. */
function shown(days: number, time: string, timeZone: string): readonly string[] {
  const to = at(time);
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return barStarts({ from: to - days * DAY, to }, timeZone).map((start) => format.format(start * 1_000));
}

const BERLIN = 'Europe/Berlin';

describe('the bars of a chart', () => {
  it('begin with the period and then at full hours, in zones of half and quarter hours too', () => {
    const bars = shown(1, '2026-06-10T12:20:00Z', 'Asia/Kathmandu');
    expect(bars.slice(0, 3)).toEqual(['09, 18:05', '09, 19:00', '09, 20:00']);
    expect(bars).toHaveLength(25);
  });

  it('are full minutes or parts of an hour where the period is short', () => {
    expect(shown(35 / 1_440, '2026-06-10T12:20:30Z', 'UTC').slice(0, 3)).toEqual([
      '10, 11:45',
      '10, 11:46',
      '10, 11:47',
    ]);
    const hours = shown(3 / 24, '2026-06-10T12:20:00Z', 'UTC');
    expect(hours.slice(0, 3)).toEqual(['10, 09:20', '10, 09:25', '10, 09:30']);
    expect(hours).toHaveLength(36);
  });

  it('are all hours of a day on which the clocks are set ahead, and of one on which they are set back', () => {
    const spring = shown(1, '2026-03-29T21:30:00Z', BERLIN);
    expect(spring.slice(0, 5)).toEqual(['28, 22:30', '28, 23:00', '29, 00:00', '29, 01:00', '29, 03:00']);
    const autumn = shown(1, '2026-10-25T22:30:00Z', BERLIN);
    expect(autumn.slice(0, 5)).toEqual(['25, 00:30', '25, 01:00', '25, 02:00', '25, 02:00', '25, 03:00']);
  });

  it('of a week are quarters of its days, at midnight, six, noon and six', () => {
    const week = shown(7, '2026-03-31T10:00:00Z', BERLIN);
    expect(week).toHaveLength(29);
    expect(week.slice(0, 4)).toEqual(['24, 11:00', '24, 12:00', '24, 18:00', '25, 00:00']);
    expect(week.slice(-4)).toEqual(['30, 12:00', '30, 18:00', '31, 00:00', '31, 06:00']);
  });

  it.each([
    ['2026-04-10T10:00:00Z', '2026-03-29', 23],
    ['2026-11-05T10:00:00Z', '2026-10-25', 25],
  ])('of a month until %s are its days: %s has %i hours', (time, changed, hours) => {
    const to = at(time);
    const starts = barStarts({ from: to - 30 * DAY, to }, BERLIN);
    const midnight = starts.findIndex(
      (start) => at(`${changed}T00:00:00Z`) - start <= 2 * HOUR && start > at(changed) - DAY,
    );
    const [start = 0, next = 0] = starts.slice(midnight);
    expect((next - start) / HOUR).toBe(hours);
    expect(
      new Set(
        shown(30, time, BERLIN)
          .slice(1)
          .map((text) => text.slice(-5)),
      ),
    ).toEqual(new Set(['00:00']));
  });

  it('begin with the first hour of a day that has no midnight', () => {
    expect(shown(30, '2018-11-10T12:00:00Z', 'America/Sao_Paulo')).toContain('04, 01:00');
  });

  it('of two days or more stay the same ones while time goes by', () => {
    for (const days of [90, 300, 700, 20_000]) {
      const one = barStarts(
        { from: at('2026-06-10T12:00:00Z') - days * DAY, to: at('2026-06-10T12:00:00Z') },
        BERLIN,
      );
      const later = barStarts(
        { from: at('2026-06-11T12:00:00Z') - days * DAY, to: at('2026-06-11T12:00:00Z') },
        BERLIN,
      );
      expect(later.slice(2)).toEqual(expect.arrayContaining(one.slice(-10)));
    }
  });

  it('are at most some fifty, in order, within the period, whatever it is', () => {
    const zones = fc.constantFrom('UTC', BERLIN, 'Australia/Lord_Howe', 'Pacific/Apia', 'America/Havana');
    const moment = fc.oneof(
      fc.integer({ min: 0, max: at('2040-01-01') }),
      fc.integer({ min: -8_640_000_000_000, max: 8_640_000_000_000 }),
    );
    fc.assert(
      fc.property(moment, moment, zones, (one, other, zone) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other) + 1];
        const starts = barStarts({ from, to }, zone);
        expect(starts[0]).toBe(from);
        expect(starts.length).toBeLessThanOrEqual(50);
        expect(starts.every((start, index) => start < (starts[index + 1] ?? to))).toBe(true);
      }),
    );
  });
});
