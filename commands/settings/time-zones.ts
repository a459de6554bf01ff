import type { Choices } from '../../src/discord/command.ts';
import { type OptionInput, unreadable } from '../../src/discord/refusal.ts';
import { normaliseText, searchItems, toSearchItem } from '../../src/marketplace/text-search.ts';

const MAX_CHOICES = 25;
const NAMES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
const FINDABLE = NAMES.map((name) => toSearchItem(name, [name.replaceAll(/[_/]/g, ' '), name]));

/** Time zones whose names match the text. */
export function timeZoneChoices(typed: string): Choices {
  return searchItems(FINDABLE, typed.replaceAll('_', ' '), MAX_CHOICES).map((name) => ({
    name,
    value: name,
  }));
}

const normalised = (text: string) => normaliseText(text).replaceAll(/[\s_]+/g, ' ');

/** The canonical name of `Intl`, also for older aliases; `null` for an unknown zone. */
function intlTimeZone(text: string): string | null {
  // Offsets such as +02:00 are rejected, since they have no daylight saving time.
  if (!/^[A-Za-z]/.test(text)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/**
 * A time zone by its name or its city: `Europe/Berlin`, `berlin`, `utc`.
 * @throws UserError
 */
export function readTimeZone(typed: OptionInput): string {
  const wanted = normalised(typed.text);
  const whole = NAMES.find((name) => normalised(name) === wanted);
  const cities = NAMES.filter((name) => normalised(name.split('/').at(-1) ?? '') === wanted);
  const name = whole ?? intlTimeZone(typed.text.trim()) ?? (cities.length === 1 ? cities[0] : undefined);
  if (name === undefined) {
    throw unreadable(typed, ({ serverSettings }) => serverSettings.pickTimeZone);
  }
  return name;
}
