import { ApplicationCommandOptionType } from 'discord.js';
import { answerAuctions } from '../../src/discord/answers/auctions.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { AUCTION_FILTERS, AUCTION_SORTS } from '../../src/discord/screen.ts';
import { collectionChoices } from '../collection-choices.ts';
import { resolveCollection } from '../resolve-collection.ts';

/** `/auction list`: auctions, ten per page. */
export const list: Subcommand = {
  name: 'list',
  definition: ({ auction: words }) => ({
    description: words.listDescription,
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'status',
        description: words.statusOption,
        choices: AUCTION_FILTERS.map((filter) => ({ name: words.filters[filter], value: filter })),
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'sort',
        description: words.sortOption,
        choices: AUCTION_SORTS.map((sort) => ({ name: words.sortChoices[sort], value: sort })),
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'collection',
        description: words.collectionOption,
        autocomplete: true,
        max_length: 200,
      },
    ],
  }),
  example: 'sort:highest bid first',
  answerTo: 'members',
  async execute(interaction, context) {
    const { options } = interaction;
    const typed = options.getString('collection');
    const status = options.getString('status');
    const order = options.getString('sort');
    return answerAuctions(
      {
        at: 'auctions',
        page: 1,
        filter: AUCTION_FILTERS.find((filter) => filter === status) ?? 'active',
        sort: AUCTION_SORTS.find((sort) => sort === order) ?? 'endTime',
        collection: typed === null ? null : resolveCollection(typed, context.services).address,
      },
      context,
    );
  },
  autocomplete: (interaction, services) =>
    collectionChoices(interaction.options.getFocused().value, services),
};
