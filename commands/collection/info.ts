import { answerCollection } from '../../src/discord/answers/collection.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { collectionChoices } from '../collection-choices.ts';
import { collectionOption } from '../collection-option.ts';
import { namedCollection } from '../named-collection.ts';

/** `/collection info`: one collection at a glance. */
export const info: Subcommand = {
  definition: {
    name: 'info',
    description: 'Shows a collection: floor, volume, size, owners',
    options: [collectionOption(true)],
  },
  example: 'collection:Lantern Foxes',
  answerTo: 'members',
  async execute(interaction, context) {
    const { address } = namedCollection(interaction.options.getString('collection', true), context.services);
    return answerCollection({ at: 'collection', collection: address }, context);
  },
  autocomplete: (interaction, services) => collectionChoices(interaction.options.getFocused(), services),
};
