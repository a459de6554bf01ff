import { extrasOf, MAX_NAME_LENGTH, readEnd, writeEnd } from '#src/alerts/rule-extras.ts';
import type { Draft, RuleExtras } from '#src/alerts/subscription.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Fields } from '#src/discord/components/component.ts';
import { savedField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { type Modal, modalFor } from '#src/discord/components/modal.ts';
import { isCleared, unreadable } from '#src/discord/refusal.ts';
import { sanitizeLine } from '#src/discord/text.ts';
import { UserError } from '#src/discord/user-error.ts';

const draft = { draft: savedField };

/** Opens the modal for the name and the end of a draft. */
export const extrasLink = defineLink('draft-extras', draft, 'asker');
/** Takes the modal. */
export const extrasTypedLink = defineLink('draft-extras-typed', draft, 'asker');

const NAME = 'name';
const ENDS = 'ends';
const ONCE = 'once';
const MAX_END_LENGTH = 40;

function presentEnd({ endsAt }: RuleExtras, { services }: AnswerContext): string {
  return endsAt === null ? '' : writeEnd(endsAt, services.view.settings.timeZone);
}

/**
 * Builds the modal for the name and the end of a draft.
 * @param typed shown instead of what they are now
 */
export function extrasModal(draft: Draft, context: AnswerContext, typed: Fields = new Map()): Modal {
  const { setUp } = context.services.view.messages;
  const words = setUp.extras;
  const extras = extrasOf(draft);
  const value = (name: string, present: string) => typed.get(name)?.[0] ?? present;
  return modalFor(
    words.title,
    extrasTypedLink.to({ draft: draft.id }),
    [
      {
        name: NAME,
        label: words.name,
        about: words.nameAbout,
        value: value(NAME, extras.name ?? ''),
        lines: 'one',
        maxLength: MAX_NAME_LENGTH,
      },
      {
        name: ENDS,
        label: words.ends,
        about: words.endsAbout,
        value: value(ENDS, presentEnd(extras, context)),
        lines: 'one',
        maxLength: MAX_END_LENGTH,
      },
      {
        name: ONCE,
        label: words.howOften,
        about: words.howOftenAbout,
        value: value(ONCE, extras.isOnce === true ? 'once' : 'always'),
        choices: [
          { label: words.always, value: 'always' },
          { label: words.once, value: 'once' },
        ],
      },
    ],
    context,
  );
}

function endIn(text: string, present: RuleExtras, context: AnswerContext): number | null {
  if (isCleared(text)) return null;
  // An end that has passed may stay as it is.
  if (text.trim() === presentEnd(present, context)) return present.endsAt;
  const { services } = context;
  const words = services.view.messages.setUp.extras;
  const end = readEnd(text, services.now(), services.view.settings.timeZone);
  if (end === 'past') throw new UserError(({ setUp }) => setUp.extras.endIsPast);
  if (end === null) {
    throw unreadable({ option: words.ends, text }, ({ setUp }) => setUp.extras.endHint);
  }
  return end;
}

/**
 * Returns what was typed and chosen; `undefined` for nothing.
 * @throws UserError if the end cannot be read
 */
export function typedExtras(draft: Draft, fields: Fields, context: AnswerContext): RuleExtras | undefined {
  const present = extrasOf(draft);
  const name = sanitizeLine(fields.get(NAME)?.[0] ?? '', MAX_NAME_LENGTH);
  const endsAt = endIn(fields.get(ENDS)?.[0] ?? '', present, context);
  const isOnce = fields.get(ONCE)?.[0] === 'once';
  if (name === '' && endsAt === null && !isOnce) return undefined;
  return { name: name === '' ? null : name, endsAt, ...(isOnce ? { isOnce } : {}) };
}
