import type { Subcommand } from '../../src/discord/command.ts';
import { writeServerFile } from '../../src/discord/subscription-file/write-server-file.ts';

/** `/settings export`: everything that is kept of this server, as a file. */
export const exportSettings: Subcommand = {
  definition: { name: 'export', description: 'Gives you everything that I keep of this server, as a file' },
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(_interaction, { guildId, person, services }) {
    return {
      content:
        'Everything that I keep of this server, in the channels that you can see. `/settings erase` forgets it.',
      files: [{ name: 'server.json', attachment: await writeServerFile(guildId, { person, services }) }],
    };
  },
};
