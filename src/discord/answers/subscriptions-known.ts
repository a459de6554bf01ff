import type { Subscription } from '../../domain/subscription.ts';
import type { AnswerContext } from '../answer.ts';
import { UserError } from '../user-error.ts';

/**
 * The server's subscription that a button or a choice names.
 * @param argument its number; the asker may have forged it
 * @throws UserError when the server has none such (any more)
 */
export async function knownSubscription(
  argument: string,
  { guildId, services }: Pick<AnswerContext, 'guildId' | 'services'>,
): Promise<Subscription> {
  const all = await services.subscriptions.of(guildId);
  const found = all.find(({ id }) => String(id) === argument);
  if (found === undefined) {
    throw new UserError('This alert was removed meanwhile. `/alerts list` shows what there is.');
  }
  return found;
}
