import type { Action } from '#src/discord/actions/action.ts';
import { TRY_TO_WRITE } from '#src/discord/refusal-notice.ts';

/** Writes again to the person who presses, after Discord had refused it. */
export const tryAgainAction: Action = {
  ...TRY_TO_WRITE,
  answersBy: 'update',
  async run(_input, { requester, services }) {
    const { watches: words } = services.view.messages;
    const isTried = await services.subscriptions.resumePerson(requester);
    return { content: isTried ? words.triedAgain : words.nothingToTry };
  },
};
