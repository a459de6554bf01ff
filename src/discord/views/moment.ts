/** The last second that Discord's timestamps can show: the end of the year 9999. */
const LAST_SECOND = 253_402_300_799;

/**
 * Discord's timestamp styles, shown in the reader's time zone: `3 hours ago`, `20 April 2026`, date and time, `20:12`.
 */
type MomentStyle = 'R' | 'D' | 'f' | 't';

/**
 * Formats a moment as a Discord timestamp; `null` if it is unknown or impossible.
 * @param seconds epoch seconds
 */
export function momentText(seconds: number | null, style: MomentStyle = 'R'): string | null {
  if (seconds === null || !(seconds > 0 && seconds <= LAST_SECOND)) return null;
  return `<t:${Math.floor(seconds)}:${style}>`;
}
