import type { Command } from '#src/discord/command.ts';
import { add } from './add.ts';
import { list } from './list.ts';
import { silenceThis } from './silence-this.ts';

/** `/silence`: times during which alerts of this server are left out. */
export const silence: Command = {
  name: 'silence',
  definition: ({ silences }) => ({ description: silences.description }),
  messageCommands: [silenceThis],
  subcommands: [add, list],
};
