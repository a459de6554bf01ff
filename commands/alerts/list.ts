import type { Subcommand } from '#src/discord/command.ts';
import { answerSubscriptions, manageComponents } from './manage.ts';

/** `/alerts list`: all subscriptions of the server and their state, with a menu that opens one. */
export const list: Subcommand = {
  name: 'list',
  definition: ({ alertCommands: words }) => ({
    description: words.listDescription,
  }),
  answerTo: 'asker',
  requires: 'manage-alerts',
  execute: async (_interaction, context) => answerSubscriptions(1, context),
  components: manageComponents,
};
