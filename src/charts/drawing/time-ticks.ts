import { DAY_SECONDS } from '#src/chain/durations.ts';
import { dateFormat, isDate, type LocalTime, localTime, momentOf } from '#src/chain/local-time.ts';

/** A labelled moment of the time axis. */
export interface TimeTick {
  /** Epoch seconds. */
  readonly at: number;
  readonly label: string;
}

/** The distance between two ticks in local time. */
type TickStep =
  | { readonly unit: 'minutes'; readonly every: number }
  | { readonly unit: 'days'; readonly every: number }
  | { readonly unit: 'months'; readonly every: number };

const minutes = (every: number): TickStep => ({ unit: 'minutes', every });
const days = (every: number): TickStep => ({ unit: 'days', every });
const months = (every: number): TickStep => ({ unit: 'months', every });

const MINUTE = 60;
const MONTH = 30 * DAY_SECONDS;

/** Finest first. All minutes divide a day. */
const STEPS: readonly TickStep[] = [
  ...[1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720].map(minutes),
  ...[1, 2, 7, 14].map(days),
  ...[1, 3, 6, 12, 24, 60, 120, 300, 600, 1_200].map(months),
];

function lengthOf({ unit, every }: TickStep): number {
  if (unit === 'minutes') return every * MINUTE;
  return every * (unit === 'days' ? DAY_SECONDS : MONTH);
}

/** Returns the last tick at or before a moment. */
function tickBefore({ unit, every }: TickStep, local: LocalTime): LocalTime {
  if (unit === 'minutes') return { ...local, minutes: local.minutes - (local.minutes % every) };
  if (unit === 'days') return { ...local, minutes: 0 };
  const month = local.year * 12 + local.month - 1;
  const first = month - (((month % every) + every) % every);
  return { year: Math.floor(first / 12), month: (((first % 12) + 12) % 12) + 1, day: 1, minutes: 0 };
}

function tickAfter({ unit, every }: TickStep, local: LocalTime): LocalTime {
  if (unit === 'minutes') return { ...local, minutes: local.minutes + every };
  if (unit === 'days') return { ...local, day: local.day + every };
  return { ...local, month: local.month + every };
}

/** Formats a tick: `14:00`, or the date at midnight; `Nov 23`; `Nov`, or the year in January; `2026`. */
function labelOf(step: TickStep, at: number, language: string, timeZone: string): string {
  const write = (options: Intl.DateTimeFormatOptions): string =>
    dateFormat(language, timeZone, options).format(at * 1_000);
  const { minutes, month } = localTime(at, timeZone);
  const date: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' };
  switch (step.unit) {
    case 'minutes':
      return minutes === 0 ? write(date) : write({ timeStyle: 'short' });
    case 'days':
      return write(date);
    case 'months':
      return month === 1 || step.every >= 12 ? write({ year: 'numeric' }) : write({ month: 'short' });
    default:
      return step satisfies never;
  }
}

/**
 * Returns the ticks of a time axis, at full hours, days, months or years in local time.
 * @param from epoch seconds, like `to`
 * @param options.most maximum ticks, at least 1
 * @returns in chronological order; none if the period exceeds the range of dates
 */
export function timeTicks(
  from: number,
  to: number,
  options: { readonly most: number; readonly language: string; readonly timeZone: string },
): readonly TimeTick[] {
  if (!isDate(from) || !isDate(to) || to <= from) return [];
  const { most, language, timeZone } = options;
  const step = STEPS.find((one) => (to - from) / lengthOf(one) <= most);
  if (step === undefined) return [];
  const ticks: TimeTick[] = [];
  let local = tickBefore(step, localTime(from, timeZone));
  let previous = Number.NEGATIVE_INFINITY;
  for (;;) {
    const at = momentOf(local, timeZone);
    if (at > to) return ticks;
    // At a clock change, two local times may be the same moment.
    if (at >= from && at > previous) ticks.push({ at, label: labelOf(step, at, language, timeZone) });
    previous = Math.max(previous, at);
    local = tickAfter(step, local);
  }
}
