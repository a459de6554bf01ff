import type { Subcommand } from '#src/discord/command.ts';
import { CHANNEL_OPTION, channelOf, channelOption } from '../channel-option.ts';
import { requireRoomFor } from './cap-text.ts';
import { followScreen } from './follow.ts';
import { changedRule, DEFAULT_RULE } from './rule-input/rule-texts.ts';
import { givenTexts, ruleChoices, ruleOptions, withGivenRole } from './rule-options.ts';
import { draftComponents, startNewDraft } from './set-up/draft-screen.ts';
import { setUp, setUpModal } from './set-up/set-up-modal.ts';

/**
 * `/alerts add`: sets up an alert for a channel, with a preview and a confirmation. Without options for the rule, a
 * modal asks for it.
 */
export const add: Subcommand = {
  name: 'add',
  definition: (messages) => ({
    description: messages.alertCommands.addDescription,
    options: [channelOption(messages), ...ruleOptions(messages, 'add')],
  }),
  example: 'channel:#sales collection:Lantern Foxes price_from:100',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async modal(interaction, context) {
    if (interaction.options.given.some(({ name }) => name !== CHANNEL_OPTION)) return null;
    const channelId = await channelOf(interaction, context);
    await requireRoomFor({ channelId, rule: DEFAULT_RULE }, context);
    return setUpModal(channelId, context);
  },
  async execute(interaction, context) {
    const changed = await changedRule(DEFAULT_RULE, givenTexts(interaction), context.services);
    const rule = withGivenRole(changed, interaction);
    return startNewDraft({ channelId: await channelOf(interaction, context), rule }, context);
  },
  autocomplete: ruleChoices,
  components: [setUp, ...draftComponents, followScreen],
};
