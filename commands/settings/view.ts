import { settingsForMember } from '#src/discord/access/filter-for-member.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { settingsComponents } from './settings-components.ts';
import { settingsScreen } from './settings-screen.ts';

/** `/settings view`: the settings of the server, with examples, and what changes them. */
export const view: Subcommand = {
  name: 'view',
  definition: ({ serverSettings }) => ({ description: serverSettings.viewDescription }),
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(_interaction, context) {
    const { memberAccess, services } = context;
    const settings = await settingsForMember(memberAccess, services.view.settings);
    return settingsScreen('', {
      ...context,
      services: { ...services, view: { ...services.view, settings } },
    });
  },
  components: settingsComponents,
};
