import type { Choices } from '../../src/discord/command.ts';
import { type Typed, unreadable } from '../../src/discord/rule-input/refusal.ts';
import { findable, findBest, foldText } from '../../src/domain/finding.ts';

const MAX_CHOICES = 25;
const NAMES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
const FINDABLE = NAMES.map((name) => findable(name, [name.replaceAll(/[_/]/g, ' '), name]));

/** Time zones by what was typed of their names. */
export function timeZoneChoices(typed: string): Choices {
  return findBest(FINDABLE, typed.replaceAll('_', ' '), MAX_CHOICES).map((name) => ({ name, value: name }));
}

const folded = (text: string) => foldText(text).replaceAll(/[\s_]+/g, ' ');

/** The name as `Intl` knows it, also of zones that go by an older name; `null` for what is none. */
function knownToIntl(text: string): string | null {
  // Offsets such as +02:00 are no places and know no summer time.
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
export function readTimeZone(typed: Typed): string {
  const wanted = folded(typed.text);
  const whole = NAMES.find((name) => folded(name) === wanted);
  const cities = NAMES.filter((name) => folded(name.split('/').at(-1) ?? '') === wanted);
  const name = whole ?? knownToIntl(typed.text.trim()) ?? (cities.length === 1 ? cities[0] : undefined);
  if (name === undefined) {
    throw unreadable(typed, 'Pick one of the suggestions while you type, such as Europe/Berlin.');
  }
  return name;
}
