import { ApplicationCommandOptionType } from 'discord.js';
import { answerHolders } from '../../src/discord/answers/holders.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { collectionChoices } from '../collection-choices.ts';
import { collectionOption } from '../collection-option.ts';
import { resolveCollection } from '../resolve-collection.ts';

/** `/collection holders`: the largest holders of a collection. */
export const holders: Subcommand = {
  name: 'holders',
  definition: (messages) => ({
    description: messages.holders.description,
    options: [
      collectionOption(true, messages),
      {
        type: ApplicationCommandOptionType.Integer,
        name: 'minimum',
        description: messages.holders.minimumOption,
        min_value: 1,
        max_value: 1_000_000,
      },
    ],
  }),
  example: 'collection:Lantern Foxes minimum:5',
  answerTo: 'members',
  async execute(interaction, context) {
    const { options } = interaction;
    const { address: collection } = resolveCollection(
      options.getString('collection', true),
      context.services,
    );
    const minimum = options.getInteger('minimum') ?? 1;
    return answerHolders({ at: 'holders', collection, page: 1, minimum }, context);
  },
  autocomplete: (interaction, services) =>
    collectionChoices(interaction.options.getFocused().value, services),
};
