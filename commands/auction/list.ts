import { ApplicationCommandOptionType } from 'discord.js';
import { answerAuctions } from '../../src/discord/answers/auctions.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { AUCTION_FILTERS, AUCTION_SORTS } from '../../src/discord/place.ts';
import { collectionChoices } from '../collection-choices.ts';
import { namedCollection } from '../named-collection.ts';

/** `/auction list`: auctions, ten at a time. */
export const list: Subcommand = {
  definition: {
    name: 'list',
    description: 'Lists auctions: what is bid, and until when',
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'status',
        description: 'Running ones when left out',
        choices: [
          { name: 'running', value: 'active' },
          { name: 'over', value: 'completed' },
          { name: 'cancelled', value: 'cancelled' },
        ],
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'sort',
        description: 'By their end when left out',
        choices: [
          { name: 'by end', value: 'endTime' },
          { name: 'highest bid first', value: 'currentBid' },
          { name: 'newest first', value: 'createdAt' },
        ],
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'collection',
        description: 'Name, path or address; every collection when left out',
        autocomplete: true,
        max_length: 200,
      },
    ],
  },
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
        collection: typed === null ? null : namedCollection(typed, context.services).address,
      },
      context,
    );
  },
  autocomplete: (interaction, services) => collectionChoices(interaction.options.getFocused(), services),
};
