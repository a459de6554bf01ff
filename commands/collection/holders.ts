import { ApplicationCommandOptionType } from 'discord.js';
import { answerHolders } from '../../src/discord/answers/holders.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { collectionChoices } from '../collection-choices.ts';
import { collectionOption } from '../collection-option.ts';
import { namedCollection } from '../named-collection.ts';

/** `/collection holders`: who holds most of a collection. */
export const holders: Subcommand = {
  definition: {
    name: 'holders',
    description: 'Shows who holds most of a collection',
    options: [
      collectionOption(true),
      {
        type: ApplicationCommandOptionType.Integer,
        name: 'minimum',
        description: 'Only holders of at least so many tokens',
        min_value: 1,
        max_value: 1_000_000,
      },
    ],
  },
  example: 'collection:Lantern Foxes minimum:5',
  answerTo: 'members',
  async execute(interaction, context) {
    const { options } = interaction;
    const { address: collection } = namedCollection(options.getString('collection', true), context.services);
    const minimum = options.getInteger('minimum') ?? 1;
    return answerHolders({ at: 'holders', collection, page: 1, minimum }, context);
  },
  autocomplete: (interaction, services) => collectionChoices(interaction.options.getFocused(), services),
};
