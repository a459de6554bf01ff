import { DAY_SECONDS, HOUR_SECONDS } from '#src/chain/durations.ts';
import { firstMomentOf, type LocalDay, localDayAt } from '#src/chain/local-day.ts';
import { isDate } from '#src/chain/local-time.ts';

/** In a small picture, more bars are indistinguishable. */
const MAX_BARS = 45;
/** Possible lengths of bars shorter than a quarter of a day, seconds, ascending. */
const PARTS = [60, 300, 600, 1_800, HOUR_SECONDS];
const QUARTERS = [0, 6, 12, 18];
const FOUR_WEEKS = 28;
/** Possible lengths of bars of whole days, ascending. */
const DAYS = [1, 2, 7, 14, FOUR_WEEKS];
/** 1970-01-05. */
const MONDAY: LocalDay = 4;

const seconds = (ms: number | null): readonly number[] => (ms === null ? [] : [ms / 1_000]);

/**
 * Counts hours and their parts from midnight, so that an hour that occurs twice counts twice.
 * @param length seconds
 */
const partsOf =
  (length: number) =>
  (day: LocalDay, timeZone: string): readonly number[] => {
    const [from] = seconds(firstMomentOf(day, 0, timeZone));
    const [to] = seconds(firstMomentOf(day + 1, 0, timeZone));
    if (from === undefined || to === undefined) return [];
    return Array.from({ length: Math.ceil((to - from) / length) }, (_, part) => from + part * length);
  };

const quartersOf = (day: LocalDay, timeZone: string): readonly number[] =>
  QUARTERS.flatMap((hour) => seconds(firstMomentOf(day, hour, timeZone)));

/** The pattern of bar starts. */
interface BarPlan {
  /** Number of days between days with bar starts, counted from a Monday. */
  readonly days: number;
  /** Returns the bar starts in such a day, epoch seconds. */
  readonly startsIn: (day: LocalDay, timeZone: string) => readonly number[];
}

function planFor(periodDays: number): BarPlan {
  const part = PARTS.find((one) => (periodDays * DAY_SECONDS) / one <= MAX_BARS);
  if (part !== undefined) return { days: 1, startsIn: partsOf(part) };
  if (periodDays * QUARTERS.length <= MAX_BARS) return { days: 1, startsIn: quartersOf };
  const least = periodDays / MAX_BARS;
  const days = DAYS.find((one) => one >= least) ?? Math.ceil(least / FOUR_WEEKS) * FOUR_WEEKS;
  return { days, startsIn: (day, timeZone) => seconds(firstMomentOf(day, 0, timeZone)) };
}

/**
 * Returns when the bars of a chart begin: the first at the start of the period, the others at full minutes or hours,
 * every six hours from midnight, or at midnight, in local time. At a clock change, a bar is shorter or longer
 * accordingly.
 * @param period epoch seconds; `from` is before `to`
 * @param timeZone an IANA name; throws a RangeError if `Intl` does not support it
 * @returns in chronological order, all before `to`; only one if the period exceeds the range of dates
 */
export function barStarts(
  { from, to }: { readonly from: number; readonly to: number },
  timeZone: string,
): readonly number[] {
  if (!isDate(from) || !isDate(to)) return [from];
  const { days, startsIn } = planFor((to - from) / DAY_SECONDS);
  const [first, last] = [localDayAt(from * 1_000, timeZone), localDayAt(to * 1_000, timeZone)];
  const starts = [from];
  for (let day = MONDAY + Math.floor((first - MONDAY) / days) * days; day <= last; day += days)
    for (const at of startsIn(day, timeZone)) if (at > (starts.at(-1) ?? from) && at < to) starts.push(at);
  return starts;
}
