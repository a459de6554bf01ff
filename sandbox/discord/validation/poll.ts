import type { Check } from './checks.ts';
import { boolean, choice, integer, listOf, object, optional, required, text } from './checks.ts';

/** Discord docs: Poll Create Request. `duration` is in hours. */
export const poll: Check = object({
  question: required(object({ text: required(text({ max: 300 })) })),
  answers: required(
    listOf(object({ poll_media: required(object({ text: required(text({ max: 55 })) })) }), {
      min: 1,
      max: 10,
    }),
  ),
  duration: optional(integer({ min: 1, max: 768 })),
  allow_multiselect: optional(boolean),
  layout_type: optional(choice([1])),
});
