import type { Action } from '../../src/discord/actions/action.ts';
import { actionButton } from '../../src/discord/actions/action-button.ts';
import { subscriptionActions } from '../../src/discord/answers/subscriptions-actions.ts';
import { MANAGE } from '../../src/discord/answers/subscriptions-names.ts';
import { askRemoval } from '../../src/discord/answers/subscriptions-remove.ts';
import { removeAll as removeAllOf } from '../../src/discord/answers/subscriptions-switch.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { buttonRows } from '../../src/discord/components/buttons.ts';
import { alertNumbers } from '../../src/discord/views/alert-numbers.ts';
import { numberText } from '../../src/discord/views/numbers.ts';
import { allOf, namedSubscriptions } from './named-subscriptions.ts';
import { severalChoices } from './several-choices.ts';
import { severalOption } from './several-option.ts';

/** Removes all of a channel, once that was said twice. */
const removeAll: Action = {
  ...MANAGE.removeAllNow,
  requires: 'manage-alerts',
  answersBy: 'update',
  async run({ argument }, context) {
    const named = await namedSubscriptions(argument, context);
    if (named.type === 'one') return { content: 'Nothing was removed.' };
    await removeAllOf(named.subscriptions, context);
    return { content: `<#${named.channelId}> follows nothing any more.` };
  },
};

/** `/alerts remove`: a channel stops following. */
export const remove: Subcommand = {
  definition: {
    name: 'remove',
    description: 'Takes an alert away, or all alerts of a channel',
    options: [severalOption],
  },
  example: 'subscription:3',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const named = await namedSubscriptions(interaction.options.getString('subscription', true), context);
    if (named.type === 'one') return askRemoval(named.subscription, context);
    const { channelId, subscriptions } = named;
    const numbers = alertNumbers(subscriptions, context.services.view);
    const { view } = context.services;
    const which =
      subscriptions.length === 1 ? 'the only alert' : `all ${numberText(subscriptions.length, view)} alerts`;
    return {
      content: `Remove ${which} of <#${channelId}> (${numbers})?`,
      components: buttonRows([
        actionButton('Yes, remove them', MANAGE.removeAllNow, allOf(channelId), context, 'danger'),
      ]),
    };
  },
  autocomplete: (interaction, services) =>
    severalChoices(interaction.options.getFocused(), interaction.guild, services),
  actions: [removeAll, ...subscriptionActions],
};
