import type { Check } from './checks.ts';
import { asList, isRecord, lengthOf } from './checks.ts';

const MAX = 8000;

const textLength = (value: unknown): number => {
  if (typeof value === 'string') return lengthOf(value);
  return typeof value === 'number' ? String(value).length : 0;
};

/** Of a text in several languages, only the longest counts. */
function longest(value: unknown, translations: unknown): number {
  const translated = isRecord(translations) ? Object.values(translations) : [];
  return Math.max(textLength(value), ...translated.map(textLength));
}

/** The characters that Discord counts of a command, or of a part of one. */
export function sizeOf(part: unknown): number {
  if (!isRecord(part)) return 0;
  const below = [...asList(part['options']), ...asList(part['choices'])];
  return below.reduce<number>(
    (sum, item) => sum + sizeOf(item),
    longest(part['name'], part['name_localizations']) +
      longest(part['description'], part['description_localizations']) +
      textLength(part['value']),
  );
}

/** Discord docs: Slash Commands. 8,000 characters over names, descriptions and values of a command and its options. */
export const commandSize: Check = (command, report) => {
  if (sizeOf(command) > MAX)
    report.add({ code: 'APPLICATION_COMMAND_TOO_LARGE', message: `Command exceeds maximum size (${MAX})` });
};
