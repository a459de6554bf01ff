import type { Answer, AnswerContext } from '../answer.ts';
import type { Requirement } from '../rights.ts';
import type { Form } from './form.ts';

/** What came with a press, a choice or a submitted form. */
export interface ActionInput {
  /** What the custom id carries beside the action's name; the asker may have forged it. */
  readonly argument: string;
  /** What was chosen in a menu: values of a menu of texts, else ids of roles, channels or users. */
  readonly values: readonly string[];
  /** What a submitted form holds, by its fields' names: one text, or what was chosen. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

interface NamedAction {
  /** `a-z` and `-`, at most 24 characters, never used for anything else again. */
  readonly name: string;
  /** Checked at every press, since rights may be taken away between two. */
  readonly requires?: Requirement;
}

/**
 * Something that a button, a menu or a form does, as opposed to a place that it shows. Only the one for whom the
 * message was made can use it. Whatever it needs to know stands in its argument or in the store, so that it works
 * after a restart.
 */
export type Action =
  | (NamedAction & {
      /** Changes the message that it stands on, or answers beside it for the asker alone. */
      readonly answersBy: 'update' | 'reply';
      /** A rejection becomes one friendly sentence and leaves the message as it is. */
      readonly run: (input: ActionInput, context: AnswerContext) => Promise<Answer>;
    })
  | (NamedAction & {
      /** Opens a form. Discord takes one only as the first answer, within 3 s, so it is made from local data. */
      readonly answersBy: 'form';
      readonly run: (input: ActionInput, context: AnswerContext) => Promise<Form>;
    });
