import type { Subscription } from '#src/alerts/subscription.ts';
import type { ViewContext } from './context.ts';

/** Maximum numbers that are listed; hundreds would not fit into a message. */
const NAMED = 20;

/** Formats `#1, #2`, and how many more there are. */
export function alertNumbers(subscriptions: readonly Pick<Subscription, 'id'>[], view: ViewContext): string {
  const shown = subscriptions.length <= NAMED + 1 ? subscriptions : subscriptions.slice(0, NAMED);
  const more = subscriptions.length - shown.length;
  const numbers = shown.map(({ id }) => `#${id}`).join(', ');
  return more === 0 ? numbers : view.messages.alertList.moreNumbers(numbers, more);
}
