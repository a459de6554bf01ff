import { ApplicationCommandOptionType, PermissionFlagsBits } from 'discord.js';
import type { Subcommand } from '../../src/discord/command.ts';
import { plainLine } from '../../src/discord/text.ts';
import { UserError } from '../../src/discord/user-error.ts';
import { ruleLabel, ruleText } from '../../src/discord/views/rule-words.ts';

/** Discord: 100 characters a choice. */
const CHOICE_LENGTH = 100;

/** `/alerts remove`: a channel stops following. */
export const remove: Subcommand = {
  definition: {
    name: 'remove',
    description: 'Stops a subscription',
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'subscription',
        description: 'Its number, as in /alerts list',
        required: true,
        autocomplete: true,
        max_length: 20,
      },
    ],
  },
  example: 'subscription:3',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, { services }) {
    const typed = interaction.options.getString('subscription', true);
    const number = /^#?(\d{1,15})$/.exec(typed.trim())?.[1];
    const removed =
      number === undefined ? null : await services.subscriptions.remove(interaction.guildId, Number(number));
    if (removed === null)
      throw new UserError('This server has no such subscription. `/alerts list` shows the numbers.');
    return {
      content: `<#${removed.channelId}> no longer follows ${ruleText(removed, services.view)}.`,
    };
  },
  async autocomplete(interaction, services) {
    if (!interaction.memberPermissions.has(PermissionFlagsBits.ManageGuild)) return [];
    const typed = interaction.options.getFocused().toLowerCase();
    const subscriptions = await services.subscriptions.of(interaction.guildId);
    return subscriptions
      .map((subscription) => {
        const channel =
          interaction.guild.channels.cache.get(subscription.channelId)?.name ?? 'deleted channel';
        const text = `#${subscription.id} in ${channel}: ${ruleLabel(subscription, services.view)}`;
        return { name: plainLine(text, CHOICE_LENGTH), value: String(subscription.id) };
      })
      .filter(({ name }) => name.toLowerCase().includes(typed));
  },
};
