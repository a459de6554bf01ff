import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { type IntegrationOwners, isOutside } from './integration-owners.ts';
import { allows, channelPermissions } from './permissions.ts';
import type { ApplicationRecord, ChannelRecord, InteractionRecord } from './records.ts';
import type { World } from './world.ts';

/** What an application can have where it is no member. */
const PERMISSIONS_OF_NO_MEMBER: bigint = Bits.EmbedLinks | Bits.AttachFiles | Bits.MentionEveryone;

/**
 * `app_permissions` of an interaction: the bot's where it is a member; among people and with the bot those that every
 * application has there; in a server that did not install it, those of them that the user has.
 */
export function applicationPermissions(
  world: World,
  application: ApplicationRecord,
  { channel, userId }: { readonly channel: ChannelRecord; readonly userId: string },
  owners: IntegrationOwners,
): bigint {
  if (channel.guildId === null) {
    const isOwn = channel.recipientIds.includes(application.botId);
    return PERMISSIONS_OF_NO_MEMBER | (isOwn ? Bits.UseExternalEmojis : 0n);
  }
  return isOutside(owners, channel.guildId)
    ? channelPermissions(world, channel, userId) & (PERMISSIONS_OF_NO_MEMBER | Bits.UseExternalEmojis)
    : channelPermissions(world, channel, application.botId);
}

/** How an interaction may be answered. */
export interface AnswerRights {
  /** Whether Discord makes every answer ephemeral. */
  readonly onlyEphemeral: boolean;
  /** Whether a public answer keeps its embeds. */
  readonly embedLinks: boolean;
}

/**
 * In a server that did not install the application, an answer obeys the user's permissions, and without Use External Apps
 * only that user sees it (Discord docs: Permissions). Elsewhere no permission is needed.
 */
export function answerRights(
  world: World,
  interaction: InteractionRecord,
  channel: ChannelRecord,
): AnswerRights {
  if (!interaction.isOutside) return { onlyEphemeral: false, embedLinks: true };
  const permissions = channelPermissions(world, channel, interaction.userId);
  const send = channel.thread === null ? Bits.SendMessages : Bits.SendMessagesInThreads;
  return {
    onlyEphemeral: !allows(permissions, Bits.UseExternalApps | send),
    embedLinks: allows(permissions, Bits.EmbedLinks),
  };
}
