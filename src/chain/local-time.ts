import { DAY_SECONDS } from './durations.ts';
/** A moment as the clocks of a time zone show it. */
export interface LocalTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  /** Since midnight. */
  readonly minutes: number;
}

/** What `Date` and `Intl` can write: 100,000,000 days around the epoch, less a year for sums, in seconds. */
const LAST_SECOND = 8_640_000_000_000 - 366 * DAY_SECONDS;

/** Whether the moment can be written as a date. @param at epoch seconds */
export const isDate = (at: number): boolean => Math.abs(at) <= LAST_SECOND;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Kept, because creating one takes a hundred times as long as using it. */
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
 * How far the clocks of the zone are ahead of UTC, seconds.
 * @param at epoch seconds, whole, for which `isDate` holds
 * @param timeZone an IANA name; throws a RangeError for one that `Intl` does not know
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

/** @param at epoch seconds, whole, for which `isDate` holds */
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
 * When the clocks of the zone show this, epoch seconds. Of a time that is skipped, the moment as late after midnight;
 * of one that comes twice, the first.
 * @param local fields beyond their range carry over: day 0 is the last of the month before
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
