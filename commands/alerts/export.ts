import type { Subcommand } from '../../src/discord/command.ts';
import { writeAlertsFiles } from '../../src/discord/subscription-file/write-file.ts';

/** `/alerts export`: all alerts of this server as a file that `/alerts import` takes. */
export const exportAlerts: Subcommand = {
  definition: { name: 'export', description: 'Gives you all alerts of this server as a file' },
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(_interaction, { guildId, person, services }) {
    const files = await writeAlertsFiles(guildId, { person, services });
    const several =
      files.length === 1 ? 'takes this file.' : 'takes these files one by one, with `mode: add`.';
    return {
      content: `All alerts of the channels that you can see, and how these are told. \`/alerts import\` ${several}`,
      files: files.map((attachment, at) => ({
        name: files.length === 1 ? 'alerts.json' : `alerts-${at + 1}.json`,
        attachment,
      })),
    };
  },
};
