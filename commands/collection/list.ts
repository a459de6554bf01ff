import { answerCollections } from '../../src/discord/answers/collections.ts';
import type { Subcommand } from '../../src/discord/command.ts';

/** `/collection list`: all collections, the most traded first. */
export const list: Subcommand = {
  definition: { name: 'list', description: 'Shows all collections, the most traded first' },
  answerTo: 'members',
  execute: async (_interaction, context) => answerCollections({ at: 'collections', page: 1 }, context),
};
