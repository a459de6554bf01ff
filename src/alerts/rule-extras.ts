import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/chain/durations.ts';
import { type LocalTime, localTime, momentOf } from '#src/chain/local-time.ts';
import { NO_EXTRAS, type Rule, type RuleExtras } from './subscription.ts';

/** Maximum characters of a rule's name. */
export const MAX_NAME_LENGTH = 40;

/** Returns the extras of a rule. */
export const extrasOf = ({ extras = NO_EXTRAS }: Pick<Rule, 'extras'>): RuleExtras => extras;

/** Returns what is set, for the stored form; equal extras give equal results. */
export function writtenExtras(rule: Pick<Rule, 'extras'>): Readonly<Record<string, unknown>> {
  const { name, endsAt, isOnce } = extrasOf(rule);
  return {
    ...(name === null ? {} : { name }),
    ...(endsAt === null ? {} : { endsAt }),
    ...(isOnce === true ? { isOnce } : {}),
  };
}

/** Returns whether two rules have the same extras. */
export const hasSameExtras = (one: Pick<Rule, 'extras'>, other: Pick<Rule, 'extras'>): boolean =>
  JSON.stringify(writtenExtras(one)) === JSON.stringify(writtenExtras(other));

/**
 * Returns whether an event is after the end of a rule. The event's own time decides, so it does not matter when its
 * facts become known, or whether the machine's clock is right.
 */
export function isOver(rule: Pick<Rule, 'extras'>, { occurredAt }: { readonly occurredAt: number }): boolean {
  const { endsAt } = extrasOf(rule);
  return endsAt !== null && occurredAt * 1_000 > endsAt;
}

const UNITS: Readonly<Record<string, number>> = {
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
};
const SPAN = /^(?:in )?(\d{1,4}) ?(minute|hour|day|week)s?$/;
const DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ t,]+(?:at )?(\d{1,2}):(\d{2}))?$/;
const NAMED = /^(today|tomorrow)(?:[ ,]+(?:at )?(\d{1,2}):(\d{2}))?$/;
/** The furthest end. */
const MAX_AHEAD_MS = 5 * 366 * DAY_MS;

/** Minutes since midnight; a day without a time ends at its last minute. `null` for an impossible time. */
function minutesOf(hour: string | undefined, minute: string | undefined): number | null {
  if (hour === undefined || minute === undefined) return 24 * 60;
  const [hours, minutes] = [Number(hour), Number(minute)];
  return hours <= 23 && minutes <= 59 ? hours * 60 + minutes : null;
}

function wallTime(text: string, now: number, timeZone: string): LocalTime | null {
  const [, year, month, day, hour, minute] = DATE.exec(text) ?? [];
  if (year !== undefined) {
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
    const minutes = minutesOf(hour, minute);
    const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
    if (!isReal || minutes === null) return null;
    return { year: Number(year), month: Number(month), day: Number(day), minutes };
  }
  const [, named, atHour, atMinute] = NAMED.exec(text) ?? [];
  const minutes = minutesOf(atHour, atMinute);
  if (named === undefined || minutes === null) return null;
  const today = localTime(Math.floor(now / 1_000), timeZone);
  return { ...today, day: today.day + (named === 'today' ? 0 : 1), minutes };
}

/**
 * Parses when a rule ends: `in 3 days`, `2026-12-31`, `2026-12-31 20:00`, `tomorrow 8:00`. A date without a time means
 * the end of that day.
 * @param now epoch ms
 * @param timeZone an IANA name
 * @returns epoch ms; `past` for a time before now; `null` if the text is none of these, or too far ahead
 */
export function readEnd(text: string, now: number, timeZone: string): number | 'past' | null {
  const typed = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const [, count, unit = ''] = SPAN.exec(typed) ?? [];
  const span = UNITS[unit];
  const wall = span === undefined ? wallTime(typed, now, timeZone) : null;
  if (span === undefined && wall === null) return null;
  const end =
    wall === null
      ? Math.floor((now + Number(count) * (span ?? 0)) / 1_000) * 1_000
      : momentOf(wall, timeZone) * 1_000;
  if (end <= now) return 'past';
  return end <= now + MAX_AHEAD_MS ? end : null;
}

/** Formats an end so that `readEnd` parses it to the same minute. */
export function writeEnd(endsAt: number, timeZone: string): string {
  const { year, month, day, minutes } = localTime(Math.floor(endsAt / 1_000), timeZone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
