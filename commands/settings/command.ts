import type { Command } from '#src/discord/command.ts';
import { erase } from './erase.ts';
import { exportSettings } from './export.ts';
import { reset } from './reset.ts';
import { set } from './set.ts';
import { ticker } from './ticker.ts';
import { view } from './view.ts';

/**
 * `/settings`: the settings of the server. Visible to all members; permissions are checked in the handler (decision
 * 010).
 */
export const settings: Command = {
  name: 'settings',
  definition: ({ serverSettings }) => ({ description: serverSettings.description }),
  subcommands: [view, set, reset, ticker, exportSettings, erase],
};
