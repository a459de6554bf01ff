import type { Subcommand } from '#src/discord/command.ts';
import { narrowScreen } from './narrow.ts';
import { tryAgainAction } from './try-again.ts';
import { watchActions, watchesScreen, watchScreen } from './watch-screens.ts';

/** `/watch list`: what the person who asks watches. */
export const list: Subcommand = {
  name: 'list',
  definition: ({ watches: words }) => ({ description: words.listDescription }),
  answerTo: 'asker',
  execute: async (_interaction, context) => watchesScreen.show({ page: 1 }, context),
  screens: [watchesScreen, watchScreen, narrowScreen],
  actions: [...watchActions, tryAgainAction],
};
