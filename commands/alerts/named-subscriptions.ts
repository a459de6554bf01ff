import type { AnswerContext } from '../../src/discord/answer.ts';
import { UserError } from '../../src/discord/user-error.ts';
import type { Subscription } from '../../src/domain/subscription.ts';
import { namedSubscription } from './named-subscription.ts';

const ALL_OF = 'all:';

/** The choice that stands for every subscription of a channel. */
export const allOf = (channelId: string): string => `${ALL_OF}${channelId}`;

/** One subscription of the server, or all of one of its channels. */
export type Named =
  | { readonly type: 'one'; readonly subscription: Subscription }
  | {
      readonly type: 'channel';
      readonly channelId: string;
      /** At least one. */
      readonly subscriptions: readonly Subscription[];
    };

/** `All alerts of <#1> are`; of one alert, that it is. */
export function allText({ channelId, subscriptions }: Extract<Named, { type: 'channel' }>): string {
  return subscriptions.length === 1
    ? `The only alert of <#${channelId}> is`
    : `All alerts of <#${channelId}> are`;
}

function channelIn(typed: string, here: string): string | null {
  if (/^all$/i.test(typed)) return here;
  return /^(?:all:|<#)(\d{15,20})>?$/.exec(typed)?.[1] ?? null;
}

/**
 * What an option names: a number, a choice for all of a channel, a channel, or `all` for the channel one is in.
 * @throws UserError when the server has none such
 */
export async function namedSubscriptions(
  typed: string,
  { guildId, channelId: here, services }: Pick<AnswerContext, 'guildId' | 'channelId' | 'services'>,
): Promise<Named> {
  const channelId = channelIn(typed.trim(), here);
  if (channelId === null) {
    return { type: 'one', subscription: await namedSubscription(typed, guildId, services) };
  }
  const all = await services.subscriptions.of(guildId);
  const subscriptions = all.filter((one) => one.channelId === channelId);
  if (subscriptions.length === 0) {
    throw new UserError('That channel has no alerts. `/alerts list` shows which do.');
  }
  return { type: 'channel', channelId, subscriptions };
}
