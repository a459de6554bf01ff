import type { Requirement } from '../access/rights.ts';
import type { Answer } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import type { Modal } from './modal.ts';

/** Input of a button press, menu choice or submitted modal. */
export interface ActionInput {
  /** The part of the custom id after the action's name. Untrusted: a client can forge it. */
  readonly argument: string;
  /** Chosen menu values: texts, or ids of roles, channels or users. */
  readonly values: readonly string[];
  /** Submitted modal fields by name: one text, or the chosen values. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

interface NamedAction {
  /** `a-z` and `-`, at most 24 characters. Must never be reused for another action. */
  readonly name: string;
  /** Checked at every use, because permissions may have been revoked. */
  readonly requires?: Requirement;
}

/**
 * An operation behind a button, menu or modal, as opposed to a screen. Only the requester of the message can use it.
 * All its input is in its argument or in the store, so it works after a restart.
 */
export type Action =
  | (NamedAction & {
      /** `update` edits the message of the component; `reply` answers with an ephemeral message. */
      readonly answersBy: 'update' | 'reply';
      /** Runs the action. A rejection becomes one sentence for the user; the message stays unchanged. */
      readonly run: (input: ActionInput, context: AnswerContext) => Promise<Answer>;
      /** Builds the modal of this action with submitted values, so that a rejected submission can be tried again. */
      readonly modal?: (
        submitted: Pick<ActionInput, 'argument' | 'fields'>,
        context: AnswerContext,
      ) => Promise<Modal>;
    })
  | (NamedAction & {
      /** Opens a modal. Discord accepts it only as the first response, within 3 s, so it is built from local data. */
      readonly answersBy: 'form';
      readonly run: (input: ActionInput, context: AnswerContext) => Promise<Modal>;
    });
