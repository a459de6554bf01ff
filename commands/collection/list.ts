import { answerCollections } from '../../src/discord/answers/collections.ts';
import type { Subcommand } from '../../src/discord/command.ts';

/** `/collection list`: all collections by volume. */
export const list: Subcommand = {
  name: 'list',
  definition: ({ collection: words }) => ({ description: words.listDescription }),
  answerTo: 'members',
  execute: async (_interaction, context) => answerCollections({ at: 'collections', page: 1 }, context),
};
