import type { Subcommand } from '../../src/discord/command.ts';
import { changedRule } from '../../src/discord/rule-input/rule-texts.ts';
import { beginChange } from '../../src/discord/setup/begin-draft.ts';
import { draftActions } from '../../src/discord/setup/draft-actions.ts';
import { namedSubscription } from './named-subscription.ts';
import { ruleChoices } from './rule-choices.ts';
import { givenTexts, ruleOptions } from './rule-options.ts';
import { subscriptionChoices } from './subscription-choices.ts';
import { subscriptionOption } from './subscription-option.ts';

/** `/alerts edit`: changes what an alert asks for, after the same preview and confirmation as `/alerts add`. */
export const edit: Subcommand = {
  definition: {
    name: 'edit',
    description: 'Changes an alert: what is given changes, “-” clears, the rest stays',
    options: [subscriptionOption, ...ruleOptions],
  },
  example: 'subscription:3 price_from:100 rank:-',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const { services, guildId } = context;
    const typed = interaction.options.getString('subscription', true);
    const subscription = await namedSubscription(typed, guildId, services);
    const rule = await changedRule(subscription, givenTexts(interaction), services);
    return beginChange({ id: subscription.id, channelId: subscription.channelId, rule }, context);
  },
  async autocomplete(interaction, services) {
    const { name, value } = interaction.options.getFocused(true);
    return name === 'subscription'
      ? subscriptionChoices(value, interaction.guild, services)
      : ruleChoices(interaction, services);
  },
  actions: draftActions,
};
