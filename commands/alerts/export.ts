import type { Subcommand } from '#src/discord/command.ts';
import { writeAlertsFiles } from './file/write-file.ts';

/** `/alerts export`: exports all alerts of the server as a file for `/alerts import`. */
export const exportAlerts: Subcommand = {
  name: 'export',
  definition: ({ alertCommands: words }) => ({ description: words.exportDescription }),
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(_interaction, { guildId, memberAccess, services }) {
    const files = await writeAlertsFiles(guildId, { memberAccess, services });
    const { alertFiles: words } = services.view.messages;
    return {
      content: files.length === 1 ? words.exported : words.exportedSeveral,
      files: files.map((attachment, at) => ({
        name: files.length === 1 ? 'alerts.json' : `alerts-${at + 1}.json`,
        attachment,
      })),
    };
  },
};
