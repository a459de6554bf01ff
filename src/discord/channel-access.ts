import { PermissionFlagsBits as Bits, ChannelType, type Client, type GuildBasedChannel } from 'discord.js';
import { neededForAlerts, type PostingPlace, READ_HISTORY } from './needed-permissions.ts';

/** Whether the bot may read a channel's earlier messages. */
export type HistoryAccess = 'readable' | 'unreadable' | 'unknown';

/**
 * How the bot stands to a channel. `unknown` while the gateway has not told of it yet, or tells of it no more: it was
 * deleted, or is a thread that was closed; `outside` a private thread that it was not added to.
 */
export type Standing = 'inside' | 'outside' | 'unknown';

/** A permission that is only good to have. */
export interface AdvisablePermission {
  /** As Discord's settings call it. */
  readonly name: string;
  /** What happens without it, as the end of a sentence: “Without it, …”. */
  readonly without: string;
}

/** What the bot may do in a channel. */
export interface ChannelAccess {
  /**
   * Names of the permissions that posting an alert needs and the bot lacks there, as Discord's settings call them.
   */
  missingForAlerts(channelId: string): readonly string[];
  standing(channelId: string): Standing;
  /** What the bot lacks there without alerts failing; nothing where `missingForAlerts` is not empty yet. */
  goodToHave(channelId: string, pingRoleId: string | null): readonly AdvisablePermission[];
  /** Whether the channel's server is known and has no such role any more. */
  roleIsGone(channelId: string, roleId: string): boolean;
  /** `unknown` while the gateway has not told of the channel yet, or tells of it no more. */
  historyAccess(channelId: string): HistoryAccess;
}

const NEEDED_FOR_HISTORY = [Bits.ViewChannel, READ_HISTORY.bit];

const HISTORY: AdvisablePermission = {
  name: READ_HISTORY.name,
  without:
    'I cannot look whether an alert arrived when Discord’s answer is lost, and the channel waits until you say it',
};
const MENTION: AdvisablePermission = {
  name: 'Mention @everyone, @here, and All Roles',
  without: 'a role that not everyone may mention is named, but nobody is notified',
};

function placeOf(channel: GuildBasedChannel | null): PostingPlace {
  if (channel?.isThread() !== true) return 'channel';
  if (channel.locked === true) return 'locked thread';
  const isForeign = channel.type === ChannelType.PrivateThread && !channel.joined;
  return isForeign ? 'private thread of others' : 'thread';
}

/** Reads permissions from what the gateway told of servers, roles, overwrites and threads. */
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
    return neededForAlerts(placeOf(channel))
      .filter(({ bit }) => permissions?.has(bit) !== true)
      .map(({ name }) => name);
  }

  return {
    missingForAlerts,
    standing(channelId) {
      const channel = guildChannel(channelId);
      const permissions = permissionsIn(channel);
      if (permissions === null) return 'unknown';
      const isForeign = placeOf(channel) === 'private thread of others';
      return isForeign && !permissions.has(Bits.ManageThreads) ? 'outside' : 'inside';
    },
    goodToHave(channelId, pingRoleId) {
      const channel = guildChannel(channelId);
      const permissions = permissionsIn(channel);
      if (channel === null || permissions === null || missingForAlerts(channelId).length > 0) return [];
      const role = pingRoleId === null ? undefined : channel.guild.roles.cache.get(pingRoleId);
      const silent = role !== undefined && !role.mentionable && !permissions.has(Bits.MentionEveryone);
      return [...(permissions.has(READ_HISTORY.bit) ? [] : [HISTORY]), ...(silent ? [MENTION] : [])];
    },
    roleIsGone(channelId, roleId) {
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
