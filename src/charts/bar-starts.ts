import { DAY_SECONDS, HOUR_SECONDS } from '#src/chain/durations.ts';
import { firstMomentOf, type LocalDay, localDayAt } from '#src/chain/local-day.ts';
import { isDate } from '#src/chain/local-time.ts';

/** More cannot be told apart in a small picture. */
const MAX_BARS = 45;
/** Lengths of bars that are shorter than a quarter of a day, seconds, the shortest first. */
const PARTS = [60, 300, 600, 1_800, HOUR_SECONDS];
const QUARTERS = [0, 6, 12, 18];
const FOUR_WEEKS = 28;
/** Lengths of bars of whole days, the shortest first. */
const DAYS = [1, 2, 7, 14, FOUR_WEEKS];
/** 1970-01-05. */
const MONDAY: LocalDay = 4;

const seconds = (ms: number | null): readonly number[] => (ms === null ? [] : [ms / 1_000]);

/** Hours and their parts are counted from midnight, so that one that comes twice is two. @param length seconds */
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

/** When bars begin. */
interface BarPlan {
  /** Every so many days, counted from a Monday, bars begin … */
  readonly days: number;
  /** … at these moments of the day, epoch s. */
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
 * When the bars of a chart begin: with the period, and then at full minutes or hours, at midnight and every six hours
 * after it, or at midnight, as the clocks of the time zone show it. Where they change, a bar is shorter or longer by as
 * much.
 * @param period epoch s; `from` is before `to`
 * @param timeZone an IANA name; throws a RangeError for one that `Intl` does not know
 * @returns in order of time, all before `to`; one where the period is longer than dates
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
