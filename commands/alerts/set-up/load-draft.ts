import type { Draft } from '#src/alerts/subscription.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { UserError } from '#src/discord/user-error.ts';

/**
 * Loads the draft of a button, for the member who started it.
 * @throws UserError if it was confirmed or changed since, is too old, or belongs to somebody else
 */
export async function loadDraftOrThrow(
  id: string,
  { requester, guildId, services }: Pick<AnswerContext, 'requester' | 'guildId' | 'services'>,
): Promise<Draft> {
  const draft = await services.store.loadDraft(id);
  if (draft === null || draft.guildId !== guildId) {
    throw new UserError(({ setUp }) => setUp.over);
  }
  if (draft.userId !== requester) {
    throw new UserError(({ setUp }) => setUp.ofSomebodyElse);
  }
  return draft;
}
