import type { Subcommand } from '#src/discord/command.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { defineLink } from '#src/discord/components/link.ts';

const eraseLink = defineLink('settings-erase-now', {}, 'asker');
const eraseNow = defineComponent(eraseLink, {
  requires: 'manage-server',
  async run(_values, { guildId, services }) {
    await services.subscriptions.eraseGuild(guildId);
    return { content: services.view.messages.serverSettings.erased };
  },
});

const keepLink = defineLink('settings-erase-not', {}, 'asker');
const keep = defineComponent(keepLink, {
  requires: 'manage-server',
  run: async (_values, { services }) => ({ content: services.view.messages.serverSettings.notErased }),
});

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
        button(words.yesErase, eraseLink.to({}), context, 'danger'),
        button(words.noKeep, keepLink.to({}), context),
      ]),
    };
  },
  components: [eraseNow, keep],
};
