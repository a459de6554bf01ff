import type { Subcommand } from '../../src/discord/command.ts';
import { settingsSeenBy } from '../../src/discord/seen-by.ts';
import { settingsText } from '../../src/discord/views/settings.ts';

/** `/settings view`: what this server chose, with examples. */
export const view: Subcommand = {
  definition: { name: 'view', description: 'Shows what this server chose, with examples' },
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(_interaction, { person, services: { now, view } }) {
    const settings = await settingsSeenBy(person, view.settings);
    return { content: settingsText(now(), { ...view, settings }) };
  },
};
