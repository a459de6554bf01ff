import type { Subscription } from '../../domain/subscription.ts';
import { actionButton } from '../actions/action-button.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows } from '../components/buttons.ts';
import { subscriptionEmbed } from '../views/subscriptions.ts';
import { statesOf } from './subscriptions.ts';
import { MANAGE } from './subscriptions-names.ts';

/**
 * One subscription with what can be done with it.
 * @param said what was just done, as a sentence above it
 */
export async function answerSubscription(
  subscription: Subscription,
  context: AnswerContext,
  said = '',
): Promise<Answer> {
  const { id, channelId, pausedAt } = subscription;
  const states = await statesOf([subscription], context);
  const lane = states.lanes.get(channelId);
  const stopped = lane !== undefined && lane.state !== 'open';
  const button = (label: string, action: { readonly name: string }) =>
    actionButton(label, action, String(id), context);
  return {
    content: said,
    embeds: [subscriptionEmbed(subscription, states, context.services.view)],
    components: buttonRows([
      button('Edit', MANAGE.edit),
      pausedAt !== null || stopped ? button('Resume', MANAGE.resume) : button('Pause', MANAGE.pause),
      button('Test', MANAGE.test),
      button('Copy', MANAGE.copy),
      actionButton('Remove', MANAGE.remove, String(id), context, 'danger'),
      actionButton('‹ All alerts', MANAGE.page, '1', context),
    ]),
  };
}
