import { ApplicationCommandOptionType } from 'discord.js';
import { answerTraits } from '../../src/discord/answers/traits.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { traitKey } from '../../src/discord/finding/trait-key.ts';
import { collectionChoices } from '../collection-choices.ts';
import { collectionOption } from '../collection-option.ts';
import { resolveCollection } from '../resolve-collection.ts';
import { resolveTraitType } from '../resolve-trait.ts';
import { traitTypeChoices } from '../trait-choices.ts';

/** `/collection traits`: the traits of a collection and their rarity. */
export const traits: Subcommand = {
  name: 'traits',
  definition: (messages) => ({
    description: messages.traits.description,
    options: [
      collectionOption(true, messages),
      {
        type: ApplicationCommandOptionType.String,
        name: 'trait',
        description: messages.traits.traitOption,
        autocomplete: true,
        max_length: 100,
      },
    ],
  }),
  example: 'collection:Lantern Foxes',
  answerTo: 'members',
  async execute(interaction, context) {
    const { options } = interaction;
    const { address: collection } = resolveCollection(
      options.getString('collection', true),
      context.services,
    );
    const typed = options.getString('trait');
    if (typed === null) return answerTraits({ at: 'traits', collection, page: 1, type: null }, context);
    const { value } = await context.services.lookups.traits(collection);
    const type = traitKey(resolveTraitType(typed, value).type);
    return answerTraits({ at: 'traits', collection, page: 1, type }, context);
  },
  autocomplete(interaction, services) {
    const { name, value } = interaction.options.getFocused();
    return name === 'trait'
      ? traitTypeChoices(value, interaction.options.getString('collection'), services)
      : collectionChoices(value, services);
  },
};
