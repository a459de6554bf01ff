import {
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  ComponentType,
  TextInputStyle,
} from 'discord-api-types/v10';
import { truncate } from '../text.ts';
import { writeCustomId } from './custom-id.ts';
import type { Destination } from './link.ts';

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
 * A modal whose submission leads to a component; every input is optional.
 * @param title at most 45 characters
 * @param lines at most 5 (Discord docs: Modal)
 */
export function modalFor(
  title: string,
  to: Destination,
  lines: readonly ModalField[],
  asker: { readonly requester: string },
): Modal {
  return {
    title,
    custom_id: writeCustomId(to, asker),
    components: lines.map(modalLabel),
  };
}
