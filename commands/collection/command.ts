import type { Command } from '#src/discord/command.ts';
import { chart } from './chart.ts';
import { holders } from './holders.ts';
import { info } from './info.ts';
import { list } from './list.ts';
import { tokens } from './tokens.ts';
import { top } from './top.ts';
import { traits } from './traits.ts';

/** `/collection`: lookups on collections. */
export const collection: Command = {
  name: 'collection',
  worksIn: 'everywhere',
  definition: ({ collection: words }) => ({ description: words.group }),
  subcommands: [info, chart, list, tokens, traits, holders, top],
};
