import type { Choices } from '#src/discord/command.ts';
import { type OptionInput, unreadable } from '#src/discord/refusal.ts';
import { normaliseText, searchItems, toSearchItem } from '#src/marketplace/text-search.ts';

const MAX_CHOICES = 25;
/**
 * Names that `Intl` still uses although IANA has renamed them (CLDR, `timezone.xml`: `iana`). Old and new names always
 * mean the same zone.
 */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
]);

const presentName = (name: string): string => RENAMED.get(name) ?? name;

const INTL_NAMES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
export const TIME_ZONE_NAMES = INTL_NAMES.map(presentName);
// Searchable by the former name too.
const FINDABLE = INTL_NAMES.map((name) =>
  toSearchItem(
    presentName(name),
    [presentName(name), name].flatMap((one) => [one.replaceAll(/[_/]/g, ' '), one]),
  ),
);

/** Builds choices of time zones whose names match the text. */
export function timeZoneChoices(typed: string): Choices {
  return searchItems(FINDABLE, typed.replaceAll('_', ' '), MAX_CHOICES).map((name) => ({
    name,
    value: name,
  }));
}

const normalised = (text: string) => normaliseText(text).replaceAll(/[\s_]+/g, ' ');

/** Returns the current name of a zone, also for older aliases; `null` for an unknown zone. */
function intlTimeZone(text: string): string | null {
  // Reject offsets such as +02:00, because they have no daylight saving time.
  if (!/^[A-Za-z]/.test(text)) return null;
  try {
    return presentName(new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone);
  } catch {
    return null;
  }
}

/**
 * Parses a time zone by its name or its city: `Europe/Berlin`, `berlin`, `utc`.
 * @throws UserError
 */
export function readTimeZone(typed: OptionInput): string {
  const wanted = normalised(typed.text);
  const whole = TIME_ZONE_NAMES.find((name) => normalised(name) === wanted);
  const isCity = (name: string): boolean => normalised(name.split('/').at(-1) ?? '') === wanted;
  const cities = INTL_NAMES.filter((name) => isCity(name) || isCity(presentName(name))).map(presentName);
  const name = whole ?? intlTimeZone(typed.text.trim()) ?? (cities.length === 1 ? cities[0] : undefined);
  if (name === undefined) {
    throw unreadable(typed, ({ serverSettings }) => serverSettings.pickTimeZone);
  }
  return name;
}
