import type { Check } from './checks.ts';
import { asList, integer, isRecord, listOf, number, object, optional, required, text } from './checks.ts';
import { localized } from './locales.ts';

const MAX = 25;

const name = text({ min: 1, max: 100 });

/** Whole numbers go as far as JavaScript counts exactly. */
export const wholeNumber = integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });

/** A choice's value where the option takes strings. */
export const textValue = text({ min: 1, max: 100 });

/** Up to 25 choices, offered with a command's option or by autocomplete (Discord docs: Option Choice Structure). */
export const choicesOf = (value: Check): Check =>
  listOf(
    object({
      name: required(name),
      name_localizations: optional(localized(name)),
      value: required(value),
    }),
    { max: MAX },
  );

const numbers = choicesOf(number());
const texts = choicesOf(textValue);

/**
 * What autocomplete offers. The response does not name the option's type, so all choices must be of the type of
 * the first one.
 */
export const completions: Check = (value, report) => {
  const first: unknown = asList(value)[0];
  const check = isRecord(first) && typeof first['value'] === 'number' ? numbers : texts;
  check(value, report);
};
