import type { QuietHours } from './settings.ts';

const MINUTE_MS = 60_000;
/** Every time zone of today changes its offset at a quarter of an hour of UTC, so between two of them clocks just run. */
const QUARTER_MS = 15 * MINUTE_MS;
const MINUTES_A_DAY = 1_440;

/** What a wall clock shows, in minutes since midnight. */
type WallClock = (at: number) => number;

function wallClockOf(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (at) => {
    const parts = format.formatToParts(at);
    const valueOf = (type: 'hour' | 'minute') => Number(parts.find((part) => part.type === type)?.value);
    return valueOf('hour') * 60 + valueOf('minute');
  };
}

/** Whether quiet hours that may run over midnight hold this minute; their last minute is the one before `to`. */
function holds({ from, to }: QuietHours, minute: number): boolean {
  return from < to ? from <= minute && minute < to : from <= minute || minute < to;
}

/**
 * When the quiet hours that last at this moment end, by the clocks on the wall: an hour that clocks skip is skipped, one
 * that they show twice is quiet twice.
 * @param timeZone an IANA name; throws a RangeError for one that `Intl` does not know
 * @param at epoch ms
 * @returns epoch ms, the beginning of a minute; `null` when it is not quiet
 */
export function quietUntil(quiet: QuietHours, timeZone: string, at: number): number | null {
  const minuteAt = wallClockOf(timeZone);
  let time = at;
  let minute = minuteAt(time);
  if (!holds(quiet, minute)) return null;
  while (holds(quiet, minute)) {
    const minutesLeft = (quiet.to - minute + MINUTES_A_DAY) % MINUTES_A_DAY;
    const end = Math.floor(time / MINUTE_MS) * MINUTE_MS + minutesLeft * MINUTE_MS;
    const quarter = (Math.floor(time / QUARTER_MS) + 1) * QUARTER_MS;
    time = Math.min(end, quarter);
    minute = minuteAt(time);
  }
  return time;
}
