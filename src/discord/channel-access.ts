import { PermissionFlagsBits as Bits, ChannelType, type Client, type GuildBasedChannel } from 'discord.js';
import { type ChannelKind, neededForAlerts, READ_HISTORY } from './needed-permissions.ts';

/** Whether the bot may read a channel's earlier messages. */
export type HistoryAccess = 'readable' | 'unreadable' | 'unknown';

/**
 * Whether the bot is in a channel. `unknown`: the gateway has not reported the channel yet, or no longer does (a
 * deleted channel, an archived thread). `outside`: a private thread that the bot was not added to.
 */
export type ThreadMembership = 'inside' | 'outside' | 'unknown';

/** A permission that is recommended but not required: to read the history, and to mention all roles. */
export type RecommendedPermission = 'read-history' | 'mention-roles';

/** What the bot may do in a channel. */
export interface ChannelAccess {
  /**
   * Names, as in Discord's English settings, of the permissions that posting an alert needs and the bot does not have there.
   */
  missingForAlerts(channelId: string): readonly string[];
  membership(channelId: string): ThreadMembership;
  /** Recommended permissions that the bot does not have there; empty while `missingForAlerts` is not. */
  missingRecommended(channelId: string, pingRoleIds: readonly string[]): readonly RecommendedPermission[];
  /** Whether the channel's server is known and no longer has the role. */
  isRoleDeleted(channelId: string, roleId: string): boolean;
  /** `unknown` where the gateway has not reported the channel yet, or no longer does. */
  historyAccess(channelId: string): HistoryAccess;
}

const NEEDED_FOR_HISTORY = [Bits.ViewChannel, READ_HISTORY.bit];

function channelKindOf(channel: GuildBasedChannel | null): ChannelKind {
  if (channel?.isThread() !== true) return 'channel';
  if (channel.locked === true) return 'locked thread';
  const isUnjoined = channel.type === ChannelType.PrivateThread && !channel.joined;
  return isUnjoined ? 'private thread of others' : 'thread';
}

/** Computes permissions from the servers, roles, overwrites and threads that the gateway reported. */
export function createChannelAccess(client: Client): ChannelAccess {
  function guildChannel(channelId: string): GuildBasedChannel | null {
    const channel = client.channels.cache.get(channelId);
    return channel === undefined || channel.isDMBased() ? null : channel;
  }

  function permissionsIn(channel: GuildBasedChannel | null) {
    const me = channel?.guild.members.me ?? null;
    return channel === null || me === null ? null : channel.permissionsFor(me);
  }

  function missingForAlerts(channelId: string): readonly string[] {
    const channel = guildChannel(channelId);
    const permissions = permissionsIn(channel);
    return neededForAlerts(channelKindOf(channel))
      .filter(({ bit }) => permissions?.has(bit) !== true)
      .map(({ name }) => name);
  }

  return {
    missingForAlerts,
    membership(channelId) {
      const channel = guildChannel(channelId);
      const permissions = permissionsIn(channel);
      if (permissions === null) return 'unknown';
      const isUnjoined = channelKindOf(channel) === 'private thread of others';
      return isUnjoined && !permissions.has(Bits.ManageThreads) ? 'outside' : 'inside';
    },
    missingRecommended(channelId, pingRoleIds) {
      const channel = guildChannel(channelId);
      const permissions = permissionsIn(channel);
      if (channel === null || permissions === null || missingForAlerts(channelId).length > 0) return [];
      const roles = channel.guild.roles.cache;
      const pingIsMuted =
        !permissions.has(Bits.MentionEveryone) &&
        pingRoleIds.some((id) => roles.get(id)?.mentionable === false);
      return [
        ...(permissions.has(READ_HISTORY.bit) ? [] : (['read-history'] as const)),
        ...(pingIsMuted ? (['mention-roles'] as const) : []),
      ];
    },
    isRoleDeleted(channelId, roleId) {
      const guild = guildChannel(channelId)?.guild;
      return guild?.available === true && !guild.roles.cache.has(roleId);
    },
    historyAccess(channelId) {
      const permissions = permissionsIn(guildChannel(channelId));
      if (permissions === null) return 'unknown';
      return permissions.has(NEEDED_FOR_HISTORY) ? 'readable' : 'unreadable';
    },
  };
}
