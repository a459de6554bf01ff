import { fields } from '#src/alerts/filters/index.ts';
import type { Draft } from '#src/alerts/subscription.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Fields } from '#src/discord/components/component.ts';
import { savedField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { type Modal, type ModalField, modalFor } from '#src/discord/components/modal.ts';
import type { Messages } from '#src/messages/messages.ts';
import { presentTexts, RULE_OPTIONS, type RuleTexts } from '../rule-input/rule-texts.ts';
import { draftInputs } from './option-fields.ts';

const draft = { draft: savedField };

/** The modals with filters, in their order; the last is for what a rule excludes. */
export const MODAL_LINKS = [
  defineLink('draft-filter', draft, 'asker'),
  defineLink('draft-tokens', draft, 'asker'),
  defineLink('draft-more', draft, 'asker'),
  defineLink('draft-rest', draft, 'asker'),
  defineLink('draft-exclude', draft, 'asker'),
] as const;
const EXCLUDE = MODAL_LINKS.length - 1;

/** Submits any of them. */
export const typedLink = defineLink('draft-typed', draft, 'asker');

/** Discord: 4,000 characters a text input. */
const MAX_TEXT_LENGTH = 4_000;

/** What an option of a rule is called in the modals. */
export function labelOf(option: string, { filters: messages }: Messages): string {
  return fields.find(({ key }) => key === option)?.messages(messages).label ?? option;
}

/** The inputs of a modal; none if the draft does not need it. */
function inputsAt(position: number, draft: Draft) {
  const { modals, excluded } = draftInputs(draft);
  return position === EXCLUDE ? excluded : (modals[position] ?? []);
}

/** The positions of the modals that a draft needs. */
export const modalsFor = (draft: Draft): readonly number[] =>
  [...MODAL_LINKS.keys()].filter((position) => inputsAt(position, draft).length > 0);

/** What a modal is called, and the button that opens it. */
export function modalWords(
  position: number,
  draft: Draft,
  { filters: messages }: Messages,
): ReturnType<Messages['filters']['modal']> {
  if (position === EXCLUDE) return messages.excludeModal;
  const [first, ...others] = inputsAt(position, draft);
  const alone = others.length === 0 ? first?.messages(messages).alone : undefined;
  return alone ?? messages.modal(position);
}

/** The position of the modal that asks for these options. */
export function modalWith(texts: RuleTexts, draft: Draft): number {
  const asks = (position: number) => inputsAt(position, draft).some(({ key }) => texts[key] !== undefined);
  return modalsFor(draft).find(asks) ?? 0;
}

/**
 * Some of the conditions of a draft, as they are now.
 * @param position from 0
 * @param typed shown instead of what they are now
 */
export function filterModal(
  position: number,
  draft: Draft,
  context: AnswerContext,
  typed: RuleTexts = {},
): Modal {
  const { services } = context;
  const { filters: messages } = services.view.messages;
  const present = { ...presentTexts(draft, services), ...typed };
  const lines = inputsAt(position, draft).flatMap((field): readonly ModalField[] => {
    const { key, ask } = field;
    const value = present[key] ?? '';
    // What does not fit is left out of the modal, and so stays as it is.
    if (value.length > MAX_TEXT_LENGTH) return [];
    const { label, about } = field.messages(messages);
    const height = ask.type === 'list' ? 'several' : 'one';
    return [{ name: key, label, about, value, lines: height, maxLength: MAX_TEXT_LENGTH }];
  });
  return modalFor(
    modalWords(position, draft, services.view.messages).title,
    typedLink.to({ draft: draft.id }),
    lines,
    context,
  );
}

/** The texts of a submitted modal, by option. */
export function textsIn(fields: Fields): RuleTexts {
  return Object.fromEntries(
    RULE_OPTIONS.flatMap((option) => {
      const text = fields.get(option)?.[0];
      return text === undefined ? [] : [[option, text]];
    }),
  );
}
