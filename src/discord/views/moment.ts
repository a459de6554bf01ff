/** The last second that Discord's timestamps can show: the end of the year 9999. */
const LAST_SECOND = 253_402_300_799;

/**
 * How Discord writes a moment, each in the reader's own zone: `3 hours ago`, `20 April 2026`, both date and time,
 * `20:12`.
 */
type MomentStyle = 'R' | 'D' | 'f' | 't';

/**
 * A moment as a Discord timestamp; `null` for an unknown or impossible one.
 * @param seconds since the epoch
 */
export function momentText(seconds: number | null, style: MomentStyle = 'R'): string | null {
  if (seconds === null || !(seconds > 0 && seconds <= LAST_SECOND)) return null;
  return `<t:${Math.floor(seconds)}:${style}>`;
}
