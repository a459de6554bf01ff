import { PermissionFlagsBits } from 'discord.js';
import type { Subcommand } from '../../src/discord/command.ts';
import { subscriptionsEmbed } from '../../src/discord/views/subscriptions.ts';

/** `/alerts list`: every subscription of the server and how it is. */
export const list: Subcommand = {
  definition: {
    name: 'list',
    description: 'Shows what the channels of this server follow, and how that goes',
  },
  answerTo: 'asker',
  requires: PermissionFlagsBits.ManageGuild,
  async execute(interaction, { services }) {
    const subscriptions = await services.subscriptions.of(interaction.guildId);
    if (subscriptions.length === 0) {
      return { content: 'No channel follows anything yet. Begin with `/alerts add`.' };
    }
    const channelIds = [...new Set(subscriptions.map(({ channelId }) => channelId))];
    const statuses = await services.subscriptions.laneStatuses(channelIds);
    const byChannel = new Map(statuses.map((status) => [status.channelId, status]));
    return { embeds: [subscriptionsEmbed(subscriptions, byChannel, services.view)] };
  },
};
