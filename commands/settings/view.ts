import type { Subcommand } from '../../src/discord/command.ts';
import { settingsText } from '../../src/discord/views/settings.ts';

/** `/settings view`: what this server chose, with examples. */
export const view: Subcommand = {
  definition: { name: 'view', description: 'Shows what this server chose, with examples' },
  answerTo: 'asker',
  requires: 'manage-alerts',
  execute: async (_interaction, { services }) => ({ content: settingsText(services.now(), services.view) }),
};
