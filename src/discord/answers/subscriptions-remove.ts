import type { Subscription } from '../../domain/subscription.ts';
import { actionButton } from '../actions/action-button.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows } from '../components/buttons.ts';
import { ruleText } from '../views/rule-words.ts';
import { MANAGE } from './subscriptions-names.ts';

/** Asks whether the alert is really to be removed; by command as by button. */
export function askRemoval(subscription: Subscription, context: AnswerContext): Answer {
  const { id, channelId } = subscription;
  const what = ruleText(subscription, context.services.view);
  return {
    content: `Remove alert #${id}? <#${channelId}> then gets no more ${what}.`,
    components: buttonRows([
      actionButton('Yes, remove it', MANAGE.removeNow, String(id), context, 'danger'),
      actionButton('No, keep it', MANAGE.one, String(id), context),
    ]),
  };
}
