import type { Command } from '#src/discord/command.ts';
import { nfts } from './nfts.ts';
import { show } from './show.ts';

/** `/profile`: lookups of users and wallets. */
export const profile: Command = {
  name: 'profile',
  worksIn: 'everywhere',
  definition: ({ profile: words }) => ({ description: words.group }),
  subcommands: [show, nfts],
};
