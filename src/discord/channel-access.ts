import { PermissionFlagsBits as Bits, type Client, type GuildBasedChannel } from 'discord.js';

/** Whether the bot may read a channel's earlier messages. */
export type HistoryAccess = 'readable' | 'unreadable' | 'unknown';

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
   * Publishing one's own messages in an announcement channel needs no more than that (Discord docs: Crosspost Message).
   */
  missingForAlerts(channelId: string): readonly string[];
  /** What the bot lacks there without alerts failing; nothing where `missingForAlerts` is not empty yet. */
  goodToHave(channelId: string, pingRoleId: string | null): readonly AdvisablePermission[];
  /** `unknown` while the gateway has not told of the channel yet, or tells of it no more. */
  historyAccess(channelId: string): HistoryAccess;
}

type Needed = readonly (readonly [bigint, string])[];

const VIEW: Needed = [[Bits.ViewChannel, 'View Channel']];
const SEND: Needed = [[Bits.SendMessages, 'Send Messages']];
/** In a thread Send Messages means nothing (Discord docs: Permissions, inherited permissions of threads). */
const SEND_IN_THREAD: Needed = [[Bits.SendMessagesInThreads, 'Send Messages in Threads']];
/** Only those who manage threads write in a locked one. */
const SEND_IN_LOCKED_THREAD: Needed = [...SEND_IN_THREAD, [Bits.ManageThreads, 'Manage Threads']];
const EMBED: Needed = [[Bits.EmbedLinks, 'Embed Links']];

const NEEDED_FOR_HISTORY = [Bits.ViewChannel, Bits.ReadMessageHistory];

const HISTORY: AdvisablePermission = {
  name: 'Read Message History',
  without: 'I cannot look whether an alert arrived when Discord’s answer is lost, and give that alert up',
};
const MENTION: AdvisablePermission = {
  name: 'Mention @everyone, @here, and All Roles',
  without: 'a role that not everyone may mention is named, but nobody is notified',
};

function sending(channel: GuildBasedChannel | null): Needed {
  if (channel?.isThread() !== true) return SEND;
  return channel.locked === true ? SEND_IN_LOCKED_THREAD : SEND_IN_THREAD;
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
    return [...VIEW, ...sending(channel), ...EMBED]
      .filter(([bit]) => permissions?.has(bit) !== true)
      .map(([, name]) => name);
  }

  return {
    missingForAlerts,
    goodToHave(channelId, pingRoleId) {
      const channel = guildChannel(channelId);
      const permissions = permissionsIn(channel);
      if (channel === null || permissions === null || missingForAlerts(channelId).length > 0) return [];
      const role = pingRoleId === null ? undefined : channel.guild.roles.cache.get(pingRoleId);
      const silent = role !== undefined && !role.mentionable && !permissions.has(Bits.MentionEveryone);
      return [...(permissions.has(Bits.ReadMessageHistory) ? [] : [HISTORY]), ...(silent ? [MENTION] : [])];
    },
    historyAccess(channelId) {
      const permissions = permissionsIn(guildChannel(channelId));
      if (permissions === null) return 'unknown';
      return permissions.has(NEEDED_FOR_HISTORY) ? 'readable' : 'unreadable';
    },
  };
}
