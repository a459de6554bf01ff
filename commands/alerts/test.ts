import { postTest } from '../../src/discord/answers/subscriptions-test.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { namedSubscription } from './named-subscription.ts';
import { subscriptionChoices } from './subscription-choices.ts';
import { subscriptionOption } from './subscription-option.ts';

/** `/alerts test`: posts an example into the channel, marked as one and without pings. */
export const test: Subcommand = {
  definition: {
    name: 'test',
    description: 'Posts an example of an alert into its channel, without pings',
    options: [subscriptionOption],
  },
  example: 'subscription:3',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const typed = interaction.options.getString('subscription', true);
    const subscription = await namedSubscription(typed, context.guildId, context.services);
    return { content: await postTest(subscription, context) };
  },
  autocomplete: (interaction, services) =>
    subscriptionChoices(interaction.options.getFocused(), interaction.guild, services),
};
