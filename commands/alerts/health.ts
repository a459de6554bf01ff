import type { Subcommand } from '../../src/discord/command.ts';
import { shortLack } from '../../src/discord/setup/channel-lack.ts';
import { healthEmbed } from '../../src/discord/views/health.ts';

/** `/alerts health`: how alerts fare in this server, and what helps. */
export const health: Subcommand = {
  definition: {
    name: 'health',
    description: 'Shows how alerts fare here: feed, backlog, what is stopped and why',
  },
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(_interaction, { guildId, services }) {
    const [state, rules] = await Promise.all([services.health(guildId), services.subscriptions.of(guildId)]);
    const lackIn = (channelId: string) => shortLack(channelId, services);
    return { embeds: [healthEmbed(state, rules, lackIn, services.now(), services.view)] };
  },
};
