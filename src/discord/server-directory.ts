import {
  ChannelType,
  type Client,
  type Guild,
  type GuildBasedChannel,
  PermissionFlagsBits,
} from 'discord.js';

/** A channel or thread that alerts can be posted in. */
export interface ServerChannel {
  readonly id: string;
  readonly name: string;
  readonly isAnnouncement: boolean;
}

/** A role of a server. */
export interface ServerRole {
  readonly id: string;
  readonly name: string;
}

/** Channels and roles of servers, as reported by the gateway. Makes no requests. */
export interface ServerDirectory {
  /** The server's name; empty while unknown. */
  name(guildId: string): string;
  /** All channels and threads that alerts can be posted in. */
  channels(guildId: string): readonly ServerChannel[];
  /** `null` where the server has none with this id, here and below. */
  channel(guildId: string, channelId: string): ServerChannel | null;
  roles(guildId: string): readonly ServerRole[];
  role(guildId: string, roleId: string): ServerRole | null;
  /** Whether a mention of the role by the bot notifies its holders. */
  mayPing(channelId: string, roleId: string): boolean;
}

function toServerChannel(channel: GuildBasedChannel): ServerChannel {
  const { id, name } = channel;
  return { id, name, isAnnouncement: channel.type === ChannelType.GuildAnnouncement };
}

/** Reads servers from the gateway client's cache. */
export function createServerDirectory(client: Client): ServerDirectory {
  const guild = (guildId: string): Guild | undefined => client.guilds.cache.get(guildId);

  function channels(guildId: string): readonly ServerChannel[] {
    const all = [...(guild(guildId)?.channels.cache.values() ?? [])];
    return all.filter((channel) => channel.isTextBased()).map(toServerChannel);
  }

  function roles(guildId: string): readonly ServerRole[] {
    return [...(guild(guildId)?.roles.cache.values() ?? [])].map(({ id, name }) => ({ id, name }));
  }

  return {
    name: (guildId) => guild(guildId)?.name ?? '',
    channels,
    channel: (guildId, channelId) => channels(guildId).find(({ id }) => id === channelId) ?? null,
    roles,
    role: (guildId, roleId) => roles(guildId).find(({ id }) => id === roleId) ?? null,
    mayPing(channelId, roleId) {
      const channel = client.channels.cache.get(channelId);
      if (channel === undefined || channel.isDMBased()) return false;
      const role = channel.guild.roles.cache.get(roleId);
      if (role === undefined) return false;
      if (role.mentionable) return true;
      const me = channel.guild.members.me;
      return me !== null && channel.permissionsFor(me).has(PermissionFlagsBits.MentionEveryone);
    },
  };
}
