import type { Subscription } from '../../alerts/subscription.ts';
import type { AnswerContext } from '../answer.ts';
import { UserError } from '../user-error.ts';

/**
 * Loads a subscription of the server by its number from a button or choice.
 * @param argument untrusted: a client can forge it
 * @throws UserError when the server has no such subscription
 */
export async function loadSubscription(
  argument: string,
  { guildId, services }: Pick<AnswerContext, 'guildId' | 'services'>,
): Promise<Subscription> {
  const all = await services.store.subscriptionsOf(guildId);
  const found = all.find(({ id }) => String(id) === argument);
  if (found === undefined) {
    throw new UserError(({ alertList }) => alertList.removedMeanwhile);
  }
  return found;
}
