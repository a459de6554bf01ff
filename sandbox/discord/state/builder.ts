import type { APIRole, APIUser, ChannelType } from 'discord-api-types/v10';
import { newUser } from '../wire/user.ts';
import { addChannel, channelChanged, directMessageChannel, removeChannel } from './channels.ts';
import {
  addGuild,
  addGuildMember,
  addRole,
  changeRole,
  memberChanged,
  removeGuildMember,
  setGuildUnavailable,
  tellGuildCreate,
} from './guilds.ts';
import type { ApplicationRecord, ChannelRecord, GuildRecord } from './records.ts';
import { botToken } from './tokens.ts';
import type { World } from './world.ts';

/** Makes and changes what exists, as people with every right would. All ids are snowflakes by the clock. */
export interface WorldBuilder {
  /** An application with its bot; `privilegedIntents` is a bit field of the privileged ones it was given. */
  createApplication(fields: { name: string; privilegedIntents?: number }): {
    applicationId: string;
    token: string;
    botUser: APIUser;
  };
  createUser(fields: { name: string }): APIUser;
  createGuild(fields: { name: string; ownerId: string }): { id: string; name: string };
  createRole(fields: { guildId: string; name: string; permissions?: bigint }): APIRole;
  setRolePermissions(guildId: string, roleId: string, permissions: bigint): void;
  createChannel(fields: { guildId: string; name: string; type?: ChannelType; parentId?: string }): {
    id: string;
    name: string;
  };
  addMember(fields: { guildId: string; userId: string; roleIds?: readonly string[] }): void;
  setMemberRoles(guildId: string, userId: string, roleIds: readonly string[]): void;
  removeMember(guildId: string, userId: string): void;
  /** Invites a bot: it joins with a role of its own that has the given permissions. */
  installBot(fields: { guildId: string; applicationId: string; permissions: bigint }): void;
  kickBot(guildId: string, applicationId: string): void;
  setOverwrite(
    channelId: string,
    overwrite: { id: string; type: 'role' | 'member'; allow?: bigint; deny?: bigint },
  ): void;
  removeOverwrite(channelId: string, overwriteId: string): void;
  deleteChannel(channelId: string): void;
  channelExists(channelId: string): boolean;
  /** The direct message channel between a person and a bot. */
  openDirectMessage(userId: string, applicationId: string): { id: string };
  /** Begins (true) or ends (false) an outage of one server. */
  setGuildUnavailable(guildId: string, unavailable: boolean): void;
  /** Makes the token worthless: REST answers 401, a new identify closes with 4004. */
  revokeToken(applicationId: string): void;
  /** Gives the application a new token, and the old one is worthless. */
  renewToken(applicationId: string): string;
}

function known<T>(found: T | undefined, what: string, id: string): T {
  if (found === undefined) {
    throw new Error(`There is no ${what} ${id} in this local Discord.`);
  }
  return found;
}

/** The builder of a world. Its functions throw an Error for ids that do not exist. */
export function createBuilder(world: World): WorldBuilder {
  const guildOf = (id: string): GuildRecord => known(world.guilds.get(id), 'guild', id);
  const channelOf = (id: string): ChannelRecord => known(world.channels.get(id), 'channel', id);
  const applicationOf = (id: string): ApplicationRecord =>
    known(world.applications.get(id), 'application', id);
  const freshToken = (botId: string): string => botToken(botId, world.clock.now(), world.nextId());

  return {
    createApplication({ name, privilegedIntents = 0 }) {
      const id = world.nextId();
      const botUser = newUser(id, name, true);
      const token = freshToken(id);
      world.users.set(id, botUser);
      world.applications.set(id, { id, name, botId: id, token, privilegedIntents });
      return { applicationId: id, token, botUser };
    },
    createUser({ name }) {
      const user = newUser(world.nextId(), name, false);
      world.users.set(user.id, user);
      return user;
    },
    createGuild({ name, ownerId }) {
      known(world.users.get(ownerId), 'user', ownerId);
      const guild = addGuild(world, name, ownerId);
      return { id: guild.id, name: guild.name };
    },
    createRole: ({ guildId, name, permissions = 0n }) =>
      addRole(world, guildOf(guildId), { name, permissions }),
    setRolePermissions(guildId, roleId, permissions) {
      const guild = guildOf(guildId);
      const role = known(guild.roles.get(roleId), 'role', roleId);
      changeRole(world, guild, role, { permissions: permissions.toString() });
    },
    createChannel({ guildId, ...fields }) {
      const channel = addChannel(world, { guildId: guildOf(guildId).id, ...fields });
      return { id: channel.id, name: channel.name };
    },
    addMember({ guildId, userId, roleIds = [] }) {
      known(world.users.get(userId), 'user', userId);
      addGuildMember(world, guildOf(guildId), userId).roleIds = [...roleIds];
    },
    setMemberRoles(guildId, userId, roleIds) {
      const guild = guildOf(guildId);
      const member = known(guild.members.get(userId), 'member', userId);
      member.roleIds = [...roleIds];
      memberChanged(world, guild, member);
    },
    removeMember: (guildId, userId) => removeGuildMember(world, guildOf(guildId), userId),
    installBot({ guildId, applicationId, permissions }) {
      const guild = guildOf(guildId);
      const application = applicationOf(applicationId);
      const member = addGuildMember(world, guild, application.botId);
      const role = addRole(world, guild, { name: application.name, permissions, botId: application.botId });
      member.roleIds = [role.id];
      tellGuildCreate(world, guild, application);
    },
    kickBot: (guildId, applicationId) =>
      removeGuildMember(world, guildOf(guildId), applicationOf(applicationId).botId),
    setOverwrite(channelId, { id, type, allow = 0n, deny = 0n }) {
      const channel = channelOf(channelId);
      channel.overwrites.set(id, { id, type: type === 'role' ? 0 : 1, allow, deny });
      channelChanged(world, channel);
    },
    removeOverwrite(channelId, overwriteId) {
      const channel = channelOf(channelId);
      channel.overwrites.delete(overwriteId);
      channelChanged(world, channel);
    },
    channelExists: (channelId) => world.channels.has(channelId),
    deleteChannel: (channelId) => removeChannel(world, channelOf(channelId)),
    openDirectMessage: (userId, applicationId) => ({
      id: directMessageChannel(world, userId, applicationOf(applicationId).botId).id,
    }),
    setGuildUnavailable: (guildId, unavailable) => setGuildUnavailable(world, guildOf(guildId), unavailable),
    revokeToken(applicationId) {
      applicationOf(applicationId).token = null;
    },
    renewToken(applicationId) {
      const application = applicationOf(applicationId);
      application.token = freshToken(application.botId);
      return application.token;
    },
  };
}
