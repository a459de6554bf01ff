import type { Subcommand } from '#src/discord/command.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { textField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { alertNumbers } from '#src/discord/views/rule-words.ts';
import {
  alertSetOption,
  allOfChannel,
  resolveSubscriptions,
  subscriptionSetChoices,
} from './alert-option.ts';
import { confirmRemoval, manageComponents } from './list.ts';
import { removeAll as removeAllOf } from './switch.ts';

/** Removes all subscriptions of a channel after a confirmation. */
const removeAllLink = defineLink('alerts-remove-all-now', { all: textField(24) }, 'asker');
const removeAll = defineComponent(removeAllLink, {
  requires: 'manage-alerts',
  async run({ all }, context) {
    const named = await resolveSubscriptions(all, context);
    const { alertList: words } = context.services.view.messages;
    if (named.type === 'one') return { content: words.nothingRemoved };
    await removeAllOf(named.subscriptions, context);
    return { content: words.allRemoved(`<#${named.channelId}>`) };
  },
});

const keepAllLink = defineLink('alerts-keep-all', {}, 'asker');
const keepAll = defineComponent(keepAllLink, {
  requires: 'manage-alerts',
  run: async (_values, { services }) => ({ content: services.view.messages.alertList.nothingRemoved }),
});

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
        button(words.yesRemoveThem, removeAllLink.to({ all: allOfChannel(channelId) }), context, 'danger'),
        button(words.noKeepThem, keepAllLink.to({}), context),
      ]),
    };
  },
  autocomplete: (interaction, services, { guildId }) =>
    subscriptionSetChoices(interaction.options.getFocused().value, guildId, services),
  components: [removeAll, keepAll, ...manageComponents],
};
