import type { Command } from '../../src/discord/command.ts';
import { info } from './info.ts';

/** `/collection`: lookups on collections. */
export const collection: Command = {
  definition: { name: 'collection', description: 'Looks up collections of the marketplace' },
  subcommands: [info],
};
