import type { Address } from '../domain/address.ts';
import type { CommandServices } from './services.ts';
import { UserError } from './user-error.ts';
import { subscriptionText } from './views/subscriptions.ts';

/** A channel's wish to be told of sales. */
export interface Following {
  readonly guildId: string;
  readonly channelId: string;
  /** `null` for every collection. */
  readonly collection: Address | null;
  /** Discord user id of the one who sets it up. */
  readonly by: string;
}

/** What the bot lacks in a channel and how to give it, or `null` when it can post there. */
export function lackText(
  channelId: string,
  { channelAccess }: Pick<CommandServices, 'channelAccess'>,
): string | null {
  const missing = channelAccess.missingForAlerts(channelId);
  if (missing.length === 0) return null;
  const names = missing.map((name) => `“${name}”`).join(', ');
  return `I cannot post in <#${channelId}> yet. Give me ${names} there (channel settings → Permissions), then try again.`;
}

/**
 * Lets a channel follow sales, and says so in one sentence. Who asks may manage the server: that is for the caller to
 * check.
 * @throws UserError when the bot may not post in the channel
 */
export async function followChannel(following: Following, services: CommandServices): Promise<string> {
  const { guildId, channelId, collection, by } = following;
  const lack = lackText(channelId, services);
  if (lack !== null) throw new UserError(lack);
  const { subscription, created } = await services.subscriptions.add({
    guildId,
    channelId,
    kinds: ['sale'],
    collection,
    createdBy: by,
    createdAt: services.now(),
  });
  const what = `<#${channelId}> ${created ? 'now follows' : 'already follows'} ${subscriptionText(subscription, services.view)}`;
  return `${what} (subscription #${subscription.id}).`;
}
