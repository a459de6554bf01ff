import { DAY_MS, HOUR_MS } from './durations.ts';
import { offsetAt } from './local-time.ts';

/** Local time differs from UTC by less than this. */
const MAX_OFFSET_MS = 15 * HOUR_MS;

/** A calendar day: days since 1970-01-01. */
export type LocalDay = number;

/**
 * Returns how far local time is ahead of UTC, ms.
 * @param at epoch ms, a whole second
 */
const aheadAt = (at: number, timeZone: string): number => offsetAt(at / 1_000, timeZone) * 1_000;

/** Returns the first second at which the offset differs from that at `from`, epoch ms. There must be one by `to`. */
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
 * Returns the calendar day at a moment.
 * @param at epoch ms
 * @param timeZone an IANA name; throws a RangeError if `Intl` does not support it
 */
export function localDayAt(at: number, timeZone: string): LocalDay {
  const second = Math.floor(at / 1_000) * 1_000;
  return Math.floor((second + aheadAt(second, timeZone)) / DAY_MS);
}

/** Returns the weekday; 0 is Sunday. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: LocalDay): number => (((day + 4) % 7) + 7) % 7;

/** Formats a day: `2026-03-29`. */
export const dateText = (day: LocalDay): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/**
 * Returns the first moment of a day at which local time is this hour or later. If a clock change skips the hour, it is
 * the moment of the change; if the hour occurs twice, the first occurrence. Each day has at most one moment, and later
 * days have later moments.
 * @param hour 0 to 23
 * @param timeZone an IANA name; throws a RangeError if `Intl` does not support it
 * @returns epoch ms; `null` for a day that the time zone skipped, or that ended before the hour
 */
export function firstMomentOf(day: LocalDay, hour: number, timeZone: string): number | null {
  const wall = day * DAY_MS + hour * HOUR_MS;
  const [from, to] = [wall - MAX_OFFSET_MS, wall + MAX_OFFSET_MS];
  const [before, after] = [aheadAt(from, timeZone), aheadAt(to, timeZone)];
  if (before === after) return wall - before;
  // There is exactly one clock change in these thirty hours.
  const change = changeBetween(from, to, timeZone);
  if (wall - before < change) return wall - before;
  const first = Math.max(change, wall - after);
  return localDayAt(first, timeZone) === day ? first : null;
}
