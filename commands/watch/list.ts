import type { Subcommand } from '#src/discord/command.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { tryToWriteLink } from '#src/discord/refusal-notice.ts';
import { narrowScreen } from './narrow.ts';
import { watchComponents, watchesScreen, watchScreen } from './watch-screens.ts';

/** Writes again to the person who presses, after Discord had refused it. */
const tryToWrite = defineComponent(tryToWriteLink, {
  async run(_values, { requester, services }) {
    const { watches: words } = services.view.messages;
    const isTried = await services.subscriptions.resumePerson(requester);
    return { content: isTried ? words.triedAgain : words.nothingToTry };
  },
});

/** `/watch list`: what the person who asks watches. */
export const list: Subcommand = {
  name: 'list',
  definition: ({ watches: words }) => ({ description: words.listDescription }),
  answerTo: 'asker',
  execute: async (_interaction, context) => watchesScreen.show({ page: 1 }, context),
  components: [watchesScreen, watchScreen, narrowScreen, ...watchComponents, tryToWrite],
};
