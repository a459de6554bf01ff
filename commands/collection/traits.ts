import { ApplicationCommandOptionType } from 'discord.js';
import { answerTraits } from '../../src/discord/answers/traits.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { traitKey } from '../../src/discord/finding/trait-key.ts';
import { collectionChoices } from '../collection-choices.ts';
import { collectionOption } from '../collection-option.ts';
import { namedCollection } from '../named-collection.ts';
import { namedTraitType } from '../named-trait.ts';
import { traitTypeChoices } from '../trait-choices.ts';

/** `/collection traits`: what traits a collection has, and how rare each is. */
export const traits: Subcommand = {
  definition: {
    name: 'traits',
    description: 'Shows the traits of a collection and how rare each is',
    options: [
      collectionOption(true),
      {
        type: ApplicationCommandOptionType.String,
        name: 'trait',
        description: 'One trait with all its values; all traits when left out',
        autocomplete: true,
        max_length: 100,
      },
    ],
  },
  example: 'collection:Lantern Foxes',
  answerTo: 'members',
  async execute(interaction, context) {
    const { options } = interaction;
    const { address: collection } = namedCollection(options.getString('collection', true), context.services);
    const typed = options.getString('trait');
    if (typed === null) return answerTraits({ at: 'traits', collection, page: 1, type: null }, context);
    const { value } = await context.services.lookups.traits(collection);
    const type = traitKey(namedTraitType(typed, value).type);
    return answerTraits({ at: 'traits', collection, page: 1, type }, context);
  },
  autocomplete(interaction, services) {
    const { name, value } = interaction.options.getFocused(true);
    return name === 'trait'
      ? traitTypeChoices(value, interaction.options.getString('collection'), services)
      : collectionChoices(value, services);
  },
};
