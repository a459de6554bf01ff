import { ApplicationCommandOptionType } from 'discord.js';
import type { Subcommand } from '../../src/discord/command.ts';
import { collectionEmbed } from '../../src/discord/views/collection.ts';
import { collectionChoices } from '../collection-choices.ts';
import { namedCollection } from '../named-collection.ts';

/** `/collection info`: one collection at a glance. */
export const info: Subcommand = {
  definition: {
    name: 'info',
    description: 'Shows a collection: floor, volume, size, owners',
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'collection',
        description: 'Name, path or address',
        required: true,
        autocomplete: true,
        max_length: 200,
      },
    ],
  },
  answerTo: 'members',
  async execute(interaction, services) {
    const { address } = namedCollection(interaction.options.getString('collection', true), services);
    const { value, asOf, stale } = await services.collections.load(address);
    return { embeds: [collectionEmbed(value, services.view, stale ? asOf : null)] };
  },
  autocomplete: (interaction, services) => collectionChoices(interaction.options.getFocused(), services),
};
