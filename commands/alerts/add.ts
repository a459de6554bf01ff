import { collection } from '#src/alerts/filters/collection.ts';
import type { Subcommand } from '#src/discord/command.ts';
import type { CommandUse } from '#src/discord/interactions/interaction.ts';
import { CHANNEL_OPTION, channelOf, channelOption } from '../channel-option.ts';
import { requireRoomFor } from './cap-text.ts';
import { followScreen } from './follow.ts';
import { changedRule, DEFAULT_RULE } from './rule-input/rule-texts.ts';
import { givenTexts, ruleChoices, ruleOptions, withGivenRole } from './rule-options.ts';
import { addAtOnce, onlyCollectionOf, undo } from './set-up/add-at-once.ts';
import { draftComponents, startNewDraft } from './set-up/draft-screen.ts';
import { greetingComponents, setUp, setUpModal } from './set-up/set-up-modal.ts';

/** Names of the options of a command that says all that the simplest alert needs. */
const ONE_STEP: ReadonlySet<string> = new Set([CHANNEL_OPTION, collection.fields[0].key]);

/** Returns whether a channel and a collection were given, and nothing else. */
function isOneStep({ options: { given } }: CommandUse): boolean {
  return given.length === ONE_STEP.size && given.every(({ name }) => ONE_STEP.has(name));
}

/**
 * `/alerts add`: sets up an alert for a channel, with a preview and a confirmation. With a channel and a collection
 * alone it is saved at once if nothing warns. Without options for the rule, a modal asks for it.
 */
export const add: Subcommand = {
  name: 'add',
  definition: (messages) => ({
    description: messages.alertCommands.addDescription,
    options: [channelOption(messages), ...ruleOptions(messages, 'add')],
  }),
  example: 'channel:#sales collection:Lantern Foxes',
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
    const channelId = await channelOf(interaction, context);
    const single = isOneStep(interaction) ? onlyCollectionOf(rule) : null;
    return single === null
      ? startNewDraft({ channelId, rule }, context)
      : addAtOnce({ channelId, rule, collection: single }, context);
  },
  autocomplete: ruleChoices,
  components: [setUp, ...draftComponents, followScreen, undo, ...greetingComponents],
};
