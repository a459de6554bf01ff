import {
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  ComponentType,
  TextInputStyle,
} from 'discord.js';
import type { AnswerContext } from '../answer.ts';
import { cut } from '../text.ts';
import type { Action } from './action.ts';
import { writeActionId } from './action-id.ts';

/** A form that opens over the message (Discord docs: Modal). */
export type Form = APIModalInteractionResponseCallbackData;

/** One line, or a few, to be filled in. */
export interface FormLine {
  readonly name: string;
  /** At most 45 characters. */
  readonly label: string;
  /** At most 100 characters. */
  readonly about: string;
  /** What it is filled with at first. */
  readonly value: string;
  readonly maxLength: number;
  readonly lines: 'one' | 'several';
}

function labelled(line: FormLine): APILabelComponent {
  const value = cut(line.value, line.maxLength);
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
 * A form whose submission runs an action; every line may be left empty.
 * @param title at most 45 characters
 * @param lines at most 5 (Discord docs: Modal)
 */
export function formFor(
  title: string,
  action: Pick<Action, 'name'>,
  argument: string,
  lines: readonly FormLine[],
  { asker }: Pick<AnswerContext, 'asker'>,
): Form {
  return {
    title,
    custom_id: writeActionId({ name: action.name, asker, argument }),
    components: lines.map(labelled),
  };
}
