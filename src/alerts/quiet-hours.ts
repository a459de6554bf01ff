import { MINUTE_MS } from '#src/chain/durations.ts';
import { localTime } from '#src/chain/local-time.ts';
import type { QuietHours } from './settings.ts';

/** All current time zones change their offset at a quarter hour of UTC, so local time is continuous in between. */
const QUARTER_MS = 15 * MINUTE_MS;
const MINUTES_A_DAY = 1_440;

/**
 * Returns local time in minutes since midnight.
 * @param at epoch ms
 */
const minuteAt = (at: number, timeZone: string): number =>
  localTime(Math.floor(at / 1_000), timeZone).minutes;

/** Returns whether this minute is in the quiet hours, which may span midnight; `to` is exclusive. */
function containsMinute({ from, to }: QuietHours, minute: number): boolean {
  return from < to ? from <= minute && minute < to : from <= minute || minute < to;
}

/**
 * Returns the end of the current quiet hours in local time. An hour that a clock change skips is skipped; an hour that
 * it repeats is quiet twice.
 * @param timeZone an IANA name; throws a RangeError if `Intl` does not support it
 * @param at epoch ms
 * @returns epoch ms, the start of a minute; `null` outside of quiet hours
 */
export function quietUntil(quiet: QuietHours, timeZone: string, at: number): number | null {
  let time = at;
  let minute = minuteAt(time, timeZone);
  if (!containsMinute(quiet, minute)) return null;
  while (containsMinute(quiet, minute)) {
    const minutesLeft = (quiet.to - minute + MINUTES_A_DAY) % MINUTES_A_DAY;
    const end = Math.floor(time / MINUTE_MS) * MINUTE_MS + minutesLeft * MINUTE_MS;
    const quarter = (Math.floor(time / QUARTER_MS) + 1) * QUARTER_MS;
    time = Math.min(end, quarter);
    minute = minuteAt(time, timeZone);
  }
  return time;
}
