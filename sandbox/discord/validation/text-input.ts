import type { Check } from './checks.ts';
import { all, boolean, choice, integer, object, onRecord, optional, required, text } from './checks.ts';
import { componentId, customId } from './component-fields.ts';

const MAX_LENGTH = 4000;

const lengthsInOrder: Check = onRecord(({ min_length: min, max_length: max }, report) => {
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return;
  report.at('min_length').add({
    code: 'NUMBER_TYPE_MAX',
    message: `min_length value should be less than or equal to ${max}.`,
  });
});

function textInputWith(label: ReturnType<typeof optional>): Check {
  return all(
    object({
      id: optional(componentId),
      custom_id: required(customId),
      style: required(choice([1, 2])),
      label,
      min_length: optional(integer({ min: 0, max: MAX_LENGTH })),
      max_length: optional(integer({ min: 1, max: MAX_LENGTH })),
      required: optional(boolean),
      value: optional(text({ max: MAX_LENGTH })),
      placeholder: optional(text({ max: 100 })),
    }),
    lengthsInOrder,
  );
}

const label = text({ min: 1, max: 45 });

/** A text input in an action row, which has its own label (Discord docs: Text Input). */
export const textInput = textInputWith(required(label));

/** A text input inside a label component. */
export const labelledTextInput = textInputWith(optional(label));
