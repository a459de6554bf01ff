import type { PlainCommand } from '../src/discord/command.ts';
import { statusEmbed } from '../src/discord/views/status.ts';

/** `/status`: how the bot is. */
export const status: PlainCommand = {
  definition: { name: 'status', description: 'Shows how I am: feed, delays, version' },
  answerTo: 'asker',
  async execute(interaction, { services }) {
    const [bot, subscriptions] = await Promise.all([
      services.status(),
      services.subscriptions.of(interaction.guildId),
    ]);
    const channels = [...new Set(subscriptions.map(({ channelId }) => channelId))];
    const lanes = await services.subscriptions.laneStatuses(channels);
    const waiting = lanes.reduce((sum, lane) => sum + lane.waiting, 0);
    return { embeds: [statusEmbed(bot, waiting, services.now(), services.view)] };
  },
};
