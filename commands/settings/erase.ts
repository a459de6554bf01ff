import type { Action } from '../../src/discord/actions/action.ts';
import { actionButton } from '../../src/discord/actions/action-button.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { buttonRows } from '../../src/discord/components/buttons.ts';
import { counted } from '../../src/discord/views/counted.ts';

const eraseNow: Action = {
  name: 'settings-erase-now',
  requires: 'manage-server',
  answersBy: 'update',
  async run(_input, { guildId, services }) {
    services.imports.forget(guildId);
    await services.settings.erase(guildId);
    return { content: 'Everything of this server is forgotten. `/alerts add` begins anew.' };
  },
};

const keep: Action = {
  name: 'settings-erase-not',
  requires: 'manage-server',
  answersBy: 'update',
  run: async () => ({ content: 'Nothing was erased.' }),
};

/** `/settings erase`: forgets the server, once that was said twice. */
export const erase: Subcommand = {
  definition: { name: 'erase', description: 'Forgets everything that I keep of this server' },
  answerTo: 'asker',
  requires: 'manage-server',
  async execute(_interaction, context) {
    const { services, guildId } = context;
    const counts = await services.subscriptions.counts(guildId);
    const alerts = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return {
      content: [
        '**Forget everything of this server?** This cannot be undone.',
        `I forget ${counted(alerts, 'alert', services.view)} and set-ups that wait for a confirmation, the settings of each channel and of the server, and what waits to be posted here. Messages that I posted stay, and are not changed any more.`,
        '`/settings export` gives you all of it as a file first.',
      ].join('\n'),
      components: buttonRows([
        actionButton('Yes, forget everything', eraseNow, '', context, 'danger'),
        actionButton('No, keep it', keep, '', context),
      ]),
    };
  },
  actions: [eraseNow, keep],
};
