import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { allows, channelPermissions, guildPermissions } from '../state/permissions.ts';
import type { ApplicationRecord, ChannelRecord, GuildRecord, StoredMessage } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { missingAccess, missingPermissions, unknownChannel, unknownGuild, unknownMessage } from './errors.ts';

/** A channel that the bot can reach. Throws 10003, or 50001 where it may not look. */
export function reachableChannel(world: World, caller: ApplicationRecord, channelId: string): ChannelRecord {
  const channel = world.channels.get(channelId);
  if (channel === undefined) {
    throw unknownChannel();
  }
  if (!allows(channelPermissions(world, channel, caller.botId), Bits.ViewChannel)) {
    throw missingAccess();
  }
  return channel;
}

/** A server that the bot is in. Throws 10004, also where it is none of the bot's business. */
export function joinedGuild(world: World, caller: ApplicationRecord, guildId: string): GuildRecord {
  const guild = world.guilds.get(guildId);
  if (guild === undefined || !guild.members.has(caller.botId)) {
    throw unknownGuild();
  }
  return guild;
}

/** Throws 50013 unless the bot has all of the given permissions in the channel. */
export function demandInChannel(
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
export function demandInGuild(caller: ApplicationRecord, guild: GuildRecord, needed: bigint): void {
  if (!allows(guildPermissions(guild, caller.botId), needed)) {
    throw missingPermissions();
  }
}

/** A message of a channel that everyone in it sees. Throws 10008. */
export function messageIn(world: World, channel: ChannelRecord, messageId: string): StoredMessage {
  const message = world.messages.get(messageId);
  if (message === undefined || message.channelId !== channel.id || message.visibleTo !== null) {
    throw unknownMessage();
  }
  return message;
}
