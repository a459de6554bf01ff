import type { Draft } from '../../alerts/subscription.ts';
import type { AnswerContext } from '../answer.ts';
import { UserError } from '../user-error.ts';

/**
 * The set-up that a button belongs to, for the one who began it.
 * @throws UserError when it was finished, changed since, or is too old, and for anybody else
 */
export async function loadDraftOrThrow(
  id: string,
  { requester, guildId, services }: Pick<AnswerContext, 'requester' | 'guildId' | 'services'>,
): Promise<Draft> {
  const draft = await services.subscriptions.loadDraft(id);
  if (draft === null || draft.guildId !== guildId) {
    throw new UserError(({ setUp }) => setUp.over);
  }
  if (draft.userId !== requester) {
    throw new UserError(({ setUp }) => setUp.ofSomebodyElse);
  }
  return draft;
}
