import { ApplicationCommandOptionType, ChannelType } from 'discord.js';
import type { CommandInteraction, Subcommand } from '../../src/discord/command.ts';
import { changedRule, USUAL_RULE } from '../../src/discord/rule-input/rule-texts.ts';
import type { CommandServices } from '../../src/discord/services.ts';
import { beginNew } from '../../src/discord/setup/begin-draft.ts';
import { draftActions } from '../../src/discord/setup/draft-actions.ts';
import { ruleChoices } from './rule-choices.ts';
import { givenTexts, ruleOptions } from './rule-options.ts';

/** The channel that was named, else the server's usual one while there is such a channel, else this one. */
function channelOf(interaction: CommandInteraction, { view }: CommandServices): string {
  const usual = view.settings.defaultChannelId;
  const known = usual !== null && interaction.guild.channels.cache.has(usual) ? usual : null;
  return interaction.options.getChannel('channel')?.id ?? known ?? interaction.channelId;
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
    return beginNew({ channelId: channelOf(interaction, context.services), rule }, context);
  },
  autocomplete: ruleChoices,
  actions: draftActions,
};
