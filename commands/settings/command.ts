import type { Command } from '../../src/discord/command.ts';
import { erase } from './erase.ts';
import { exportSettings } from './export.ts';
import { reset } from './reset.ts';
import { set } from './set.ts';
import { view } from './view.ts';

/** `/settings`: what this server chose. Seen by everybody, refused in the handler (decision 010). */
export const settings: Command = {
  definition: { name: 'settings', description: 'Chooses how I write and work in this server' },
  subcommands: [view, set, reset, exportSettings, erase],
};
