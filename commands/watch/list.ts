import type { Action } from '#src/discord/actions/action.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { TRY_TO_WRITE } from '#src/discord/refusal-notice.ts';
import { narrowScreen } from './narrow.ts';
import { watchActions, watchesScreen, watchScreen } from './watch-screens.ts';

/** Retries direct messages to the user after Discord had refused them. */
const tryAgainAction: Action = {
  ...TRY_TO_WRITE,
  answersBy: 'update',
  async run(_input, { requester, services }) {
    const { watches: words } = services.view.messages;
    const isTried = await services.subscriptions.resumePerson(requester);
    return { content: isTried ? words.triedAgain : words.nothingToTry };
  },
};

/** `/watch list`: lists the user's watches. */
export const list: Subcommand = {
  name: 'list',
  definition: ({ watches: words }) => ({ description: words.listDescription }),
  answerTo: 'asker',
  execute: async (_interaction, context) => watchesScreen.show({ page: 1 }, context),
  screens: [watchesScreen, watchScreen, narrowScreen],
  actions: [...watchActions, tryAgainAction],
};
