import { subscriptionOption } from './subscription-option.ts';

/** The option that says which subscription, or all of which channel; `namedSubscriptions` reads it. */
export const severalOption = {
  ...subscriptionOption,
  description: 'The alert’s number, as in /alerts list; or all of a channel',
};
