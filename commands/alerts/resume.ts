import type { Subcommand } from '#src/discord/command.ts';
import { alertName, alertNumbers, ruleText } from '#src/discord/views/rule-words.ts';
import { alertSetOption, resolveSubscriptions, subscriptionSetChoices } from './alert-option.ts';
import { resumeAll, resumeSubscription } from './switch.ts';

/** `/alerts resume`: resumes alerts, including those of a channel that Discord had stopped. */
export const resume: Subcommand = {
  name: 'resume',
  definition: (messages) => ({
    description: messages.alertCommands.resumeDescription,
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
      const { channelId } = await resumeSubscription(named.subscription, context);
      return {
        content: words.resumed(
          alertName(named.subscription),
          `<#${channelId}>`,
          ruleText(named.subscription, view),
        ),
      };
    }
    const { channelId, subscriptions } = named;
    await resumeAll(named, context);
    const numbers = alertNumbers(subscriptions, view);
    return { content: words.allResumed(subscriptions.length, `<#${channelId}>`, numbers) };
  },
  autocomplete: (interaction, services, { guildId }) =>
    subscriptionSetChoices(interaction.options.getFocused().value, guildId, services),
};
