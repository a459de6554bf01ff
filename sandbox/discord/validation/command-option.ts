import { channelTypes } from './channel-types.ts';
import type { Check } from './checks.ts';
import {
  all,
  asList,
  boolean,
  integer,
  isRecord,
  listOf,
  number,
  object,
  onRecord,
  optional,
  required,
  text,
} from './checks.ts';
import { choicesOf, textValue, wholeNumber } from './choices.ts';
import { commandName } from './command-name.ts';
import { localized } from './locales.ts';
import { union } from './union.ts';

const MAX = 25;
const MAX_TEXT_LENGTH = 6000;
const SUBCOMMAND = 1;
const GROUP = 2;

export const description: Check = text({ min: 1, max: 100 });

const named = {
  name: required(commandName),
  name_localizations: optional(localized(commandName)),
  description: required(description),
  description_localizations: optional(localized(description)),
};

const basic = { ...named, required: optional(boolean) };

/** The lower bound must not exceed the upper one. */
const inOrder = (lower: string, upper: string): Check =>
  onRecord((option, report) => {
    const [min, max] = [option[lower], option[upper]];
    if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return;
    report
      .at(lower)
      .add({ code: 'NUMBER_TYPE_MAX', message: `${lower} value should be less than or equal to ${max}.` });
  });

/** The code is named after Discord's example; the rule is documented (Application Command Option Structure). */
const choicesOrAutocomplete: Check = onRecord((option, report) => {
  if (option['autocomplete'] !== true || asList(option['choices']).length === 0) return;
  report.at('autocomplete').add({
    code: 'APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID',
    message: 'Autocomplete cannot be used with choices',
  });
});

function numeric(value: Check): Check {
  return all(
    object({
      ...basic,
      autocomplete: optional(boolean),
      choices: optional(choicesOf(value)),
      min_value: optional(value),
      max_value: optional(value),
    }),
    inOrder('min_value', 'max_value'),
    choicesOrAutocomplete,
  );
}

const string = all(
  object({
    ...basic,
    autocomplete: optional(boolean),
    choices: optional(choicesOf(textValue)),
    min_length: optional(integer({ min: 0, max: MAX_TEXT_LENGTH })),
    max_length: optional(integer({ min: 1, max: MAX_TEXT_LENGTH })),
  }),
  inOrder('min_length', 'max_length'),
  choicesOrAutocomplete,
);

const values = {
  3: string,
  4: numeric(wholeNumber),
  5: object(basic),
  6: object(basic),
  7: object({ ...basic, channel_types: optional(channelTypes) }),
  8: object(basic),
  9: object(basic),
  10: numeric(number()),
  11: object(basic),
};

const uniqueNames: Check = (options, report) => {
  const seen = new Set<unknown>();
  for (const [index, option] of asList(options).entries()) {
    const name = isRecord(option) ? option['name'] : undefined;
    if (typeof name !== 'string') continue;
    if (seen.has(name)) {
      report.at(index).add({
        code: 'APPLICATION_COMMAND_OPTIONS_NAME_INVALID',
        message: `Option name ${name} is already used in these options`,
      });
    }
    seen.add(name);
  }
};

const requiredFirst: Check = (options, report) => {
  let optionalSeen = false;
  for (const [index, option] of asList(options).entries()) {
    if (!isRecord(option)) continue;
    if (option['required'] !== true) optionalSeen = true;
    else if (optionalSeen) {
      report.at(index).add({
        code: 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
        message: 'Required options must be placed before non-required options',
      });
    }
  }
};

const eitherSubcommandsOrValues: Check = (options, report) => {
  const types = asList(options)
    .filter(isRecord)
    .map((option) => option['type']);
  const nesting = types.filter((type) => type === SUBCOMMAND || type === GROUP);
  if (nesting.length === 0 || nesting.length === types.length) return;
  report.add({
    code: 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
    message: 'Sub-command and sub-command group option types are mutually exclusive to all other types',
  });
};

const optionsOf = (kinds: Readonly<Record<number, Check>>): Check =>
  all(listOf(union(kinds), { max: MAX }), uniqueNames, requiredFirst, eitherSubcommandsOrValues);

const subcommand = object({ ...named, options: optional(optionsOf(values)) });
const group = object({ ...named, options: optional(optionsOf({ [SUBCOMMAND]: subcommand })) });

/**
 * The options of a slash command (Discord docs: Application Command Option Structure): values, or subcommands and
 * groups of subcommands, one level of each.
 */
export const commandOptions: Check = optionsOf({ [SUBCOMMAND]: subcommand, [GROUP]: group, ...values });
