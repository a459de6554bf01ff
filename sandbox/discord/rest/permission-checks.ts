import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { allows, channelPermissions, guildPermissions } from '../state/permissions.ts';
import type { ApplicationRecord, ChannelRecord, GuildRecord, StoredMessage } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { missingAccess, missingPermissions, unknownChannel, unknownGuild, unknownMessage } from './errors.ts';

/** A channel that the bot can view. Throws 10003, or 50001 without View Channel. */
export function accessibleChannel(world: World, caller: ApplicationRecord, channelId: string): ChannelRecord {
  const channel = world.channels.get(channelId);
  if (channel === undefined) {
    throw unknownChannel();
  }
  if (!allows(channelPermissions(world, channel, caller.botId), Bits.ViewChannel)) {
    throw missingAccess();
  }
  return channel;
}

/** A server that the bot is in. Throws 10004, also for existing servers without the bot. */
export function accessibleGuild(world: World, caller: ApplicationRecord, guildId: string): GuildRecord {
  const guild = world.guilds.get(guildId);
  if (guild === undefined || !guild.members.has(caller.botId)) {
    throw unknownGuild();
  }
  return guild;
}

/** Throws 50013 unless the bot has all of the given permissions in the channel. */
export function requireChannelPermissions(
  world: World,
  caller: ApplicationRecord,
  channel: ChannelRecord,
  needed: bigint,
): void {
  if (!allows(channelPermissions(world, channel, caller.botId), needed)) {
    throw missingPermissions();
  }
}

/** Throws 50013 unless the bot has all of the given permissions in the server. */
export function requireGuildPermissions(caller: ApplicationRecord, guild: GuildRecord, needed: bigint): void {
  if (!allows(guildPermissions(guild, caller.botId), needed)) {
    throw missingPermissions();
  }
}

/** A message that everyone in the channel sees. Throws 10008. */
export function findMessage(world: World, channel: ChannelRecord, messageId: string): StoredMessage {
  const message = world.messages.get(messageId);
  if (message === undefined || message.channelId !== channel.id || message.visibleTo !== null) {
    throw unknownMessage();
  }
  return message;
}
