import type { Draft } from '../../domain/subscription.ts';
import type { AnswerContext } from '../answer.ts';
import { UserError } from '../user-error.ts';

/**
 * The set-up that a button belongs to, for the one who began it.
 * @throws UserError when it was finished, changed since, or is too old, and for anybody else
 */
export async function knownDraft(
  id: string,
  { asker, guildId, services }: Pick<AnswerContext, 'asker' | 'guildId' | 'services'>,
): Promise<Draft> {
  const draft = await services.subscriptions.loadDraft(id);
  if (draft === null || draft.guildId !== guildId) {
    throw new UserError(
      'This set-up is over: it was finished, or changed since, or it is older than a day. `/alerts list` shows what there is, and `/alerts add` begins anew.',
    );
  }
  if (draft.userId !== asker) {
    throw new UserError(
      'Only the one who began this set-up can go on with it. `/alerts add` begins your own.',
    );
  }
  return draft;
}
