import type { Action } from '#src/discord/actions/action.ts';
import { actionButton } from '#src/discord/actions/action-button.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { buttonRows } from '#src/discord/components/buttons.ts';

const eraseNow: Action = {
  name: 'settings-erase-now',
  requires: 'manage-server',
  answersBy: 'update',
  async run(_input, { guildId, services }) {
    await services.subscriptions.eraseGuild(guildId);
    return { content: services.view.messages.serverSettings.erased };
  },
};

const keep: Action = {
  name: 'settings-erase-not',
  requires: 'manage-server',
  answersBy: 'update',
  run: async (_input, { services }) => ({ content: services.view.messages.serverSettings.notErased }),
};

/** `/settings erase`: deletes all data of the server after a confirmation. */
export const erase: Subcommand = {
  name: 'erase',
  definition: ({ serverSettings }) => ({ description: serverSettings.eraseDescription }),
  answerTo: 'asker',
  requires: 'manage-server',
  async execute(_interaction, context) {
    const { services, guildId } = context;
    const counts = await services.store.subscriptionCounts(guildId);
    const alerts = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const { serverSettings: words } = services.view.messages;
    return {
      content: [words.eraseTitle, words.eraseWhat(alerts), words.eraseExport].join('\n'),
      components: buttonRows([
        actionButton(words.yesErase, eraseNow, '', context, 'danger'),
        actionButton(words.noKeep, keep, '', context),
      ]),
    };
  },
  actions: [eraseNow, keep],
};
