import { ApplicationCommandOptionType } from 'discord.js';
import { copyChannel, copySubscription } from '../../src/discord/answers/subscriptions-copy.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { alertSetOption } from './alert-set-option.ts';
import { POSTABLE_CHANNELS } from './postable-channels.ts';
import { resolveSubscriptions } from './resolve-subscriptions.ts';
import { subscriptionSetChoices } from './subscription-set-choices.ts';

/** `/alerts copy`: copies alerts to another channel. */
export const copy: Subcommand = {
  name: 'copy',
  definition: (messages) => ({
    description: messages.alertCommands.copyDescription,
    options: [
      alertSetOption(messages),
      {
        type: ApplicationCommandOptionType.Channel,
        name: 'channel',
        description: messages.alertCommands.copyChannel,
        required: true,
        channel_types: [...POSTABLE_CHANNELS],
      },
    ],
  }),
  example: 'alert:3 channel:#auctions',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const named = await resolveSubscriptions(interaction.options.getString('alert', true), context);
    const { id: to } = interaction.options.getChannel('channel', true);
    if (named.type === 'one') return { content: await copySubscription(named.subscription, to, context) };
    return { content: await copyChannel(named, to, context) };
  },
  autocomplete: (interaction, services) =>
    subscriptionSetChoices(interaction.options.getFocused().value, interaction.guildId, services),
};
