import type { CommandServices } from '../../src/discord/services.ts';
import { UserError } from '../../src/discord/user-error.ts';
import type { Subscription } from '../../src/domain/subscription.ts';

/**
 * The server's subscription that an option names by its number, with or without `#`.
 * @throws UserError when the server has none such
 */
export async function namedSubscription(
  typed: string,
  guildId: string,
  { subscriptions }: Pick<CommandServices, 'subscriptions'>,
): Promise<Subscription> {
  const number = /^#?(\d{1,15})$/.exec(typed.trim())?.[1];
  const all = number === undefined ? [] : await subscriptions.of(guildId);
  const found = all.find(({ id }) => id === Number(number));
  if (found === undefined) {
    throw new UserError('This server has no such alert. `/alerts list` shows the numbers.');
  }
  return found;
}
