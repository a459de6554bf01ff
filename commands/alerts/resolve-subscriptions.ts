import type { Subscription } from '#src/alerts/subscription.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { UserError } from '#src/discord/user-error.ts';
import { resolveSubscription } from './resolve-subscription.ts';

const ALL_OF = 'all:';

/** The choice value for all subscriptions of a channel. */
export const allOfChannel = (channelId: string): string => `${ALL_OF}${channelId}`;

/** One subscription of the server, or all of one of its channels. */
export type ResolvedSubscriptions =
  | { readonly type: 'one'; readonly subscription: Subscription }
  | {
      readonly type: 'channel';
      readonly channelId: string;
      /** At least one. */
      readonly subscriptions: readonly Subscription[];
    };

function channelIn(typed: string, here: string): string | null {
  if (/^all$/i.test(typed)) return here;
  return /^(?:all:|<#)(\d{15,20})>?$/.exec(typed)?.[1] ?? null;
}

/**
 * Resolves the option: a number, the choice for all of a channel, a channel, or `all` for the current channel.
 * @throws UserError when the server has no such subscription
 */
export async function resolveSubscriptions(
  typed: string,
  { guildId, channelId: here, services }: Pick<AnswerContext, 'guildId' | 'channelId' | 'services'>,
): Promise<ResolvedSubscriptions> {
  const channelId = channelIn(typed.trim(), here);
  if (channelId === null) {
    return { type: 'one', subscription: await resolveSubscription(typed, guildId, services) };
  }
  const all = await services.store.subscriptionsOf(guildId);
  const subscriptions = all.filter((one) => one.channelId === channelId);
  if (subscriptions.length === 0) {
    throw new UserError(({ alertList }) => alertList.channelHasNone);
  }
  return { type: 'channel', channelId, subscriptions };
}
