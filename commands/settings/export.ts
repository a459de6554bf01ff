import type { Subcommand } from '#src/discord/command.ts';
import { writeServerFile } from './write-server-file.ts';

/** `/settings export`: exports all stored data of the server as a file. */
export const exportSettings: Subcommand = {
  name: 'export',
  definition: ({ serverSettings }) => ({ description: serverSettings.exportDescription }),
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(_interaction, { guildId, memberAccess, services }) {
    return {
      content: services.view.messages.serverSettings.exported,
      files: [
        { name: 'server.json', attachment: await writeServerFile(guildId, { memberAccess, services }) },
      ],
    };
  },
};
