import type { Subcommand } from '../../src/discord/command.ts';
import { writeAlertsFile } from '../../src/discord/subscription-file/write-file.ts';

/** `/alerts export`: all alerts of this server as a file that `/alerts import` takes. */
export const exportAlerts: Subcommand = {
  definition: { name: 'export', description: 'Gives you all alerts of this server as a file' },
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(_interaction, { guildId, person, services }) {
    return {
      content:
        'All alerts of the channels that you can see, and how these are told. `/alerts import` takes this file.',
      files: [{ name: 'alerts.json', attachment: await writeAlertsFile(guildId, { person, services }) }],
    };
  },
};
