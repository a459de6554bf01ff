import type { APIButtonComponent } from 'discord-api-types/v10';
import type { Subscription } from '#src/alerts/subscription.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { button } from '#src/discord/components/buttons.ts';
import { nearMissesLink } from '../why/command.ts';
import { logLink } from './log.ts';

/** Returns the first of these channels in which the member may open the log; `null` for none. */
async function firstOpen(
  channelIds: readonly string[],
  { memberAccess }: Pick<AnswerContext, 'memberAccess'>,
): Promise<string | null> {
  for (const channelId of channelIds)
    if ((await memberAccess.accessTo(channelId)) === 'writes') return channelId;
  return null;
}

/**
 * Near misses of the channel that the screen is shown in, if it has alerts; and the log of that channel, or of the first
 * one with alerts in which the member may write.
 */
export async function channelButtons(
  all: readonly Pick<Subscription, 'channelId'>[],
  context: AnswerContext,
): Promise<readonly APIButtonComponent[]> {
  const { channelId: here, services } = context;
  const { why, alertLog } = services.view.messages;
  const channelIds = [...new Set(all.map(({ channelId }) => channelId))];
  const logged = await firstOpen(
    channelIds.toSorted((one, other) => Number(other === here) - Number(one === here)),
    context,
  );
  const isHere = logged === here;
  return [
    ...(isHere ? [button(why.nearMissesButton, nearMissesLink.to({ channel: here }), context)] : []),
    ...(logged === null ? [] : [button(alertLog.button, logLink.to({ channel: logged, page: 1 }), context)]),
  ];
}
