import type { Logger } from 'pino';
import { z } from 'zod';
import { requireRights } from '../access/rights.ts';
import type { Answer } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { buttonRows } from '../components/buttons.ts';
import { UserError } from '../user-error.ts';
import type { Action, ActionInput } from './action.ts';
import { actionButton } from './action-button.ts';
import { savedInput } from './saved-input.ts';

/** Name of the action. It exists for every action with a modal. */
export const TRY_AGAIN = 'try-again';

/** A submitted and refused modal, with the typed texts. */
const failedSubmission = savedInput(
  z.object({
    /** Name of the action that the modal leads to. */
    action: z.string(),
    argument: z.string(),
    fields: z.array(z.tuple([z.string(), z.array(z.string())])),
  }),
);

/**
 * Creates the action that reopens the modal of a refused submission, with the typed texts.
 * @param actions all other actions, by name
 */
export function createTryAgain(actions: ReadonlyMap<string, Action>): Action {
  return {
    name: TRY_AGAIN,
    answersBy: 'form',
    async run({ argument: id }, context) {
      const submission = await failedSubmission.find(id, context);
      const action = submission === null ? undefined : actions.get(submission.action);
      if (
        submission === null ||
        action === undefined ||
        action.answersBy === 'form' ||
        action.modal === undefined
      ) {
        throw new UserError(({ interactions }) => interactions.typedForgotten);
      }
      requireRights(action.requires, context, context.services.view.settings);
      return action.modal({ argument: submission.argument, fields: new Map(submission.fields) }, context);
    },
  };
}

/** Answers a refused modal, with a button that reopens it if that can help. */
export async function offerTryAgain(
  answer: Answer,
  action: Action,
  { argument, fields }: ActionInput,
  context: AnswerContext,
  log: Pick<Logger, 'warn'>,
): Promise<Answer> {
  if (action.answersBy === 'form' || action.modal === undefined || fields.size === 0) return answer;
  try {
    // If the state behind the modal has expired, it cannot be opened again.
    await action.modal({ argument, fields }, context);
  } catch (error) {
    if (!(error instanceof UserError)) log.warn({ err: error, action: action.name }, 'modal not rendered');
    return answer;
  }
  const typed = [...fields].map(([field, texts]): [string, string[]] => [field, [...texts]]);
  const id = await failedSubmission.save({ action: action.name, argument, fields: typed }, context);
  const { tryAgain } = context.services.view.messages.interactions;
  return {
    ...answer,
    components: buttonRows([actionButton(tryAgain, { name: TRY_AGAIN }, id, context, 'primary')]),
  };
}
