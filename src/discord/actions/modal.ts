import {
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  ComponentType,
  TextInputStyle,
} from 'discord-api-types/v10';
import type { AnswerContext } from '../answer-context.ts';
import { truncate } from '../text.ts';
import { writeActionId } from './action-id.ts';

/** A modal (Discord docs: Modal). */
export type Modal = APIModalInteractionResponseCallbackData;

/** A text input of a modal. */
export interface ModalField {
  readonly name: string;
  /** At most 45 characters. */
  readonly label: string;
  /** At most 100 characters. */
  readonly about: string;
  /** Initial value. */
  readonly value: string;
  readonly maxLength: number;
  readonly lines: 'one' | 'several';
}

function modalLabel(line: ModalField): APILabelComponent {
  const value = truncate(line.value, line.maxLength);
  return {
    type: ComponentType.Label,
    label: line.label,
    description: line.about,
    component: {
      type: ComponentType.TextInput,
      custom_id: line.name,
      style: line.lines === 'one' ? TextInputStyle.Short : TextInputStyle.Paragraph,
      required: false,
      max_length: line.maxLength,
      ...(value === '' ? {} : { value }),
    },
  };
}

/**
 * Builds a modal whose submission runs an action; every input is optional.
 * @param title at most 45 characters
 * @param lines at most 5 (Discord docs: Modal)
 */
export function modalFor(
  title: string,
  action: { readonly name: string },
  argument: string,
  lines: readonly ModalField[],
  { requester }: Pick<AnswerContext, 'requester'>,
): Modal {
  return {
    title,
    custom_id: writeActionId({ name: action.name, requester, argument }),
    components: lines.map(modalLabel),
  };
}
