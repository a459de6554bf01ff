import { answerSubscriptions } from '../../src/discord/answers/subscriptions.ts';
import type { Subcommand } from '../../src/discord/command.ts';

/** `/alerts list`: every subscription of the server and how it is. */
export const list: Subcommand = {
  definition: {
    name: 'list',
    description: 'Shows what the channels of this server follow, and how that goes',
  },
  answerTo: 'asker',
  requires: 'manage-alerts',
  execute: (_interaction, context) => answerSubscriptions(1, context),
};
