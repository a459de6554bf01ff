import { HOUR_MS } from '#src/chain/durations.ts';
import { dateText, firstMomentOf, type LocalDay, localDayAt, weekdayOf } from '#src/chain/local-day.ts';

/** When a rule gets its recaps, in the time zone of its server. */
export interface RecapSchedule {
  /** 0 is Sunday; `null` for every day. */
  readonly weekday: number | null;
  /** 0 to 23. */
  readonly hour: number;
}

/** A recap that is due or was due. */
export interface DueRecap {
  /** The local day, `2026-03-29`. A rule gets one recap per day. */
  readonly date: string;
  /** Epoch ms; the end of its period. */
  readonly at: number;
  /** Start of the period, which is when the previous recap was due, and start of the one before. Epoch ms. */
  readonly from: number;
  readonly fromBefore: number;
}

/**
 * Maximum delay for making and posting a missed recap, ms. It is longer for weekly recaps, because the next one is a
 * week away.
 */
export const LATE_RECAP_MS = { day: 6 * HOUR_MS, week: 24 * HOUR_MS } as const;
const DAYS_A_WEEK = 7;

/** Returns when the previous recap was due: a day or a week earlier. Days that a clock change skips have none. */
function dueBefore(
  day: LocalDay,
  { weekday, hour }: RecapSchedule,
  timeZone: string,
): { readonly day: LocalDay; readonly at: number } {
  const step = weekday === null ? 1 : DAYS_A_WEEK;
  for (let earlier = day - step; ; earlier -= step) {
    const at = firstMomentOf(earlier, hour, timeZone);
    if (at !== null) return { day: earlier, at };
  }
}

function dueOn(day: LocalDay, schedule: RecapSchedule, timeZone: string): DueRecap | null {
  const { weekday, hour } = schedule;
  if (weekday !== null && weekdayOf(day) !== weekday) return null;
  const at = firstMomentOf(day, hour, timeZone);
  if (at === null) return null;
  const before = dueBefore(day, schedule, timeZone);
  const fromBefore = dueBefore(before.day, schedule, timeZone).at;
  return { date: dateText(day), at, from: before.at, fromBefore };
}

/**
 * Returns the recap that was due last, if that was less than six hours ago (a day for weekly recaps); else `null`.
 * @param timeZone an IANA name; throws a RangeError if `Intl` does not support it
 * @param now epoch ms
 */
export function recapDueAt(schedule: RecapSchedule, timeZone: string, now: number): DueRecap | null {
  const lateMs = LATE_RECAP_MS[schedule.weekday === null ? 'day' : 'week'];
  const today = localDayAt(now, timeZone);
  // At midnight, a clock change may have set the clock back to the previous day.
  for (const day of [today + 1, today, today - 1, today - 2]) {
    const due = dueOn(day, schedule, timeZone);
    if (due !== null && due.at <= now) return now - due.at < lateMs ? due : null;
  }
  return null;
}

/**
 * Returns the period of an example recap that ends now: the last day or week, and the one before.
 * @param now epoch ms
 */
export function recapUntil({ weekday }: RecapSchedule, now: number): Omit<DueRecap, 'date'> {
  const length = (weekday === null ? 1 : DAYS_A_WEEK) * 24 * HOUR_MS;
  return { at: now, from: now - length, fromBefore: now - 2 * length };
}
