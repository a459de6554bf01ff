import { DAY_MS, HOUR_MS } from './durations.ts';
import { offsetAt } from './local-time.ts';

/** Local time is behind or ahead of UTC by less than this. */
const MAX_OFFSET_MS = 15 * HOUR_MS;

/** A day of the calendar: days since 1970-01-01. */
export type LocalDay = number;

/** By how much local time is ahead of UTC, ms. @param at epoch ms, a whole second */
const aheadAt = (at: number, timeZone: string): number => offsetAt(at / 1_000, timeZone) * 1_000;

/** The first second from which on the offset is another one than at `from`; there is one until `to`. Epoch ms. */
function changeBetween(from: number, to: number, timeZone: string): number {
  const before = aheadAt(from, timeZone);
  let [low, high] = [from, to];
  while (high - low > 1_000) {
    const middle = low + Math.floor((high - low) / 2_000) * 1_000;
    if (aheadAt(middle, timeZone) === before) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * The day of the calendar at a moment.
 * @param at epoch ms
 * @param timeZone an IANA name; throws a RangeError for one that `Intl` does not know
 */
export function localDayAt(at: number, timeZone: string): LocalDay {
  const second = Math.floor(at / 1_000) * 1_000;
  return Math.floor((second + aheadAt(second, timeZone)) / DAY_MS);
}

/** 0 is Sunday. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: LocalDay): number => (((day + 4) % 7) + 7) % 7;

/** `2026-03-29` */
export const dateText = (day: LocalDay): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/**
 * The first moment of a day at which its clocks show this hour or later: an hour that a change of the clocks skips
 * begins when they have changed, of one that they show twice it is the first. One moment a day, later for a later day.
 * @param hour 0 to 23
 * @param timeZone an IANA name; throws a RangeError for one that `Intl` does not know
 * @returns epoch ms; `null` for a day that the calendar of the time zone leaves out, or that ended before the hour
 */
export function firstMomentOf(day: LocalDay, hour: number, timeZone: string): number | null {
  const wall = day * DAY_MS + hour * HOUR_MS;
  const [from, to] = [wall - MAX_OFFSET_MS, wall + MAX_OFFSET_MS];
  const [before, after] = [aheadAt(from, timeZone), aheadAt(to, timeZone)];
  if (before === after) return wall - before;
  // The clocks change once in these thirty hours.
  const change = changeBetween(from, to, timeZone);
  if (wall - before < change) return wall - before;
  const first = Math.max(change, wall - after);
  return localDayAt(first, timeZone) === day ? first : null;
}
