import type { Command } from '#src/discord/command.ts';
import { add } from './add.ts';
import { exportWatches } from './export.ts';
import { forget } from './forget.ts';
import { list } from './list.ts';
import { me } from './me.ts';
import { pause, remove, resume } from './pause-resume-remove.ts';
import { quiet } from './quiet.ts';
import { silence } from './silence.ts';
import { watchThis } from './watch-this.ts';

/** `/watch`: alerts that the user gets by direct message. */
export const watch: Command = {
  name: 'watch',
  worksIn: 'everywhere',
  definition: ({ watches }) => ({ description: watches.description }),
  promises: ({ watches }) => watches.promises,
  messageCommands: [watchThis],
  subcommands: [add, list, pause, resume, remove, quiet, silence, me, forget, exportWatches],
};
