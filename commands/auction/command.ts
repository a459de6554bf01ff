import type { Command } from '../../src/discord/command.ts';
import { list } from './list.ts';
import { show } from './show.ts';

/** `/auction`: what is being auctioned. */
export const auction: Command = {
  definition: { name: 'auction', description: 'Looks up auctions of the marketplace' },
  subcommands: [list, show],
};
