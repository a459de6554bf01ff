import type { Check } from './checks.ts';

const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** `Date` rolls 30 February over into March, so the parts are compared with the calendar. */
function isOnCalendar(parts: readonly number[]): boolean {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const date = new Date(Date.UTC(year, month - 1, day));
  return (
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  );
}

/** An ISO 8601 date or date with time. */
export const timestamp: Check = (value, report) => {
  const parts = typeof value === 'string' ? ISO_8601.exec(value)?.slice(1) : undefined;
  if (parts === undefined || !isOnCalendar(parts.map((part) => Number(part ?? 0)))) {
    report.add({
      code: 'DATE_TIME_TYPE_PARSE',
      message: `Could not parse ${typeof value === 'string' ? value : JSON.stringify(value)}. Should be ISO8601.`,
    });
  }
};
