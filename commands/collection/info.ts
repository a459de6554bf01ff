import { answerCollection } from '../../src/discord/answers/collection.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { collectionChoices } from '../collection-choices.ts';
import { collectionOption } from '../collection-option.ts';
import { resolveCollection } from '../resolve-collection.ts';

/** `/collection info`: one collection. */
export const info: Subcommand = {
  name: 'info',
  definition: (messages) => ({
    description: messages.collection.infoDescription,
    options: [collectionOption(true, messages)],
  }),
  example: 'collection:Lantern Foxes',
  answerTo: 'members',
  async execute(interaction, context) {
    const { address } = resolveCollection(
      interaction.options.getString('collection', true),
      context.services,
    );
    return answerCollection({ at: 'collection', collection: address }, context);
  },
  autocomplete: (interaction, services) =>
    collectionChoices(interaction.options.getFocused().value, services),
};
