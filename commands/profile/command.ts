import type { Command } from '../../src/discord/command.ts';
import { nfts } from './nfts.ts';
import { show } from './show.ts';

/** `/profile`: lookups on people and wallets. */
export const profile: Command = {
  definition: { name: 'profile', description: 'Looks up people and wallets of the marketplace' },
  subcommands: [show, nfts],
};
