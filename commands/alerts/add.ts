import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  ChannelType,
} from 'discord-api-types/v10';
import { settingsForMember } from '#src/discord/access/filter-for-member.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Subcommand } from '#src/discord/command.ts';
import type { CommandUse } from '#src/discord/interactions/interaction.ts';
import type { Messages } from '#src/messages/messages.ts';
import { followScreen } from './follow.ts';
import { ruleChoices } from './rule-choices.ts';
import { changedRule, DEFAULT_RULE } from './rule-input/rule-texts.ts';
import { givenTexts, ruleOptions, withGivenRole } from './rule-options.ts';
import { draftComponents } from './set-up/draft-components.ts';
import { setUp, setUpModal } from './set-up/set-up-modal.ts';
import { requireRoomFor, startNewDraft } from './set-up/start-draft.ts';

const CHANNEL = 'channel';

/** The channel of a new alert. */
export const channelOption = (messages: Messages) =>
  ({
    type: ApplicationCommandOptionType.Channel,
    name: CHANNEL,
    description: messages.alertCommands.addChannel,
    channel_types: [
      ChannelType.GuildText,
      ChannelType.GuildAnnouncement,
      ChannelType.PublicThread,
      ChannelType.PrivateThread,
      ChannelType.AnnouncementThread,
    ],
  }) satisfies APIApplicationCommandBasicOption;

/**
 * The channel of the option, else the default channel of the server where the member can see it, else the current
 * one.
 */
export async function channelOf(
  interaction: CommandUse,
  { channelId, memberAccess, services }: AnswerContext,
): Promise<string> {
  const chosen = interaction.options.getChannel(CHANNEL);
  if (chosen !== null) return chosen.id;
  const { defaultChannelId } = await settingsForMember(memberAccess, services.view.settings);
  const exists = defaultChannelId !== null && (await memberAccess.accessTo(defaultChannelId)) !== 'unknown';
  return exists ? defaultChannelId : channelId;
}

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
    if (interaction.options.given.some(({ name }) => name !== CHANNEL)) return null;
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
