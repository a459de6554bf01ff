import { DAY_MS } from '#src/chain/durations.ts';
import { readEndTime } from '#src/chain/end-time.ts';
import { localTime } from '#src/chain/local-time.ts';
import { NO_EXTRAS, type Rule, type RuleExtras } from './subscription.ts';

/** Maximum characters of a rule's name. */
export const MAX_NAME_LENGTH = 40;

/** Returns the extras of a rule. */
export const extrasOf = ({ extras = NO_EXTRAS }: Pick<Rule, 'extras'>): RuleExtras => extras;

/** Returns what is set, for the stored form; equal extras give equal results. */
export function writtenExtras(rule: Pick<Rule, 'extras'>): Readonly<Record<string, unknown>> {
  const { name, endsAt, isOnce } = extrasOf(rule);
  return {
    ...(name === null ? {} : { name }),
    ...(endsAt === null ? {} : { endsAt }),
    ...(isOnce === true ? { isOnce } : {}),
  };
}

/** Returns whether two rules have the same extras. */
export const hasSameExtras = (one: Pick<Rule, 'extras'>, other: Pick<Rule, 'extras'>): boolean =>
  JSON.stringify(writtenExtras(one)) === JSON.stringify(writtenExtras(other));

/**
 * Returns whether an event is after the end of a rule. The event's own time decides, so it does not matter when its
 * facts become known, or whether the machine's clock is right.
 */
export function isOver(rule: Pick<Rule, 'extras'>, { occurredAt }: { readonly occurredAt: number }): boolean {
  const { endsAt } = extrasOf(rule);
  return endsAt !== null && occurredAt * 1_000 > endsAt;
}

/** The furthest end. */
const MAX_AHEAD_MS = 5 * 366 * DAY_MS;

/**
 * Parses when a rule ends: `in 3 days`, `2026-12-31`, `2026-12-31 20:00`, `tomorrow 8:00`. A date without a time means
 * the end of that day.
 * @param now epoch ms
 * @param timeZone an IANA name
 * @returns epoch ms; `past` for a time before now; `null` if the text is none of these, or too far ahead
 */
export function readEnd(text: string, now: number, timeZone: string): number | 'past' | null {
  const end = readEndTime(text, { now, timeZone, includesDay: true });
  if (end === null || end > now + MAX_AHEAD_MS) return null;
  return end <= now ? 'past' : Math.floor(end / 1_000) * 1_000;
}

/** Formats an end so that `readEnd` parses it to the same minute. */
export function writeEnd(endsAt: number, timeZone: string): string {
  const { year, month, day, minutes } = localTime(Math.floor(endsAt / 1_000), timeZone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
