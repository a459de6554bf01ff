import type { Subcommand } from '#src/discord/command.ts';
import { alertName, alertNumbers, ruleText } from '#src/discord/views/rule-words.ts';
import { alertSetOption, resolveSubscriptions, subscriptionSetChoices } from './alert-option.ts';
import { pauseAll, pauseSubscription, stillPosted } from './switch.ts';

/** `/alerts pause`: posts nothing new for an alert until it is resumed. */
export const pause: Subcommand = {
  name: 'pause',
  definition: (messages) => ({
    description: messages.alertCommands.pauseDescription,
    options: [alertSetOption(messages)],
  }),
  example: 'alert:3',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const named = await resolveSubscriptions(interaction.options.getString('alert', true), context);
    const { view } = context.services;
    const { alertList: words } = view.messages;
    if (named.type === 'one') {
      const paused = await pauseSubscription(named.subscription.id, context);
      const [alert, others] = [alertName(paused), await stillPosted(paused, context)];
      return {
        content:
          others === ''
            ? words.paused(alert, `<#${paused.channelId}>`, ruleText(paused, view))
            : words.pausedButPosted(alert, others),
      };
    }
    const { channelId, subscriptions } = named;
    await pauseAll(subscriptions, context);
    const numbers = alertNumbers(subscriptions, view);
    return { content: words.allPaused(subscriptions.length, `<#${channelId}>`, numbers) };
  },
  autocomplete: (interaction, services, { guildId }) =>
    subscriptionSetChoices(interaction.options.getFocused().value, guildId, services),
};
