import { pauseAll, pauseSubscription } from '../../src/discord/answers/subscriptions-switch.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { alertNumbers } from '../../src/discord/views/alert-numbers.ts';
import { ruleText } from '../../src/discord/views/rule-words.ts';
import { allText, namedSubscriptions } from './named-subscriptions.ts';
import { severalChoices } from './several-choices.ts';
import { severalOption } from './several-option.ts';

/** `/alerts pause`: nothing new is posted for it until it is resumed. */
export const pause: Subcommand = {
  definition: {
    name: 'pause',
    description: 'Holds an alert until it is resumed; nothing of it is posted meanwhile',
    options: [severalOption],
  },
  example: 'subscription:3',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const named = await namedSubscriptions(interaction.options.getString('subscription', true), context);
    if (named.type === 'one') {
      const { id, channelId } = await pauseSubscription(named.subscription.id, context);
      const what = ruleText(named.subscription, context.services.view);
      return {
        content: `⏸ Alert #${id} is paused: <#${channelId}> gets no more ${what}. \`/alerts resume\` lets it go on.`,
      };
    }
    await pauseAll(named.subscriptions, context);
    const numbers = alertNumbers(named.subscriptions, context.services.view);
    return { content: `${allText(named)} paused: ${numbers}.` };
  },
  autocomplete: (interaction, services) =>
    severalChoices(interaction.options.getFocused(), interaction.guild, services),
};
