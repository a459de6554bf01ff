import { DAY_SECONDS } from './durations.ts';
/** Local time of a moment in a time zone. */
export interface LocalTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  /** Since midnight. */
  readonly minutes: number;
}

/**
 * Latest time that `Date` and `Intl` can format: 100,000,000 days after the epoch, minus a year as a margin for
 * arithmetic, seconds.
 */
const LAST_SECOND = 8_640_000_000_000 - 366 * DAY_SECONDS;

/**
 * Returns whether the moment can be formatted as a date.
 * @param at epoch seconds
 */
export const isDate = (at: number): boolean => Math.abs(at) <= LAST_SECOND;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Caches formatters, because creating one takes a hundred times as long as using it. */
export function dateFormat(
  language: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone });
  formats.set(key, format);
  return format;
}

const FIELDS: Intl.DateTimeFormatOptions = {
  calendar: 'iso8601',
  era: 'short',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
};

/**
 * Returns how far local time is ahead of UTC, seconds.
 * @param at whole epoch seconds for which `isDate` holds
 * @param timeZone an IANA name; throws a RangeError if `Intl` does not support it
 */
export function offsetAt(at: number, timeZone: string): number {
  const parts = new Map<string, string>(
    dateFormat('en-US', timeZone, FIELDS)
      .formatToParts(at * 1_000)
      .map(({ type, value }) => [type, value]),
  );
  const field = (type: string): number => Number(parts.get(type) ?? 0);
  const year = parts.get('era')?.startsWith('B') === true ? 1 - field('year') : field('year');
  const local = new Date(0);
  local.setUTCFullYear(year, field('month') - 1, field('day'));
  local.setUTCHours(field('hour'), field('minute'), field('second'));
  return local.getTime() / 1_000 - at;
}

/** @param at whole epoch seconds for which `isDate` holds */
export function localTime(at: number, timeZone: string): LocalTime {
  const shifted = new Date((at + offsetAt(at, timeZone)) * 1_000);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    minutes: shifted.getUTCHours() * 60 + shifted.getUTCMinutes(),
  };
}

/**
 * Returns when local time is this, epoch seconds. For a skipped time, it is the moment that is equally long after
 * midnight; for a time that occurs twice, the first.
 * @param local fields beyond their range carry over: day 0 is the last of the previous month
 */
export function momentOf({ year, month, day, minutes }: LocalTime, timeZone: string): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const wall = date.getTime() / 1_000 + minutes * 60;
  const before = offsetAt(wall - DAY_SECONDS, timeZone);
  const after = offsetAt(wall + DAY_SECONDS, timeZone);
  const matches = [wall - Math.max(before, after), wall - Math.min(before, after)].find(
    (at) => at + offsetAt(at, timeZone) === wall,
  );
  return matches ?? wall - before;
}
