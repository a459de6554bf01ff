import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { allows, channelPermissions } from './permissions.ts';
import type { StoredMessage } from './records.ts';
import type { World } from './world.ts';

/**
 * Whether a message pinged a user: by name, by a role that they have now, or with everyone, where Discord
 * allowed it. Only the original content counts: edits ping nobody. A silent message still marks the channel.
 */
export function isPinged(world: World, message: StoredMessage, userId: string): boolean {
  const channel = world.channels.get(message.channelId);
  const foreign = message.visibleTo !== null && message.visibleTo !== userId;
  if (channel === undefined || foreign || message.authorId === userId) {
    return false;
  }
  if (!allows(channelPermissions(world, channel, userId), Bits.ViewChannel)) {
    return false;
  }
  const { mentions, mention_roles, mention_everyone } = message.edits[0]?.before ?? message.payload;
  const roleIds = world.guilds.get(channel.guildId ?? '')?.members.get(userId)?.roleIds ?? [];
  return (
    mention_everyone ||
    mentions.some(({ id }) => id === userId) ||
    mention_roles.some((id) => roleIds.includes(id))
  );
}
