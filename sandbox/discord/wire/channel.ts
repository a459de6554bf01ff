import { ChannelType } from 'discord-api-types/v10';
import type { ChannelRecord } from '../state/records.ts';
import type { World } from '../state/world.ts';

function threadFields(world: World, channel: ChannelRecord): Record<string, unknown> {
  const { thread } = channel;
  if (thread === null) {
    return {};
  }
  return {
    owner_id: thread.ownerId,
    message_count: world.history.get(channel.id)?.length ?? 0,
    member_count: thread.memberIds.size,
    total_message_sent: world.history.get(channel.id)?.length ?? 0,
    applied_tags: thread.appliedTags,
    thread_metadata: {
      archived: thread.archived,
      archive_timestamp: thread.archiveChangedAt,
      auto_archive_duration: thread.autoArchiveMinutes,
      locked: thread.locked,
      create_timestamp: thread.createdAt,
      ...(channel.type === ChannelType.PrivateThread ? { invitable: true } : {}),
    },
  };
}

/** A channel in Discord's representation: of a server, a thread or a direct message. */
export function channelPayload(world: World, channel: ChannelRecord): Record<string, unknown> {
  if (channel.guildId === null) {
    return {
      id: channel.id,
      type: channel.type,
      flags: 0,
      last_message_id: channel.lastMessageId,
      recipients: channel.recipientIds
        .map((id) => world.users.get(id))
        .filter((user) => user !== undefined && user.bot !== true),
    };
  }
  if (channel.thread !== null) {
    return {
      id: channel.id,
      type: channel.type,
      guild_id: channel.guildId,
      name: channel.name,
      parent_id: channel.parentId,
      last_message_id: channel.lastMessageId,
      rate_limit_per_user: channel.slowModeSeconds,
      flags: 0,
      ...threadFields(world, channel),
    };
  }
  return {
    id: channel.id,
    type: channel.type,
    guild_id: channel.guildId,
    name: channel.name,
    position: channel.position,
    parent_id: channel.parentId,
    flags: 0,
    nsfw: channel.nsfw,
    ...(channel.type === ChannelType.GuildCategory
      ? {}
      : {
          topic: channel.topic,
          last_message_id: channel.lastMessageId,
          rate_limit_per_user: channel.slowModeSeconds,
        }),
    ...(channel.type === ChannelType.GuildForum ? { available_tags: [], default_reaction_emoji: null } : {}),
    permission_overwrites: [...channel.overwrites.values()].map((overwrite) => ({
      id: overwrite.id,
      type: overwrite.type,
      allow: overwrite.allow.toString(),
      deny: overwrite.deny.toString(),
    })),
  };
}
