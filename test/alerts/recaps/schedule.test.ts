import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RecapSchedule, recapDueAt } from '#src/alerts/recaps/schedule.ts';
import { dateText, firstMomentOf, localDayAt, weekdayOf } from '#src/chain/local-day.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (text: string): number => Date.parse(text);
const dayOf = (date: string): number => at(`${date}T00:00:00Z`) / DAY;

/** With every sort of change: by an hour, by half an hour, at midnight, of the day itself, and none. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Havana',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Antarctica/Troll',
];

const clock = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });

describe('the moment of an hour', () => {
  it.each([
    ['an ordinary day', '2026-06-01', 9, 'Europe/Berlin', '2026-06-01T07:00Z'],
    ['an hour that is skipped', '2026-03-29', 2, 'Europe/Berlin', '2026-03-29T01:00Z'],
    ['the hour after it', '2026-03-29', 3, 'Europe/Berlin', '2026-03-29T01:00Z'],
    ['an hour that exists twice', '2026-10-25', 2, 'Europe/Berlin', '2026-10-25T00:00Z'],
    ['the hour after it', '2026-10-25', 3, 'Europe/Berlin', '2026-10-25T02:00Z'],
    ['a day that begins at one', '2018-11-04', 0, 'America/Sao_Paulo', '2018-11-04T03:00Z'],
    ['half an hour', '2026-10-04', 2, 'Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ])('is right on %s', (_what, date, hour, timeZone, expected) => {
    expect(firstMomentOf(dayOf(date), hour, timeZone)).toBe(at(expected));
  });

  it('does not exist on a day that the calendar left out', () => {
    expect(firstMomentOf(dayOf('2011-12-30'), 9, 'Pacific/Apia')).toBeNull();
    expect(firstMomentOf(dayOf('2011-12-29'), 9, 'Pacific/Apia')).toBe(at('2011-12-29T19:00Z'));
    expect(firstMomentOf(dayOf('2011-12-31'), 0, 'Pacific/Apia')).toBe(at('2011-12-30T10:00Z'));
  });

  it('is the first minute of the day from that hour on, by a search through all minutes', () => {
    const years = fc.integer({ min: dayOf('2000-01-01'), max: dayOf('2037-01-01') });
    fc.assert(
      fc.property(years, fc.integer({ min: 0, max: 23 }), fc.constantFrom(...ZONES), (day, hour, zone) => {
        const format = clock(zone);
        const [date, wanted] = [dateText(day), `${String(hour).padStart(2, '0')}:00`];
        let expected: number | null = null;
        for (let time = day * DAY - 15 * HOUR; time < day * DAY + 39 * HOUR; time += 15 * 60_000) {
          const [shown = '', minute = ''] = format.format(time).split(', ');
          if (shown === date && minute >= wanted) {
            expected = time;
            break;
          }
        }
        expect(firstMomentOf(day, hour, zone)).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });
});

const anySchedule: fc.Arbitrary<RecapSchedule> = fc.record({
  weekday: fc.option(fc.integer({ min: 0, max: 6 })),
  hour: fc.integer({ min: 0, max: 23 }),
});

describe('a recap', () => {
  it('is due for six hours from its hour on', () => {
    const daily = { weekday: null, hour: 9 };
    const due = {
      date: '2026-06-01',
      at: at('2026-06-01T07:00Z'),
      from: at('2026-05-31T07:00Z'),
      fromBefore: at('2026-05-30T07:00Z'),
    };
    expect(recapDueAt(daily, 'Europe/Berlin', due.at - 1)).toBeNull();
    expect(recapDueAt(daily, 'Europe/Berlin', due.at)).toEqual(due);
    expect(recapDueAt(daily, 'Europe/Berlin', due.at + 6 * HOUR - 1)).toEqual(due);
    expect(recapDueAt(daily, 'Europe/Berlin', due.at + 6 * HOUR)).toBeNull();
  });

  it('of a week is due on its day, also when it is made up after midnight', () => {
    const weekly = { weekday: 1, hour: 23 };
    const due = recapDueAt(weekly, 'America/New_York', at('2026-11-03T05:30Z'));
    expect(due).toEqual({
      date: '2026-11-02',
      at: at('2026-11-03T04:00Z'),
      // The clocks were set back on the day before: the week had an hour more.
      from: at('2026-10-27T03:00Z'),
      fromBefore: at('2026-10-20T03:00Z'),
    });
    expect(recapDueAt(weekly, 'America/New_York', at('2026-11-04T05:30Z'))).toBeNull();
  });

  it('of a week is made up for a day', () => {
    const weekly = { weekday: 1, hour: 9 };
    const due = at('2026-06-01T07:00Z');
    expect(recapDueAt(weekly, 'Europe/Berlin', due + 24 * HOUR - 1)).toMatchObject({ at: due });
    expect(recapDueAt(weekly, 'Europe/Berlin', due + 24 * HOUR)).toBeNull();
    // Twenty-three hours later it is the day after the next.
    const late = at('2026-03-28T22:30Z');
    expect(recapDueAt({ weekday: 6, hour: 23 }, 'Europe/Berlin', late + 23 * HOUR)).toMatchObject({
      at: at('2026-03-28T22:00Z'),
    });
  });

  it('comes exactly once a local day, or week, and its period begins where the one before ends', () => {
    const start = fc.integer({ min: dayOf('2005-01-01'), max: dayOf('2030-01-01') });
    fc.assert(
      fc.property(anySchedule, fc.constantFrom(...ZONES), start, (schedule, zone, first) => {
        const found = new Map<string, { readonly at: number; readonly from: number }>();
        // Looked for as seldom as every five hours, none is missed.
        for (let now = first * DAY; now < (first + 40) * DAY; now += 5 * HOUR) {
          const due = recapDueAt(schedule, zone, now);
          if (due === null) continue;
          expect(found.get(due.date)?.at ?? due.at).toBe(due.at);
          found.set(due.date, due);
        }
        const inOrder = [...found.values()];
        expect(inOrder.slice(1).map(({ from }) => from)).toEqual(inOrder.slice(0, -1).map(({ at }) => at));
        const expected: string[] = [];
        for (let day = first - 1; day < first + 41; day += 1) {
          const moment = firstMomentOf(day, schedule.hour, zone);
          const fits = schedule.weekday === null || weekdayOf(day) === schedule.weekday;
          // Those at both ends may be outside of what was looked at.
          const isInside = moment !== null && moment >= first * DAY && moment < (first + 40) * DAY - 5 * HOUR;
          if (fits && isInside) expected.push(dateText(day));
        }
        expect([...found.keys()]).toEqual(expect.arrayContaining(expected));
        expect(found.size).toBeLessThanOrEqual(expected.length + 2);
      }),
      { numRuns: 100 },
    );
  });

  it('is of the day that the calendar shows', () => {
    expect(dateText(localDayAt(at('2026-06-01T22:30Z'), 'Europe/Berlin'))).toBe('2026-06-02');
    expect(weekdayOf(dayOf('2026-06-01'))).toBe(1);
  });
});
