import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { Rule } from '#src/alerts/subscription.ts';
import type { Channel, Role } from '../guilds/guild.ts';
import { type Guilds, ownPermissions } from '../guilds/guilds.ts';
import { hasAll } from '../guilds/permissions.ts';

/** A channel or thread in which alerts can be posted. */
export interface ServerChannel {
  readonly id: string;
  readonly name: string;
  readonly isAnnouncement: boolean;
}

/** A role of a server. */
export type ServerRole = Pick<Role, 'id' | 'name'>;

/** Channels and roles of servers, as reported by the gateway. Makes no requests. */
export interface ServerDirectory {
  /** Returns the server's name; empty while unknown. */
  name(guildId: string): string;
  /** Returns all channels and threads in which alerts can be posted. */
  channels(guildId: string): readonly ServerChannel[];
  /** Returns the channel; here and below, `null` if the server has none with this id. */
  channel(guildId: string, channelId: string): ServerChannel | null;
  roles(guildId: string): readonly ServerRole[];
  role(guildId: string, roleId: string): ServerRole | null;
  /** Returns whether a mention of the role by the bot notifies its holders. */
  mayPing(channelId: string, roleId: string): boolean;
}

/** Channels with messages (Discord docs: Channel Types). A forum has only threads. */
const TEXT_CHANNELS: ReadonlySet<ChannelType> = new Set([
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
]);

function toServerChannel({ id, name, type }: Channel): ServerChannel {
  return { id, name, isAnnouncement: type === ChannelType.GuildAnnouncement };
}

/** @param now epoch ms, for time-outs */
export function createServerDirectory(
  guilds: Pick<Guilds, 'get' | 'findChannel' | 'botId'>,
  now: () => number,
): ServerDirectory {
  return {
    name: (guildId) => guilds.get(guildId)?.name ?? '',
    channels: (guildId) =>
      [...(guilds.get(guildId)?.channels.values() ?? [])]
        .filter(({ type }) => TEXT_CHANNELS.has(type))
        .map(toServerChannel),
    channel(guildId, channelId) {
      const channel = guilds.get(guildId)?.channels.get(channelId);
      return channel !== undefined && TEXT_CHANNELS.has(channel.type) ? toServerChannel(channel) : null;
    },
    roles: (guildId) =>
      [...(guilds.get(guildId)?.roles.values() ?? [])].map(({ id, name }) => ({ id, name })),
    role(guildId, roleId) {
      const role = guilds.get(guildId)?.roles.get(roleId);
      return role === undefined ? null : { id: role.id, name: role.name };
    },
    mayPing(channelId, roleId) {
      const found = guilds.findChannel(channelId);
      const role = found?.guild.roles.get(roleId);
      if (found === null || role === undefined) return false;
      if (role.isMentionable) return true;
      const permissions = ownPermissions(found, guilds.botId, now());
      return permissions !== null && hasAll(permissions, PermissionFlagsBits.MentionEveryone);
    },
  };
}

/** The rule without ping roles that were deleted; as it is while the server is not known. */
export function withExistingRoles<R extends Pick<Rule, 'pingRoles'>>(
  rule: R,
  guildId: string,
  serverDirectory: Pick<ServerDirectory, 'role'>,
): R {
  // Every server has a role with its own id, @everyone.
  if (rule.pingRoles.length === 0 || serverDirectory.role(guildId, guildId) === null) return rule;
  return { ...rule, pingRoles: rule.pingRoles.filter((id) => serverDirectory.role(guildId, id) !== null) };
}
