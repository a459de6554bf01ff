import type { Action } from '#src/discord/actions/action.ts';
import { actionButton } from '#src/discord/actions/action-button.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { buttonRows } from '#src/discord/components/buttons.ts';
import { ownWatches } from './own.ts';

const forgetNow: Action = {
  name: 'watch-forget-now',
  answersBy: 'update',
  async run(_input, { requester, services }) {
    await services.subscriptions.forgetPerson(requester);
    return { content: services.view.messages.watches.forgotten };
  },
};

const keep: Action = {
  name: 'watch-forget-not',
  answersBy: 'update',
  run: async (_input, { services }) => ({ content: services.view.messages.watches.notForgotten }),
};

/** `/watch forget`: deletes all data of the user after a confirmation. */
export const forget: Subcommand = {
  name: 'forget',
  definition: ({ watches: words }) => ({ description: words.forgetDescription }),
  answerTo: 'asker',
  async execute(_interaction, context) {
    const { watches: words } = context.services.view.messages;
    const { length } = await ownWatches(context);
    return {
      content: [words.forgetTitle, words.forgetWhat(length), words.forgetExport].join('\n'),
      components: buttonRows([
        actionButton(words.yesForget, forgetNow, '', context, 'danger'),
        actionButton(words.noKeep, keep, '', context),
      ]),
    };
  },
  actions: [forgetNow, keep],
};
