import { ApplicationCommandOptionType, ChannelType } from 'discord.js';
import type { AnswerContext } from '../../src/discord/answer.ts';
import type { CommandInteraction, Subcommand } from '../../src/discord/command.ts';
import { changedRule, USUAL_RULE } from '../../src/discord/rule-input/rule-texts.ts';
import { settingsSeenBy } from '../../src/discord/seen-by.ts';
import { beginNew } from '../../src/discord/setup/begin-draft.ts';
import { draftActions } from '../../src/discord/setup/draft-actions.ts';
import { ruleChoices } from './rule-choices.ts';
import { givenTexts, ruleOptions } from './rule-options.ts';

/** The channel that was named, else the server's usual one while they see such a channel, else this one. */
async function channelOf(
  interaction: CommandInteraction,
  { person, services }: AnswerContext,
): Promise<string> {
  const chosen = interaction.options.getChannel('channel');
  if (chosen !== null) return chosen.id;
  const { defaultChannelId } = await settingsSeenBy(person, services.view.settings);
  const exists = defaultChannelId !== null && (await person.standing(defaultChannelId)) !== 'unknown';
  return exists ? defaultChannelId : interaction.channelId;
}

/** `/alerts add`: a channel is to be told of something, after a preview and a confirmation. */
export const add: Subcommand = {
  definition: {
    name: 'add',
    description: 'Sets up an alert for a channel, with a preview before anything is kept',
    options: [
      {
        type: ApplicationCommandOptionType.Channel,
        name: 'channel',
        description: 'Where to post; the server’s usual channel or this one when left out',
        channel_types: [
          ChannelType.GuildText,
          ChannelType.GuildAnnouncement,
          ChannelType.PublicThread,
          ChannelType.PrivateThread,
          ChannelType.AnnouncementThread,
        ],
      },
      ...ruleOptions,
    ],
  },
  example: 'channel:#sales collection:Lantern Foxes price_from:100',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const rule = await changedRule(USUAL_RULE, givenTexts(interaction), context.services);
    return beginNew({ channelId: await channelOf(interaction, context), rule }, context);
  },
  autocomplete: ruleChoices,
  actions: draftActions,
};
