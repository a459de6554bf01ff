import { collection } from '#src/alerts/filters/collection.ts';
import { recapOptions } from '#src/alerts/kinds/recap/options.ts';
import { RECAP_TOPIC } from '#src/alerts/kinds/recap/schema.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { channelOf, channelOption } from '../channel-option.ts';
import { changedRule, DEFAULT_RULE } from './rule-input/rule-texts.ts';
import { givenTexts, ruleChoices, ruleOption } from './rule-options.ts';
import { startNewDraft } from './set-up/draft-screen.ts';

/**
 * `/alerts recap`: sets up a daily or weekly recap for a channel, like `/alerts add`. Its rule is listed, changed,
 * paused and exported like any other.
 */
export const recap: Subcommand = {
  name: 'recap',
  definition: (messages) => ({
    description: messages.alertCommands.recapDescription,
    options: [
      channelOption(messages),
      ...[...collection.fields, ...recapOptions.fields].map((field) => ruleOption(field, 'add', messages)),
    ],
  }),
  example: 'channel:#sales recap_on:Monday recap_hour:9',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const base = { ...DEFAULT_RULE, topics: [RECAP_TOPIC] };
    const rule = await changedRule(base, givenTexts(interaction), context.services);
    return startNewDraft({ channelId: await channelOf(interaction, context), rule }, context);
  },
  autocomplete: ruleChoices,
};
