import { resumeAll, resumeSubscription } from '../../src/discord/answers/subscriptions-switch.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { alertNumbers } from '../../src/discord/views/alert-numbers.ts';
import { ruleText } from '../../src/discord/views/rule-words.ts';
import { allText, namedSubscriptions } from './named-subscriptions.ts';
import { severalChoices } from './several-choices.ts';
import { severalOption } from './several-option.ts';

/** `/alerts resume`: it goes on, also in a channel where Discord had stopped it. */
export const resume: Subcommand = {
  definition: {
    name: 'resume',
    description: 'Lets a paused or stopped alert go on',
    options: [severalOption],
  },
  example: 'subscription:3',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const named = await namedSubscriptions(interaction.options.getString('subscription', true), context);
    if (named.type === 'one') {
      const { id, channelId } = await resumeSubscription(named.subscription, context);
      const what = ruleText(named.subscription, context.services.view);
      return { content: `▶ Alert #${id} is active: <#${channelId}> gets ${what}.` };
    }
    await resumeAll(named, context);
    const numbers = alertNumbers(named.subscriptions, context.services.view);
    return { content: `${allText(named)} active: ${numbers}.` };
  },
  autocomplete: (interaction, services) =>
    severalChoices(interaction.options.getFocused(), interaction.guild, services),
};
