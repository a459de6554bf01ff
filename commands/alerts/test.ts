import { postTestAlert } from '../../src/discord/answers/subscriptions-test.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { alertOption } from './alert-option.ts';
import { resolveSubscription } from './resolve-subscription.ts';
import { subscriptionChoices } from './subscription-choices.ts';

/** `/alerts test`: posts an example alert into the channel, marked as a test and without pings. */
export const test: Subcommand = {
  name: 'test',
  definition: (messages) => ({
    description: messages.alertCommands.testDescription,
    options: [alertOption(messages)],
  }),
  example: 'alert:3',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const typed = interaction.options.getString('alert', true);
    const subscription = await resolveSubscription(typed, context.guildId, context.services);
    return { content: await postTestAlert(subscription, context) };
  },
  autocomplete: (interaction, services) =>
    subscriptionChoices(interaction.options.getFocused().value, interaction.guildId, services),
};
