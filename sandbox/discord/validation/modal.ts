import type { Check } from './checks.ts';
import {
  all,
  boolean,
  integer,
  isRecord,
  listOf,
  object,
  onRecord,
  optional,
  reportDuplicates,
  required,
  text,
} from './checks.ts';
import { componentId, customId } from './component-fields.ts';
import { actionRowOf, textDisplay, uniqueCustomIds } from './components.ts';
import { channelSelect, mentionableSelect, roleSelect, stringSelect, userSelect } from './select.ts';
import { labelledTextInput, textInput } from './text-input.ts';
import { union } from './union.ts';

const MAX_MODAL_COMPONENTS = 5;

const cannotBeDisabled: Check = onRecord(({ disabled }, report) => {
  if (disabled === true)
    report.at('disabled').add({ code: 'BASE_TYPE_CHOICES', message: 'Value must be one of (False,).' });
});

const inModal = (select: Check): Check => all(select, cannotBeDisabled);

const input = { id: optional(componentId), custom_id: required(customId), required: optional(boolean) };

const chosen = {
  min_values: optional(integer({ min: 0, max: 10 })),
  max_values: optional(integer({ min: 1, max: 10 })),
};

function groupOptions(min: number): Check {
  const option = object({
    label: required(text({ min: 1, max: 100 })),
    value: required(text({ min: 1, max: 100 })),
    description: optional(text({ max: 100 })),
    default: optional(boolean),
  });
  const uniqueValues = reportDuplicates((item) => (isRecord(item) ? item['value'] : undefined), {
    code: 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
    message: 'The specified option value is already used',
  });
  return all(listOf(option, { min, max: 10 }), uniqueValues);
}

const label = object({
  id: optional(componentId),
  label: required(text({ min: 1, max: 45 })),
  description: optional(text({ min: 1, max: 100 })),
  component: required(
    union({
      3: inModal(stringSelect),
      4: labelledTextInput,
      5: inModal(userSelect),
      6: inModal(roleSelect),
      7: inModal(mentionableSelect),
      8: inModal(channelSelect),
      19: object({ ...input, ...chosen }),
      21: object({ ...input, options: required(groupOptions(2)) }),
      22: object({ ...input, ...chosen, options: required(groupOptions(1)) }),
      23: object({ ...input, default: optional(boolean) }),
    }),
  ),
});

/** The `data` of an answer that opens a modal (Discord docs: Modal). */
export const modal: Check = object({
  custom_id: required(customId),
  title: required(text({ min: 1, max: 45 })),
  components: required(
    all(
      listOf(union({ 1: actionRowOf({ 4: textInput }), 10: textDisplay, 18: label }), {
        min: 1,
        max: MAX_MODAL_COMPONENTS,
      }),
      uniqueCustomIds,
    ),
  ),
});
