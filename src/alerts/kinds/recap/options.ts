import { z } from 'zod';
import { defineFilter, field, outOfRange, unreadable } from '../../filters/filter.ts';
import { digitsIn } from '../../filters/lists.ts';
import type { RecapSchedule } from '../../recaps/schedule.ts';
import { RECAP_TOPIC } from './schema.ts';

/** When recaps come: every day, or on a day of the week. */
export const RECAP_DAYS = [
  'daily',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
/** What to post for a period without events. */
export const WHEN_EMPTY = ['line', 'nothing'] as const;

type RecapDay = (typeof RECAP_DAYS)[number];
type WhenEmpty = (typeof WHEN_EMPTY)[number];

const DEFAULT_DAY: RecapDay = 'daily';
const DEFAULT_HOUR = 9;
const DEFAULT_EMPTY: WhenEmpty = 'line';
const LAST_HOUR = 23;

const day = field<'recap_on', RecapDay>({
  key: 'recap_on',
  schema: z.literal(RECAP_DAYS),
  ask: { type: 'choice', choices: RECAP_DAYS },
  messages: (messages) => messages.recap.on,
  fallback: DEFAULT_DAY,
  /** Parses `daily`, `every day`, `Monday`, `mon` or `weekly on Mondays`. */
  read(text, context) {
    const typed = text.trim().toLowerCase();
    if (/^(?:daily|(?:every|each) day)$/.test(typed)) return { value: DEFAULT_DAY };
    const name = typed.replace(/^(?:weekly|every|each)?\s*(?:on\s+)?/, '').replace(/s$/, '');
    const found = RECAP_DAYS.find((one) => one === typed || (name.length >= 3 && one.startsWith(name)));
    return found === undefined ? unreadable(text, context, context.messages.recap.on.hint) : { value: found };
  },
  write: String,
});

const hour = field({
  key: 'recap_hour',
  schema: z.int().min(0).max(LAST_HOUR),
  ask: { type: 'number' },
  messages: (messages) => messages.recap.hour,
  fallback: DEFAULT_HOUR,
  /** Parses `9`, `09:00` or `21h`. */
  read(text, context) {
    const digits = digitsIn(text.trim().toLowerCase(), /^(\d{1,9})\s*(?::00|h|:00 h)?$/);
    const { hint } = context.messages.recap.hour;
    if (digits === null) return unreadable(text, context, hint);
    const value = Number(digits);
    return value <= LAST_HOUR ? { value } : outOfRange(text, context, hint);
  },
  write: String,
});

const empty = field<'recap_empty', WhenEmpty>({
  key: 'recap_empty',
  schema: z.literal(WHEN_EMPTY),
  ask: { type: 'choice', choices: WHEN_EMPTY },
  messages: (messages) => messages.recap.empty,
  fallback: DEFAULT_EMPTY,
  read(text, context) {
    const typed = text.trim().toLowerCase();
    const found = WHEN_EMPTY.find(
      (one) => typed === one || (one === DEFAULT_EMPTY && typed === `one ${one}`),
    );
    return found === undefined
      ? unreadable(text, context, context.messages.recap.empty.hint)
      : { value: found };
  },
  write: String,
});

const fields = [day, hour, empty] as const;
type Values = {
  readonly recap_on?: RecapDay | undefined;
  readonly recap_hour?: number | undefined;
  readonly recap_empty?: WhenEmpty | undefined;
};

/** Returns when a rule gets its recaps. */
export function recapSchedule({
  recap_on: on = DEFAULT_DAY,
  recap_hour: at = DEFAULT_HOUR,
}: Values): RecapSchedule {
  // 0 is Sunday; the list begins with `daily` and Monday.
  const position = RECAP_DAYS.indexOf(on);
  return { weekday: position === 0 ? null : position % 7, hour: at };
}

/** Returns whether a rule gets a short message for a period without events. */
export const postsEmptyRecaps = ({ recap_empty: value = DEFAULT_EMPTY }: Values): boolean => value === 'line';

/** When a rule gets recaps, and whether also for periods without events. Alerts are not matched against it. */
export const recapOptions = defineFilter({
  fields,
  appliesTo: (topics) => topics.includes(RECAP_TOPIC),
  parts(values, { messages: { recap: words } }) {
    const { weekday, hour: at } = recapSchedule(values);
    const when = words.words(weekday, at);
    return postsEmptyRecaps(values) ? [when] : [when, words.silentWhenEmpty];
  },
});
