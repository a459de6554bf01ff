import type { Subscription } from '../../alerts/subscription.ts';
import { actionButton } from '../actions/action-button.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows } from '../components/buttons.ts';
import { subscriptionEmbed } from '../views/subscriptions.ts';
import { loadChannelStates } from './subscriptions.ts';
import { MANAGE_ACTIONS } from './subscriptions-action-names.ts';

/**
 * One subscription, with its action buttons.
 * @param confirmation result of the last action, as a sentence above it
 */
export async function answerSubscription(
  subscription: Subscription,
  context: AnswerContext,
  confirmation = '',
): Promise<Answer> {
  const { id, channelId, pausedAt } = subscription;
  const states = await loadChannelStates([subscription], context);
  const queue = states.queues.get(channelId);
  const stopped = queue !== undefined && queue.state !== 'open';
  const { alertList: words } = context.services.view.messages;
  const button = (label: string, action: { readonly name: string }) =>
    actionButton(label, action, String(id), context);
  return {
    content: confirmation,
    embeds: [subscriptionEmbed(subscription, states, context.services.view)],
    components: buttonRows([
      button(words.edit, MANAGE_ACTIONS.edit),
      pausedAt !== null || stopped
        ? button(words.resume, MANAGE_ACTIONS.resume)
        : button(words.pause, MANAGE_ACTIONS.pause),
      button(words.test, MANAGE_ACTIONS.test),
      button(words.copy, MANAGE_ACTIONS.copy),
      actionButton(words.remove, MANAGE_ACTIONS.remove, String(id), context, 'danger'),
      actionButton(words.all, MANAGE_ACTIONS.page, '1', context),
    ]),
  };
}
