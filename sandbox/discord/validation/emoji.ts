import type { Check } from './checks.ts';
import { all, isAbsent, object, onRecord, optional, snowflake, text } from './checks.ts';

/** An emoji of Unicode's own list, or one of its single characters without the selector that colours it. */
const UNICODE_EMOJI = /^(?:\p{RGI_Emoji}|[\p{Emoji}--[0-9#*]]\u{FE0F}?)$/v;

const INVALID = { code: 'BUTTON_COMPONENT_INVALID_EMOJI', message: 'Invalid emoji' };

const isKnown: Check = onRecord((emoji, report) => {
  const { id, name } = emoji;
  if (!isAbsent(id)) return;
  if (typeof name !== 'string' || !UNICODE_EMOJI.test(name)) report.at('name').add(INVALID);
});

/** Discord docs: Emoji Object, in the part that buttons and select options take: a server's own by id, or Unicode. */
export const emoji: Check = all(
  object({ id: optional(snowflake), name: optional(text({ max: 32 })) }),
  isKnown,
);
