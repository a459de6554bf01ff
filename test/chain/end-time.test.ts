import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEndTime } from '#src/chain/end-time.ts';
import { localTime } from '#src/chain/local-time.ts';

const SATURDAY = '2026-01-10T21:15:00Z';

const end = (text: string, { at = SATURDAY, timeZone = 'UTC' } = {}) => {
  const found = readEndTime(text, { now: Date.parse(at), timeZone });
  return found === null ? null : new Date(found).toISOString().slice(0, 16);
};

describe('an end', () => {
  it.each([
    ['1 hour', '2026-01-10T22:15'],
    ['for 4 hours', '2026-01-11T01:15'],
    ['90 min', '2026-01-10T22:45'],
    ['in 2 days', '2026-01-12T21:15'],
    ['1d 12h', '2026-01-12T09:15'],
    ['1 week', '2026-01-17T21:15'],
  ])('is a duration (%s)', (text, expected) => {
    expect(end(text)).toBe(expected);
  });

  it.each([
    ['tomorrow', '2026-01-11T08:00'],
    ['8 tomorrow', '2026-01-11T08:00'],
    ['until tomorrow at 9:30', '2026-01-11T09:30'],
    ['9pm tomorrow', '2026-01-11T21:00'],
    ['22:00', '2026-01-10T22:00'],
    ['21:15', '2026-01-11T21:15'],
    ['8 am', '2026-01-11T08:00'],
    ['2026-12-24', '2026-12-24T00:00'],
    ['until 2026-12-24 18:00', '2026-12-24T18:00'],
    ['2020-01-01', '2020-01-01T00:00'],
    ['today 22:30', '2026-01-10T22:30'],
    ['tomorrow, 9:30', '2026-01-11T09:30'],
  ])('is a local time or a date (%s)', (text, expected) => {
    expect(end(text)).toBe(expected);
  });

  it.each([
    '',
    'soon',
    '8',
    '25:00',
    '13pm',
    '2026-02-30',
    '2026-13-01',
    '4 moons',
    'tomorrow 99',
    '8 tomorrow 9',
  ])('is not “%s”', (text) => {
    expect(end(text)).toBeNull();
  });

  it('can include a day without a time', () => {
    const until = (text: string) =>
      readEndTime(text, { now: Date.parse(SATURDAY), timeZone: 'UTC', includesDay: true });
    expect(until('today')).toBe(Date.UTC(2026, 0, 11));
    expect(until('tomorrow')).toBe(Date.UTC(2026, 0, 12));
    expect(until('2026-12-24')).toBe(Date.UTC(2026, 11, 25));
    expect(until('2026-12-24 18:00')).toBe(Date.UTC(2026, 11, 24, 18));
  });

  it('is in the time zone of the reader', () => {
    expect(end('8 tomorrow', { timeZone: 'Asia/Tokyo' })).toBe('2026-01-11T23:00');
    expect(end('2026-07-01 12:00', { timeZone: 'America/New_York' })).toBe('2026-07-01T16:00');
  });

  it('is at the same local time after the clocks have changed, in both directions', () => {
    const timeZone = 'Europe/Berlin';
    expect(end('8 tomorrow', { timeZone, at: '2026-03-28T21:00:00Z' })).toBe('2026-03-29T06:00');
    expect(end('8 tomorrow', { timeZone, at: '2026-10-24T21:00:00Z' })).toBe('2026-10-25T07:00');
    expect(end('1 day', { timeZone, at: '2026-03-28T21:00:00Z' })).toBe('2026-03-29T21:00');
  });

  it('skips what the clocks skip, and takes the first of what they repeat', () => {
    const timeZone = 'Europe/Berlin';
    expect(end('2:30 tomorrow', { timeZone, at: '2026-03-28T21:00:00Z' })).toBe('2026-03-29T01:30');
    expect(end('2:30 tomorrow', { timeZone, at: '2026-10-24T21:00:00Z' })).toBe('2026-10-25T00:30');
  });

  it('of a time tomorrow shows that time on the next day, wherever the clocks do not skip it', () => {
    const zones = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Asia/Kathmandu',
      'Pacific/Auckland',
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }),
        fc.integer({ min: 4, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        zones,
        (now, hour, minute, timeZone) => {
          const text = `${hour}:${String(minute).padStart(2, '0')} tomorrow`;
          const found = readEndTime(text, { now: now * 1_000, timeZone });
          const [today, shown] = [localTime(now, timeZone), localTime((found ?? 0) / 1_000, timeZone)];
          expect(shown.minutes).toBe(hour * 60 + minute);
          const next = new Date(Date.UTC(today.year, today.month - 1, today.day + 1));
          expect([shown.year, shown.month, shown.day]).toEqual([
            next.getUTCFullYear(),
            next.getUTCMonth() + 1,
            next.getUTCDate(),
          ]);
        },
      ),
    );
  });

  it('is a whole number of seconds after any text, or unreadable', () => {
    const words = fc.constantFrom(
      '8',
      '8:30',
      'pm',
      'tomorrow',
      'until',
      'for',
      '4',
      'hours',
      '2026-12-24',
      'h',
      ':',
      '-',
    );
    const texts = fc.oneof(
      fc.string({ maxLength: 100 }),
      fc.array(words, { maxLength: 8 }).map((parts) => parts.join(' ')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const found = readEndTime(text, { now: Date.parse(SATURDAY), timeZone: 'Europe/Berlin' });
        expect(found === null || Number.isSafeInteger(found / 1_000)).toBe(true);
      }),
    );
  });
});
