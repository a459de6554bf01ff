import type { Subscription } from '#src/alerts/subscription.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { UserError } from '#src/discord/user-error.ts';

/**
 * Resolves the option to a subscription of the server by its number, with or without `#`.
 * @throws UserError when the server has no such subscription
 */
export async function resolveSubscription(
  typed: string,
  guildId: string,
  { store }: Pick<CommandServices, 'store'>,
): Promise<Subscription> {
  const number = /^#?(\d{1,15})$/.exec(typed.trim())?.[1];
  const all = number === undefined ? [] : await store.subscriptionsOf(guildId);
  const found = all.find(({ id }) => id === Number(number));
  if (found === undefined) {
    throw new UserError(({ alertList }) => alertList.noSuchAlert);
  }
  return found;
}
