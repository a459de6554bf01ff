import { fields } from '#src/alerts/filters/index.ts';
import type { Draft } from '#src/alerts/subscription.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { type Modal, type ModalField, modalFor } from '#src/discord/components/modal.ts';
import type { Messages } from '#src/messages/messages.ts';
import { presentTexts, type RuleTexts } from '../rule-input/rule-texts.ts';
import { typedLink } from './draft-links.ts';
import { draftInputs, MAX_INPUTS } from './option-fields.ts';

/** Discord: 4,000 characters a text input. */
const MAX_TEXT_LENGTH = 4_000;

/** How many modals a draft needs. */
export const modalsFor = (draft: Draft): number => Math.ceil(draftInputs(draft).inModals.length / MAX_INPUTS);

/** What an option of a rule is called in the modals. */
export function labelOf(option: string, { filters: messages }: Messages): string {
  return fields.find(({ key }) => key === option)?.messages(messages).label ?? option;
}

/** The position of the modal that asks for these options. */
export function modalWith(texts: RuleTexts, draft: Draft): number {
  const at = draftInputs(draft).inModals.findIndex(({ key }) => texts[key] !== undefined);
  return Math.floor(Math.max(0, at) / MAX_INPUTS);
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
  const lines = draftInputs(draft)
    .inModals.slice(position * MAX_INPUTS, (position + 1) * MAX_INPUTS)
    .flatMap((field): readonly ModalField[] => {
      const { key, ask } = field;
      const value = present[key] ?? '';
      // What does not fit is left out of the modal, and so stays as it is.
      if (value.length > MAX_TEXT_LENGTH) return [];
      const { label, about } = field.messages(messages);
      const height = ask.type === 'list' ? 'several' : 'one';
      return [{ name: key, label, about, value, lines: height, maxLength: MAX_TEXT_LENGTH }];
    });
  return modalFor(messages.modal(position).title, typedLink.to({ draft: draft.id }), lines, context);
}
