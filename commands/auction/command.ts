import type { Command } from '#src/discord/command.ts';
import { list } from './list.ts';
import { show } from './show.ts';

/** `/auction`: lookups of auctions. */
export const auction: Command = {
  name: 'auction',
  worksIn: 'everywhere',
  definition: ({ auction: words }) => ({ description: words.group }),
  subcommands: [list, show],
};
