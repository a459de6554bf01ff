import type { APIButtonComponent } from 'discord-api-types/v10';
import type { Subscription } from '#src/alerts/subscription.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { button } from '#src/discord/components/buttons.ts';
import { nearMissesLink } from '../why/command.ts';
import { logLink } from './log.ts';

/**
 * Near misses of the channel that the screen is shown in, if it has alerts; and the log of that channel, or of the first
 * one with alerts.
 */
export function channelButtons(
  all: readonly Pick<Subscription, 'channelId'>[],
  context: AnswerContext,
): readonly APIButtonComponent[] {
  const { channelId: here, services } = context;
  const { why, alertLog } = services.view.messages;
  const isHere = all.some(({ channelId }) => channelId === here);
  const logged = isHere ? here : all[0]?.channelId;
  return [
    ...(isHere ? [button(why.nearMissesButton, nearMissesLink.to({ channel: here }), context)] : []),
    ...(logged === undefined
      ? []
      : [button(alertLog.button, logLink.to({ channel: logged, page: 1 }), context)]),
  ];
}
