import { ApplicationCommandOptionType } from 'discord.js';
import { answerOwned } from '../../src/discord/answers/owned.ts';
import { addressOfPerson } from '../../src/discord/answers/profile.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { OWNED_SORTS } from '../../src/discord/place.ts';
import { OWNED_SORT_WORDS } from '../../src/discord/views/owned.ts';
import { collectionChoices } from '../collection-choices.ts';
import { namedCollection } from '../named-collection.ts';
import { namedPerson } from '../named-person.ts';
import { whoOption } from './who-option.ts';

/** `/profile nfts`: what somebody owns. */
export const nfts: Subcommand = {
  definition: {
    name: 'nfts',
    description: 'Lists what somebody owns',
    options: [
      whoOption,
      {
        type: ApplicationCommandOptionType.String,
        name: 'collection',
        description: 'Only of this collection: name, path or address',
        autocomplete: true,
        max_length: 200,
      },
      {
        type: ApplicationCommandOptionType.Boolean,
        name: 'listed',
        description: 'Only what is listed',
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'sort',
        description: 'What comes first',
        choices: OWNED_SORTS.map((sort) => ({ name: OWNED_SORT_WORDS[sort], value: sort })),
      },
    ],
  },
  example: 'who:kalo collection:Lantern Foxes',
  answerTo: 'members',
  async execute(interaction, context) {
    const { options } = interaction;
    const { services } = context;
    const collection = options.getString('collection');
    const named = collection === null ? null : namedCollection(collection, services).address;
    const sort = OWNED_SORTS.find((one) => one === options.getString('sort')) ?? 'acquiredAt';
    const listed = options.getBoolean('listed') ?? false;
    const who = await addressOfPerson(namedPerson(options.getString('who', true), services), context);
    return answerOwned({ at: 'owned', who, page: 1, collection: named, sort, listed }, context);
  },
  autocomplete: (interaction, services) => collectionChoices(interaction.options.getFocused(), services),
};
