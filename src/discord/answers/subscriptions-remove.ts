import type { Subscription } from '../../alerts/subscription.ts';
import { actionButton } from '../actions/action-button.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows } from '../components/buttons.ts';
import { ruleText } from '../views/rule-words.ts';
import { MANAGE_ACTIONS } from './subscriptions-action-names.ts';

/** Asks to confirm the removal of an alert, for the command and the button. */
export function confirmRemoval(subscription: Subscription, context: AnswerContext): Answer {
  const { id, channelId } = subscription;
  const { view } = context.services;
  const { alertList: words } = view.messages;
  return {
    content: words.removeOne(`#${id}`, `<#${channelId}>`, ruleText(subscription, view)),
    components: buttonRows([
      actionButton(words.yesRemoveIt, MANAGE_ACTIONS.removeNow, String(id), context, 'danger'),
      actionButton(words.noKeepIt, MANAGE_ACTIONS.one, String(id), context),
    ]),
  };
}
