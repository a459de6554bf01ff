import { ApplicationCommandOptionType, ChannelType, PermissionFlagsBits } from 'discord.js';
import type { Subcommand } from '../../src/discord/command.ts';
import { UserError } from '../../src/discord/user-error.ts';
import { subscriptionText } from '../../src/discord/views/subscriptions.ts';
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
  answerTo: 'asker',
  requires: PermissionFlagsBits.ManageGuild,
  async execute(interaction, { services }) {
    const channel = interaction.options.getChannel('channel', true);
    const typed = interaction.options.getString('collection');
    const collection = typed === null ? null : namedCollection(typed, services).address;
    const missing = services.channelAccess.missingForAlerts(channel.id);
    if (missing.length > 0) {
      throw new UserError(
        `I cannot post in <#${channel.id}> yet. Give me ${missing.map((name) => `“${name}”`).join(', ')} there (channel settings → Permissions), then try again.`,
      );
    }
    const { subscription, created } = await services.subscriptions.add({
      guildId: interaction.guildId,
      channelId: channel.id,
      kinds: ['sale'],
      collection,
      createdBy: interaction.user.id,
      createdAt: services.now(),
    });
    const what = `<#${channel.id}> ${created ? 'now follows' : 'already follows'} ${subscriptionText(subscription, services.view)}`;
    return { content: `${what} (subscription #${subscription.id}).` };
  },
  autocomplete: (interaction, services) => collectionChoices(interaction.options.getFocused(), services),
};
