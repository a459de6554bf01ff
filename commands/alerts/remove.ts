import type { Action } from '#src/discord/actions/action.ts';
import { actionButton } from '#src/discord/actions/action-button.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { buttonRows } from '#src/discord/components/buttons.ts';
import { alertNumbers } from '#src/discord/views/alert-numbers.ts';
import { MANAGE_ACTIONS } from './action-names.ts';
import { subscriptionActions } from './actions.ts';
import {
  alertSetOption,
  allOfChannel,
  resolveSubscriptions,
  subscriptionSetChoices,
} from './alert-option.ts';
import { confirmRemoval } from './alert-screens.ts';
import { removeAll as removeAllOf } from './switch.ts';

/** Removes all subscriptions of a channel after a confirmation. */
const removeAll: Action = {
  ...MANAGE_ACTIONS.removeAllNow,
  requires: 'manage-alerts',
  answersBy: 'update',
  async run({ argument }, context) {
    const named = await resolveSubscriptions(argument, context);
    const { alertList: words } = context.services.view.messages;
    if (named.type === 'one') return { content: words.nothingRemoved };
    await removeAllOf(named.subscriptions, context);
    return { content: words.allRemoved(`<#${named.channelId}>`) };
  },
};

const keepAll: Action = {
  ...MANAGE_ACTIONS.keepAll,
  requires: 'manage-alerts',
  answersBy: 'update',
  run: async (_input, { services }) => ({ content: services.view.messages.alertList.nothingRemoved }),
};

/** `/alerts remove`: removes alerts, after a confirmation. */
export const remove: Subcommand = {
  name: 'remove',
  definition: (messages) => ({
    description: messages.alertCommands.removeDescription,
    options: [alertSetOption(messages)],
  }),
  example: 'alert:3',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const named = await resolveSubscriptions(interaction.options.getString('alert', true), context);
    if (named.type === 'one') return confirmRemoval(named.subscription, context);
    const { channelId, subscriptions } = named;
    const { view } = context.services;
    const { alertList: words } = view.messages;
    return {
      content: words.removeAll(subscriptions.length, `<#${channelId}>`, alertNumbers(subscriptions, view)),
      components: buttonRows([
        actionButton(
          words.yesRemoveThem,
          MANAGE_ACTIONS.removeAllNow,
          allOfChannel(channelId),
          context,
          'danger',
        ),
        actionButton(words.noKeepThem, MANAGE_ACTIONS.keepAll, '', context),
      ]),
    };
  },
  autocomplete: (interaction, services, { guildId }) =>
    subscriptionSetChoices(interaction.options.getFocused().value, guildId, services),
  actions: [removeAll, keepAll, ...subscriptionActions],
};
