import { ApplicationCommandOptionType } from 'discord.js';
import { copyChannel, copySubscription } from '../../src/discord/answers/subscriptions-copy.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { namedSubscriptions } from './named-subscriptions.ts';
import { POSTABLE_CHANNELS } from './postable-channels.ts';
import { severalChoices } from './several-choices.ts';
import { severalOption } from './several-option.ts';

/** `/alerts copy`: another channel is told the same. */
export const copy: Subcommand = {
  definition: {
    name: 'copy',
    description: 'Gives another channel the same alert',
    options: [
      severalOption,
      {
        type: ApplicationCommandOptionType.Channel,
        name: 'channel',
        description: 'The channel that is to be told the same',
        required: true,
        channel_types: [...POSTABLE_CHANNELS],
      },
    ],
  },
  example: 'subscription:3 channel:#auctions',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const named = await namedSubscriptions(interaction.options.getString('subscription', true), context);
    const { id: to } = interaction.options.getChannel('channel', true);
    if (named.type === 'one') return { content: await copySubscription(named.subscription, to, context) };
    return { content: await copyChannel(named, to, context) };
  },
  autocomplete: (interaction, services) =>
    severalChoices(interaction.options.getFocused(), interaction.guild, services),
};
