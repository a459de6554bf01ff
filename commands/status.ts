import type { SingleCommand } from '#src/discord/command.ts';
import { statusEmbed } from '#src/discord/views/status.ts';

/** `/status`: the state of the bot. */
export const status: SingleCommand = {
  name: 'status',
  worksIn: 'everywhere',
  definition: ({ status: words }) => ({ description: words.description }),
  answerTo: 'asker',
  async execute(_interaction, { guildId, services }) {
    const [bot, subscriptions] = await Promise.all([
      services.status(),
      services.store.subscriptionsOf(guildId),
    ]);
    const channels = [...new Set(subscriptions.map(({ channelId }) => channelId))];
    const queues = await services.store.queueStatuses(channels);
    const waiting = queues.reduce((sum, queue) => sum + queue.waiting, 0);
    return { embeds: [statusEmbed(bot, waiting, services.view)] };
  },
};
