import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quietUntil } from '#src/alerts/quiet-hours.ts';
import type { QuietHours } from '#src/alerts/settings.ts';

const MINUTE = 60_000;
const NIGHT: QuietHours = { from: 22 * 60, to: 7 * 60 };

const end = (quiet: QuietHours, timeZone: string, at: string) => {
  const until = quietUntil(quiet, timeZone, Date.parse(at));
  return until === null ? null : new Date(until).toISOString().slice(0, 16);
};

describe('quiet hours', () => {
  it.each([
    ['2026-01-10T21:59:59Z', null],
    ['2026-01-10T22:00:00Z', '2026-01-11T07:00'],
    ['2026-01-11T03:30:20Z', '2026-01-11T07:00'],
    ['2026-01-11T06:59:59Z', '2026-01-11T07:00'],
    ['2026-01-11T07:00:00Z', null],
  ])('from 22:00 to 07:00 run over midnight (%s)', (at, until) => {
    expect(end(NIGHT, 'UTC', at)).toBe(until);
  });

  it('within a day include the start and exclude the end', () => {
    const lunch = { from: 12 * 60, to: 13 * 60 };
    expect(end(lunch, 'UTC', '2026-01-10T11:59:59Z')).toBeNull();
    expect(end(lunch, 'UTC', '2026-01-10T12:00:00Z')).toBe('2026-01-10T13:00');
    expect(end(lunch, 'UTC', '2026-01-10T13:00:00Z')).toBeNull();
  });

  it('use the server’s time zone', () => {
    expect(end(NIGHT, 'Asia/Tokyo', '2026-01-10T13:00:00Z')).toBe('2026-01-10T22:00');
    expect(end(NIGHT, 'Asia/Kathmandu', '2026-01-10T20:00:00Z')).toBe('2026-01-11T01:15');
  });

  it('are an hour shorter in the night in which clocks go forward, and longer when they go back', () => {
    expect(end(NIGHT, 'Europe/Berlin', '2026-03-28T21:00:00Z')).toBe('2026-03-29T05:00');
    expect(end(NIGHT, 'Europe/Berlin', '2026-10-24T20:00:00Z')).toBe('2026-10-25T06:00');
  });

  it('that end in a skipped hour end where it is skipped', () => {
    expect(end({ from: 60, to: 150 }, 'Europe/Berlin', '2026-03-29T00:30:00Z')).toBe('2026-03-29T01:00');
  });

  it('in a repeated hour are quiet twice', () => {
    const quiet = { from: 120, to: 150 };
    expect(end(quiet, 'Europe/Berlin', '2026-10-25T00:10:00Z')).toBe('2026-10-25T00:30');
    expect(end(quiet, 'Europe/Berlin', '2026-10-25T01:10:00Z')).toBe('2026-10-25T01:30');
  });

  it('end at the minute that a simulated local clock shows, in every zone and every night of the year', () => {
    const zone = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Africa/Casablanca',
      'Pacific/Chatham',
      'America/Santiago',
    );
    const minute = fc.integer({ min: 0, max: 1_439 });
    /** Times near clock changes: March, April, September to November. */
    const moment = fc.oneof(
      fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) }),
      fc.integer({ min: Date.UTC(2026, 2, 28, 12), max: Date.UTC(2026, 2, 29, 12) }),
      fc.integer({ min: Date.UTC(2026, 3, 4, 6), max: Date.UTC(2026, 3, 5, 6) }),
      fc.integer({ min: Date.UTC(2026, 9, 24, 12), max: Date.UTC(2026, 9, 25, 12) }),
      fc.integer({ min: Date.UTC(2026, 10, 1, 0), max: Date.UTC(2026, 10, 1, 12) }),
    );
    fc.assert(
      fc.property(zone, minute, minute, moment, (timeZone, from, to, at) => {
        fc.pre(from !== to);
        const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
        const quietAt = (time: number) => {
          const [hours, minutes] = clock.format(time).split(':').map(Number);
          const shown = (hours ?? 0) * 60 + (minutes ?? 0);
          return from < to ? shown >= from && shown < to : shown >= from || shown < to;
        };
        let until = at;
        if (quietAt(at)) until = Math.floor(at / MINUTE) * MINUTE;
        while (quietAt(until)) until += MINUTE;
        expect(quietUntil({ from, to }, timeZone, at)).toBe(until === at ? null : until);
      }),
      { numRuns: 400 },
    );
  });

  it('of an unknown time zone are refused', () => {
    expect(() => quietUntil(NIGHT, 'Nowhere/Land', 0)).toThrow(RangeError);
  });
});
