import { type Client, PermissionFlagsBits } from 'discord.js';

/** Whether the bot may read a channel's earlier messages. */
export type HistoryAccess = 'readable' | 'unreadable' | 'unknown';

/** What the bot may do in a channel. */
export interface ChannelAccess {
  /** Names of the permissions that posting an alert needs and the bot lacks there, as Discord's settings call them. */
  missingForAlerts(channelId: string): readonly string[];
  /** `unknown` while the gateway has not told of the channel yet, or tells of it no more. */
  historyAccess(channelId: string): HistoryAccess;
}

const NEEDED_FOR_ALERTS: readonly (readonly [bigint, string])[] = [
  [PermissionFlagsBits.ViewChannel, 'View Channel'],
  [PermissionFlagsBits.SendMessages, 'Send Messages'],
  [PermissionFlagsBits.EmbedLinks, 'Embed Links'],
];

const NEEDED_FOR_HISTORY = [PermissionFlagsBits.ViewChannel, PermissionFlagsBits.ReadMessageHistory];

/** Reads permissions from what the gateway told of servers, roles and overwrites. */
export function createChannelAccess(client: Client): ChannelAccess {
  function permissionsIn(channelId: string) {
    const channel = client.channels.cache.get(channelId);
    if (channel === undefined || channel.isDMBased()) return null;
    const me = channel.guild.members.me;
    return me === null ? null : channel.permissionsFor(me);
  }

  return {
    missingForAlerts(channelId) {
      const permissions = permissionsIn(channelId);
      return NEEDED_FOR_ALERTS.filter(([bit]) => permissions?.has(bit) !== true).map(([, name]) => name);
    },
    historyAccess(channelId) {
      const permissions = permissionsIn(channelId);
      if (permissions === null) return 'unknown';
      return permissions.has(NEEDED_FOR_HISTORY) ? 'readable' : 'unreadable';
    },
  };
}
