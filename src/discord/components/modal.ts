import {
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  type APITextDisplayComponent,
  ComponentType,
  TextInputStyle,
} from 'discord-api-types/v10';
import { truncate } from '../text.ts';
import { writeCustomId } from './custom-id.ts';
import type { Destination } from './link.ts';

/** A modal (Discord docs: Modal). */
export type Modal = APIModalInteractionResponseCallbackData;

interface NamedField {
  readonly name: string;
  /** At most 45 characters. */
  readonly label: string;
  /** At most 100 characters. */
  readonly about: string;
  /** Initial value. */
  readonly value: string;
}

/** A text input of a modal. */
export interface ModalField extends NamedField {
  readonly maxLength: number;
  readonly lines: 'one' | 'several';
}

/** A menu of a modal, in which one value is chosen. */
interface ModalMenu extends NamedField {
  readonly choices: readonly { readonly label: string; readonly value: string }[];
}

/** A text above or between the inputs, in Discord's markdown. */
interface ModalHint {
  readonly hint: string;
}

function modalLabel(line: ModalField | ModalMenu | ModalHint): APILabelComponent | APITextDisplayComponent {
  if ('hint' in line) return { type: ComponentType.TextDisplay, content: line.hint };
  const named = { type: ComponentType.Label, label: line.label, description: line.about } as const;
  if ('choices' in line) {
    const options = line.choices.map((choice) => ({ ...choice, default: choice.value === line.value }));
    return { ...named, component: { type: ComponentType.StringSelect, custom_id: line.name, options } };
  }
  const value = truncate(line.value, line.maxLength);
  return {
    ...named,
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
 * A modal whose submission leads to a component; every text is optional.
 * @param title at most 45 characters
 * @param lines at most 5 (Discord docs: Modal)
 */
export function modalFor(
  title: string,
  to: Destination,
  lines: readonly (ModalField | ModalMenu | ModalHint)[],
  asker: { readonly requester: string },
): Modal {
  return {
    title,
    custom_id: writeCustomId(to, asker),
    components: lines.map(modalLabel),
  };
}
