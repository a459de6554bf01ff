import { counted } from './counted.ts';
import type { NumberContext } from './numbers.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Of the Gregorian calendar, on average. */
const YEAR = 365.2425 * DAY;

/** The largest first; each is used from two of it on, so that little is lost: 47 hours, 2 days. */
const UNITS = [
  ['year', YEAR],
  ['month', YEAR / 12],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/**
 * How long something lasted: `3 hours`, `14 months`, `under a minute`.
 * @param seconds not negative
 */
export function roughDurationText(seconds: number, context: NumberContext): string {
  if (seconds < MINUTE) return 'under a minute';
  const [unit, length] = UNITS.find(([, one]) => seconds >= 2 * one) ?? ['minute', MINUTE];
  return counted(Math.floor(seconds / length), unit, context);
}
