import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';
import { type LocalTime, localTime, momentOf } from './local-time.ts';

/** The reader's time and time zone. */
interface Now {
  /** Epoch ms. */
  readonly now: number;
  /** IANA name. */
  readonly timeZone: string;
  /** Whether a day without a time includes that day. By default, it means its beginning, or tomorrow's morning. */
  readonly includesDay?: boolean;
}

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^m(?:in(?:ute)?s?)?$/, MINUTE_MS],
  [/^h(?:(?:ou)?rs?)?$/, HOUR_MS],
  [/^d(?:ays?)?$/, DAY_MS],
  [/^w(?:eeks?)?$/, 7 * DAY_MS],
];

/** Reads a duration such as `4 hours` or `1d 12h`, ms. */
function readDuration(text: string): number | null {
  const parts = [...text.matchAll(/(\d{1,5})\s*([a-z]+)/g)];
  if (parts.length === 0 || text.replaceAll(/(\d{1,5})\s*([a-z]+)/g, '').replaceAll(/[\s,]|and/g, '') !== '')
    return null;
  let sum = 0;
  for (const [, count = '', name = ''] of parts) {
    const unit = UNITS.find(([pattern]) => pattern.test(name));
    if (unit === undefined) return null;
    sum += Number(count) * unit[1];
  }
  return sum;
}

/** Reads a time of day such as `8`, `8:30`, `8pm` or `20:30`, minutes since midnight. */
function readMinutes(text: string): number | null {
  const [, hours, minutes = '00', half] = /^(\d{1,2})(?::(\d{2}))?\s*([ap]m)?$/.exec(text) ?? [];
  if (hours === undefined) return null;
  const hour = Number(hours);
  const isValid = half === undefined ? hour <= 23 : hour >= 1 && hour <= 12;
  if (!isValid || Number(minutes) > 59) return null;
  return (half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + Number(minutes);
}

/** Returns the moment of a local time, which may be skipped or repeated by a change of the clocks; epoch ms. */
const momentMs = (local: LocalTime, timeZone: string): number => momentOf(local, timeZone) * 1_000;

/** The morning of `tomorrow` without a time, minutes since midnight. */
const MORNING = 8 * 60;
const END_OF_DAY = 24 * 60;
/** Days from today, by name. */
const NAMED_DAYS: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['tomorrow', 1],
]);

/** Reads `tomorrow`, `8 tomorrow` or `today 20:30`. */
function readNamedDay(text: string, { now, timeZone, includesDay = false }: Now): number | null {
  const words = text.replaceAll(',', ' ').split(/ +/);
  const place = words.findIndex((word) => NAMED_DAYS.has(word));
  const days = NAMED_DAYS.get(words[place] ?? '');
  if (days === undefined) return null;
  const before = words.slice(0, place).join(' ');
  const after = words.slice(words[place + 1] === 'at' ? place + 2 : place + 1).join(' ');
  const time = before === '' ? after : after === '' ? before : null;
  if (time === null) return null;
  const minutes = time !== '' ? readMinutes(time) : includesDay ? END_OF_DAY : MORNING;
  if (minutes === null) return null;
  const today = localTime(Math.floor(now / 1_000), timeZone);
  return momentMs({ ...today, day: today.day + days, minutes }, timeZone);
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function readDate(text: string, { timeZone, includesDay = false }: Now): number | null {
  const [, y, m, d, time] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:\s+at|t|,)?\s*(\d{1,2}:\d{2}\s*(?:[ap]m)?))?$/.exec(text) ?? [];
  const [year, month, day] = [Number(y), Number(m), Number(d)];
  const minutes = time !== undefined ? readMinutes(time) : includesDay ? END_OF_DAY : 0;
  if (y === undefined || minutes === null || !isCalendarDay(year, month, day)) return null;
  return momentMs({ year, month, day, minutes }, timeZone);
}

/** Reads the next time of day: today, or tomorrow if it has passed. */
function readTimeOfDay(text: string, { now, timeZone }: Now): number | null {
  const minutes = /[:apm]/.test(text) ? readMinutes(text) : null;
  if (minutes === null) return null;
  const today = localTime(Math.floor(now / 1_000), timeZone);
  const at = momentMs({ ...today, minutes }, timeZone);
  return at > now ? at : momentMs({ ...today, day: today.day + 1, minutes }, timeZone);
}

/**
 * Reads when something ends: after a duration (`1 hour`, `2d 12h`), at a local time (`20:30`, `8 tomorrow`) or on a
 * date (`2026-12-24`, `2026-12-24 18:00`). Local times that a change of the clocks skips are as long after midnight as
 * without it; of those that it repeats, the first counts.
 * @returns epoch ms, possibly in the past for a date; `null` for other texts
 */
export function readEndTime(typed: string, here: Now): number | null {
  const text = typed
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/^(?:for|until|till|in) /, '');
  const duration = readDuration(text);
  if (duration !== null) return here.now + duration;
  return readNamedDay(text, here) ?? readDate(text, here) ?? readTimeOfDay(text, here);
}
