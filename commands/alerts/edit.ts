import type { Subcommand } from '#src/discord/command.ts';
import { alertOption, resolveSubscription, subscriptionChoices } from './alert-option.ts';
import { changedRule } from './rule-input/rule-texts.ts';
import { givenTexts, ruleChoices, ruleOptions, withGivenRole } from './rule-options.ts';
import { draftComponents, startEditDraft } from './set-up/draft-screen.ts';

/** `/alerts edit`: changes the rule of an alert, with the same preview and confirmation as `/alerts add`. */
export const edit: Subcommand = {
  name: 'edit',
  definition: (messages) => ({
    description: messages.alertCommands.editDescription,
    options: [alertOption(messages), ...ruleOptions(messages, 'edit')],
  }),
  example: 'alert:3 price_from:100 rank:-',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const { services, guildId } = context;
    const typed = interaction.options.getString('alert', true);
    const subscription = await resolveSubscription(typed, guildId, services);
    const rule = await changedRule(subscription, givenTexts(interaction), services);
    return startEditDraft(subscription, withGivenRole(rule, interaction), context);
  },
  async autocomplete(interaction, services, { guildId }) {
    const { name, value } = interaction.options.getFocused();
    return name === 'alert'
      ? subscriptionChoices(value, guildId, services)
      : ruleChoices(interaction, services);
  },
  components: draftComponents,
};
