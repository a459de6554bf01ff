import { ApplicationCommandOptionType } from 'discord.js';
import { answerOwned } from '../../src/discord/answers/owned.ts';
import { resolveWallet } from '../../src/discord/answers/profile.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { OWNED_SORTS } from '../../src/discord/screen.ts';
import { collectionChoices } from '../collection-choices.ts';
import { resolveCollection } from '../resolve-collection.ts';
import { resolveUser } from '../resolve-user.ts';
import { whoOption } from './who-option.ts';

/** `/profile nfts`: the NFTs of a user. */
export const nfts: Subcommand = {
  name: 'nfts',
  definition: (messages) => ({
    description: messages.owned.description,
    options: [
      whoOption(messages),
      {
        type: ApplicationCommandOptionType.String,
        name: 'collection',
        description: messages.owned.collectionOption,
        autocomplete: true,
        max_length: 200,
      },
      {
        type: ApplicationCommandOptionType.Boolean,
        name: 'listed',
        description: messages.owned.listedOption,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'sort',
        description: messages.owned.sortOption,
        choices: OWNED_SORTS.map((sort) => ({ name: messages.owned.orders[sort], value: sort })),
      },
    ],
  }),
  example: 'who:kalo collection:Lantern Foxes',
  answerTo: 'members',
  async execute(interaction, context) {
    const { options } = interaction;
    const { services } = context;
    const collection = options.getString('collection');
    const named = collection === null ? null : resolveCollection(collection, services).address;
    const sort = OWNED_SORTS.find((one) => one === options.getString('sort')) ?? 'acquiredAt';
    const listed = options.getBoolean('listed') ?? false;
    const who = await resolveWallet(resolveUser(options.getString('who', true), services), context);
    return answerOwned({ at: 'owned', who, page: 1, collection: named, sort, listed }, context);
  },
  autocomplete: (interaction, services) =>
    collectionChoices(interaction.options.getFocused().value, services),
};
