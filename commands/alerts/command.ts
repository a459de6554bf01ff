import type { Command } from '#src/discord/command.ts';
import { add } from './add.ts';
import { channel } from './channel.ts';
import { copy } from './copy.ts';
import { edit } from './edit.ts';
import { exportAlerts } from './export.ts';
import { health } from './health.ts';
import { importAlerts } from './import.ts';
import { list } from './list.ts';
import { pause } from './pause.ts';
import { recap } from './recap.ts';
import { remove } from './remove.ts';
import { resume } from './resume.ts';
import { test } from './test.ts';

/**
 * `/alerts`: the alerts of this server's channels. Visible to all members; permissions are checked in the handler
 * (decision 010).
 */
export const alerts: Command = {
  name: 'alerts',
  definition: ({ alertCommands }) => ({ description: alertCommands.description }),
  subcommands: [
    add,
    recap,
    list,
    edit,
    pause,
    resume,
    remove,
    copy,
    test,
    channel,
    exportAlerts,
    importAlerts,
    health,
  ],
};
