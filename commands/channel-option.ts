import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  ChannelType,
} from 'discord-api-types/v10';
import { settingsForMember } from '#src/discord/access/filter-for-member.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { CommandUse } from '#src/discord/interactions/interaction.ts';
import type { Messages } from '#src/messages/messages.ts';

/** Channel types that alerts can be posted in. */
export const POSTABLE_CHANNELS = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
] as const;

/** Its name. */
export const CHANNEL_OPTION = 'channel';

/** The channel of a new alert. */
export const channelOption = (messages: Messages) =>
  ({
    type: ApplicationCommandOptionType.Channel,
    name: CHANNEL_OPTION,
    description: messages.alertCommands.addChannel,
    channel_types: [...POSTABLE_CHANNELS],
  }) satisfies APIApplicationCommandBasicOption;

/**
 * The channel of the option, else the default channel of the server where the member can see it, else the current
 * one.
 */
export async function channelOf(
  interaction: CommandUse,
  { channelId, memberAccess, services }: AnswerContext,
): Promise<string> {
  const chosen = interaction.options.getChannel(CHANNEL_OPTION);
  if (chosen !== null) return chosen.id;
  const { defaultChannelId } = await settingsForMember(memberAccess, services.view.settings);
  const exists = defaultChannelId !== null && (await memberAccess.accessTo(defaultChannelId)) !== 'unknown';
  return exists ? defaultChannelId : channelId;
}
