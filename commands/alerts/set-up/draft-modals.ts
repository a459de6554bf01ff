import { fields } from '#src/alerts/filters/index.ts';
import type { Draft } from '#src/alerts/subscription.ts';
import { type Modal, type ModalField, modalFor } from '#src/discord/actions/modal.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Messages } from '#src/messages/messages.ts';
import { presentTexts, type RuleTexts } from '../rule-input/rule-texts.ts';
import { DRAFT } from './draft-names.ts';
import { draftInputs, MAX_INPUTS } from './option-fields.ts';

/** Discord's limit for a text input, characters. */
const MAX_TEXT_LENGTH = 4_000;

/** Returns the number of modals that a draft needs. */
export const modalsFor = (draft: Draft): number => Math.ceil(draftInputs(draft).inModals.length / MAX_INPUTS);

/** Returns the name of an option of a rule in the modals. */
export function labelOf(option: string, { filters: messages }: Messages): string {
  return fields.find(({ key }) => key === option)?.messages(messages).label ?? option;
}

/** Returns the position of the modal with these options. */
export function modalWith(texts: RuleTexts, draft: Draft): number {
  const at = draftInputs(draft).inModals.findIndex(({ key }) => texts[key] !== undefined);
  return Math.floor(Math.max(0, at) / MAX_INPUTS);
}

/**
 * Builds a modal with some of a draft's conditions and their current values.
 * @param position from 0
 * @param typed shown instead of the current values
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
      // A value that does not fit is left out of the modal and therefore stays unchanged.
      if (value.length > MAX_TEXT_LENGTH) return [];
      const { label, about } = field.messages(messages);
      const height = ask.type === 'list' ? 'several' : 'one';
      return [{ name: key, label, about, value, lines: height, maxLength: MAX_TEXT_LENGTH }];
    });
  return modalFor(messages.modal(position).title, DRAFT.typed, draft.id, lines, context);
}
