import type { Logger } from 'pino';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows } from '../components/buttons.ts';
import { requireRights } from '../rights.ts';
import { UserError } from '../user-error.ts';
import type { Action, ActionInput } from './action.ts';
import { actionButton } from './action-button.ts';

const NAME = 'try-again';

/** Opens the modal of a refused submission again, with the typed texts. @param actions all others, by name */
export function createTryAgain(actions: ReadonlyMap<string, Action>): Action {
  return {
    name: NAME,
    answersBy: 'form',
    async run({ argument: id }, context) {
      const { guildId, requester, services } = context;
      const submission = services.submissions.find(id, { guildId, requester });
      const action = submission === null ? undefined : actions.get(submission.action);
      if (
        submission === null ||
        action === undefined ||
        action.answersBy === 'form' ||
        action.modal === undefined
      ) {
        throw new UserError(({ interactions }) => interactions.typedForgotten);
      }
      requireRights(action.requires, context, services.view.settings);
      return action.modal(submission, context);
    },
  };
}

/** The answer to a refused modal, with a button that opens it again where that can help. */
export async function offerTryAgain(
  answer: Answer,
  action: Action,
  { argument, fields }: ActionInput,
  context: AnswerContext,
  log: Pick<Logger, 'warn'>,
): Promise<Answer> {
  if (action.answersBy === 'form' || action.modal === undefined || fields.size === 0) return answer;
  const { guildId, requester, services } = context;
  try {
    // What the modal belongs to may be over; then it cannot be opened again.
    await action.modal({ argument, fields }, context);
  } catch (error) {
    if (!(error instanceof UserError))
      log.warn({ err: error, action: action.name }, 'a modal cannot be drawn');
    return answer;
  }
  const id = services.submissions.keep({ guildId, requester, action: action.name, argument, fields });
  const { tryAgain } = services.view.messages.interactions;
  return {
    ...answer,
    components: buttonRows([actionButton(tryAgain, { name: NAME }, id, context, 'primary')]),
  };
}
