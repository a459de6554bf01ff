import { answerSubscriptions } from '../../src/discord/answers/subscriptions.ts';
import { subscriptionActions } from '../../src/discord/answers/subscriptions-actions.ts';
import type { Subcommand } from '../../src/discord/command.ts';

/** `/alerts list`: every subscription of the server and how it is, with a menu that opens one. */
export const list: Subcommand = {
  definition: {
    name: 'list',
    description: 'Shows what the channels of this server follow, and how that goes',
  },
  answerTo: 'asker',
  requires: 'manage-alerts',
  execute: async (_interaction, context) => answerSubscriptions(1, context),
  actions: subscriptionActions,
};
