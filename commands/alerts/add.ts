import { ApplicationCommandOptionType, ChannelType, PermissionFlagsBits } from 'discord.js';
import type { Subcommand } from '../../src/discord/command.ts';
import { followChannel } from '../../src/discord/follow-channel.ts';
import { collectionChoices } from '../collection-choices.ts';
import { namedCollection } from '../named-collection.ts';

/** `/alerts add`: a channel begins to follow the sales of a collection, or of all. */
export const add: Subcommand = {
  definition: {
    name: 'add',
    description: 'Posts the sales of a collection, or of all, into a channel',
    options: [
      {
        type: ApplicationCommandOptionType.Channel,
        name: 'channel',
        description: 'Where to post',
        required: true,
        channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
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
  example: 'channel:#sales collection:Lantern Foxes',
  answerTo: 'asker',
  requires: PermissionFlagsBits.ManageGuild,
  async execute(interaction, { services }) {
    const channel = interaction.options.getChannel('channel', true);
    const typed = interaction.options.getString('collection');
    const collection = typed === null ? null : namedCollection(typed, services).address;
    const content = await followChannel(
      { guildId: interaction.guildId, channelId: channel.id, collection, by: interaction.user.id },
      services,
    );
    return { content };
  },
  autocomplete: (interaction, services) => collectionChoices(interaction.options.getFocused(), services),
};
