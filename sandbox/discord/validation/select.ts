import { channelTypes } from './channel-types.ts';
import type { Check } from './checks.ts';
import {
  all,
  asList,
  boolean,
  choice,
  integer,
  isAbsent,
  isRecord,
  listOf,
  object,
  onRecord,
  optional,
  reportDuplicates,
  required,
  snowflake,
  text,
} from './checks.ts';
import { componentId, customId } from './component-fields.ts';
import { emoji } from './emoji.ts';

const MAX = 25;

const shared = {
  id: optional(componentId),
  custom_id: required(customId),
  placeholder: optional(text({ max: 150 })),
  min_values: optional(integer({ min: 0, max: MAX })),
  max_values: optional(integer({ min: 1, max: MAX })),
  disabled: optional(boolean),
  required: optional(boolean),
};

/** How many values may be chosen; Discord's default is exactly one. */
function bounds(select: Readonly<Record<string, unknown>>): { min: number; max: number } {
  const { min_values: min, max_values: max } = select;
  return { min: typeof min === 'number' ? min : 1, max: typeof max === 'number' ? max : 1 };
}

const boundsInOrder: Check = onRecord((select, report) => {
  const { min, max } = bounds(select);
  if (min > max) {
    report
      .at('min_values')
      .add({ code: 'NUMBER_TYPE_MAX', message: `min_values value should be less than or equal to ${max}.` });
  }
});

const option = object({
  label: required(text({ min: 1, max: 100 })),
  value: required(text({ min: 1, max: 100 })),
  description: optional(text({ max: 100 })),
  emoji: optional(emoji),
  default: optional(boolean),
});

const uniqueValues = reportDuplicates((item) => (isRecord(item) ? item['value'] : undefined), {
  code: 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
  message: 'The specified option value is already used',
});

const enoughOptions: Check = onRecord((select, report) => {
  const options = asList(select['options']);
  const { max } = bounds(select);
  if (options.length > 0 && max > options.length) {
    report.at('options').add({ code: 'BASE_TYPE_MIN_LENGTH', message: `Must be ${max} or more in length.` });
  }
  if (options.filter((item) => isRecord(item) && item['default'] === true).length > max) {
    report.at('options').add({
      code: 'SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES',
      message: 'The specified number of default values exceeds the specified maximum values',
    });
  }
});

/** Discord docs: String Select. */
export const stringSelect: Check = all(
  object({ ...shared, options: required(all(listOf(option, { min: 1, max: MAX }), uniqueValues)) }),
  boundsInOrder,
  enoughOptions,
);

const defaultsWithinBounds: Check = onRecord((select, report) => {
  const { length } = asList(select['default_values']);
  const { min, max } = bounds(select);
  if (isAbsent(select['default_values']) || length === 0 || (length >= min && length <= max)) return;
  report
    .at('default_values')
    .add({ code: 'BASE_TYPE_BAD_LENGTH', message: `Must be between ${min} and ${max} in length.` });
});

/** Discord docs: User, Role, Mentionable and Channel Select, whose options Discord supplies. */
function autoSelect(defaults: readonly string[], more: Parameters<typeof object>[0] = {}): Check {
  const defaultValue = object({ id: required(snowflake), type: required(choice(defaults)) });
  return all(
    object({ ...shared, default_values: optional(listOf(defaultValue, { max: MAX })), ...more }),
    boundsInOrder,
    defaultsWithinBounds,
  );
}

export const userSelect = autoSelect(['user']);
export const roleSelect = autoSelect(['role']);
export const mentionableSelect = autoSelect(['user', 'role']);
export const channelSelect = autoSelect(['channel'], {
  channel_types: optional(channelTypes),
});
