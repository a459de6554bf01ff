import {
  type APIRole,
  type APIUser,
  type ApplicationIntegrationType,
  ChannelType,
  MessageFlags,
} from 'discord-api-types/v10';
import { newUser } from '../wire/user.ts';
import { addChannel, dispatchChannelUpdate, removeChannel } from './channels.ts';
import { directMessageChannel, setBlocked } from './direct-messages.ts';
import {
  addGuild,
  addGuildMember,
  addRole,
  changeRole,
  dispatchGuildCreate,
  dispatchMemberUpdate,
  removeGuildMember,
  setGuildUnavailable,
} from './guilds.ts';
import { BOTH_INTEGRATION_TYPES, installToAccount, removeFromAccount } from './installs.ts';
import { editMessage } from './messages.ts';
import type { ApplicationRecord, ChannelRecord, GuildRecord } from './records.ts';
import { createSigningKey } from './signing-key.ts';
import { addThread, joinThread, leaveThread, publicThreadType, setThreadState } from './threads.ts';
import { botToken } from './tokens.ts';
import type { World } from './world.ts';

/** Creates and changes what exists, without permission checks. All ids are snowflakes of the clock. */
export interface WorldBuilder {
  /**
   * An application with its bot; `privilegedIntents` is the bit field of the privileged intents it was granted,
   * `integrationTypes` says whether it is for servers, for accounts, or (by default) for both.
   */
  createApplication(fields: {
    name: string;
    privilegedIntents?: number;
    integrationTypes?: readonly ApplicationIntegrationType[];
  }): {
    applicationId: string;
    token: string;
    botUser: APIUser;
  };
  createUser(fields: { name: string }): APIUser;
  createGuild(fields: { name: string; ownerId: string }): { id: string; name: string };
  /** A role that everyone may mention where `mentionable`; else it takes Mention Everyone. */
  createRole(fields: { guildId: string; name: string; permissions?: bigint; mentionable?: boolean }): APIRole;
  setRoleMentionable(guildId: string, roleId: string, mentionable: boolean): void;
  setRolePermissions(guildId: string, roleId: string, permissions: bigint): void;
  createChannel(fields: { guildId: string; name: string; type?: ChannelType; parentId?: string }): {
    id: string;
    name: string;
  };
  addMember(fields: { guildId: string; userId: string; roleIds?: readonly string[] }): void;
  setMemberRoles(guildId: string, userId: string, roleIds: readonly string[]): void;
  /** Times a member out until then, ms of the clock; null ends it. */
  timeOutMember(guildId: string, userId: string, untilMs: number | null): void;
  removeMember(guildId: string, userId: string): void;
  /**
   * Installs a bot: it joins with a managed role that has the given permissions. A bot that is a member already keeps its
   * membership, and its role gets the permissions.
   */
  installBot(fields: { guildId: string; applicationId: string; permissions: bigint }): void;
  kickBot(guildId: string, applicationId: string): void;
  setOverwrite(
    channelId: string,
    overwrite: { id: string; type: 'role' | 'member'; allow?: bigint; deny?: bigint },
  ): void;
  removeOverwrite(channelId: string, overwriteId: string): void;
  /**
   * Opens a thread in a channel, owned by a user or a bot (the server's owner by default), who is its first
   * member; a private one is visible to its members and to those with Manage Threads.
   */
  createThread(fields: {
    channelId: string;
    name: string;
    ownerId?: string;
    private?: boolean;
    memberIds?: readonly string[];
    archived?: boolean;
    locked?: boolean;
  }): { id: string; name: string };
  /** Archives, unarchives, locks or unlocks a thread, as a moderator would. */
  setThread(threadId: string, state: { archived?: boolean; locked?: boolean }): void;
  /** Removes all embeds of a message, as a moderator does with ✕, or (false) shows them again. */
  suppressEmbeds(messageId: string, isSuppressed?: boolean): void;
  /** Discord fails to list the messages of a channel from now on, or (true) does not any more. */
  setListable(channelId: string, isListable: boolean): void;
  /** Discord refuses addresses of hosts that contain this, wherever a message has them: 50035 names the field. */
  refuseHosts(part: string, isRefused?: boolean): void;
  addThreadMember(threadId: string, userId: string): void;
  removeThreadMember(threadId: string, userId: string): void;
  deleteChannel(channelId: string): void;
  channelExists(channelId: string): boolean;
  /** The direct message channel between a user and a bot. */
  openDirectMessage(userId: string, applicationId: string): { id: string };
  /** The channel of two users, in which bots only answer those who have them in their account. */
  openPrivateChannel(userId: string, otherUserId: string): { id: string };
  /** Adds an application to a user's account, who can then use it everywhere. */
  installToAccount(userId: string, applicationId: string): void;
  removeFromAccount(userId: string, applicationId: string): void;
  /** Whether a user accepts direct messages from members of shared servers; true at first, else bots get 50007. */
  setAcceptsDirectMessages(userId: string, accepts: boolean): void;
  /** Blocks a bot for a user, who then gets none of its direct messages (50007), or ends it. */
  setBlocked(userId: string, applicationId: string, blocked: boolean): void;
  /** Begins (true) or ends (false) an outage of one server. */
  setGuildUnavailable(guildId: string, unavailable: boolean): void;
  /** Revokes the token: REST answers 401, a new IDENTIFY closes with 4004. */
  revokeToken(applicationId: string): void;
  /** Gives the application a new token and revokes the old one. */
  renewToken(applicationId: string): string;
}

function requireFound<T>(found: T | undefined, what: string, id: string): T {
  if (found === undefined) {
    throw new Error(`There is no ${what} ${id} in this local Discord.`);
  }
  return found;
}

/** The builder of a world. Its functions throw an Error for ids that do not exist. */
export function createBuilder(world: World): WorldBuilder {
  const guildOf = (id: string): GuildRecord => requireFound(world.guilds.get(id), 'guild', id);
  const channelOf = (id: string): ChannelRecord => requireFound(world.channels.get(id), 'channel', id);
  const userOf = (id: string): APIUser => requireFound(world.users.get(id), 'user', id);
  const applicationOf = (id: string): ApplicationRecord =>
    requireFound(world.applications.get(id), 'application', id);
  const freshToken = (botId: string): string => botToken(botId, world.clock.now(), world.nextId());

  return {
    createApplication({ name, privilegedIntents = 0, integrationTypes = BOTH_INTEGRATION_TYPES }) {
      const id = world.nextId();
      const botUser = newUser(id, name, true);
      const token = freshToken(id);
      world.users.set(id, botUser);
      world.applications.set(id, {
        id,
        name,
        botId: id,
        token,
        privilegedIntents,
        integrationTypes,
        accountInstalls: new Set(),
        signingKey: createSigningKey(),
        interactionsEndpointUrl: null,
        webhookEventsUrl: null,
      });
      return { applicationId: id, token, botUser };
    },
    createUser({ name }) {
      const user = newUser(world.nextId(), name, false);
      world.users.set(user.id, user);
      return user;
    },
    createGuild({ name, ownerId }) {
      userOf(ownerId);
      const guild = addGuild(world, name, ownerId);
      return { id: guild.id, name: guild.name };
    },
    createRole({ guildId, name, permissions = 0n, mentionable = false }) {
      const guild = guildOf(guildId);
      const role = addRole(world, guild, { name, permissions });
      return mentionable ? changeRole(world, guild, role, { mentionable }) : role;
    },
    setRoleMentionable(guildId, roleId, mentionable) {
      const guild = guildOf(guildId);
      changeRole(world, guild, requireFound(guild.roles.get(roleId), 'role', roleId), { mentionable });
    },
    setRolePermissions(guildId, roleId, permissions) {
      const guild = guildOf(guildId);
      const role = requireFound(guild.roles.get(roleId), 'role', roleId);
      changeRole(world, guild, role, { permissions: permissions.toString() });
    },
    createChannel({ guildId, ...fields }) {
      const channel = addChannel(world, { guildId: guildOf(guildId).id, ...fields });
      return { id: channel.id, name: channel.name };
    },
    addMember({ guildId, userId, roleIds = [] }) {
      userOf(userId);
      addGuildMember(world, guildOf(guildId), userId).roleIds = [...roleIds];
    },
    setMemberRoles(guildId, userId, roleIds) {
      const guild = guildOf(guildId);
      const member = requireFound(guild.members.get(userId), 'member', userId);
      member.roleIds = [...roleIds];
      dispatchMemberUpdate(world, guild, member);
    },
    timeOutMember(guildId, userId, untilMs) {
      const guild = guildOf(guildId);
      const member = requireFound(guild.members.get(userId), 'member', userId);
      member.timedOutUntilMs = untilMs;
      dispatchMemberUpdate(world, guild, member);
    },
    removeMember: (guildId, userId) => removeGuildMember(world, guildOf(guildId), userId),
    installBot({ guildId, applicationId, permissions }) {
      const guild = guildOf(guildId);
      const application = applicationOf(applicationId);
      const own = [...guild.roles.values()].find(({ tags }) => tags?.bot_id === application.botId);
      if (own !== undefined && guild.members.has(application.botId)) {
        // A member that is authorized again only gets other permissions.
        changeRole(world, guild, own, { permissions: permissions.toString() });
        return;
      }
      const member = addGuildMember(world, guild, application.botId);
      const role = addRole(world, guild, { name: application.name, permissions, botId: application.botId });
      member.roleIds = [role.id];
      dispatchGuildCreate(world, guild, application);
      world.installChanges.emit({ kind: 'authorized', applicationId, userId: guild.ownerId, guildId });
    },
    kickBot: (guildId, applicationId) =>
      removeGuildMember(world, guildOf(guildId), applicationOf(applicationId).botId),
    setOverwrite(channelId, { id, type, allow = 0n, deny = 0n }) {
      const channel = channelOf(channelId);
      channel.overwrites.set(id, { id, type: type === 'role' ? 0 : 1, allow, deny });
      dispatchChannelUpdate(world, channel);
    },
    removeOverwrite(channelId, overwriteId) {
      const channel = channelOf(channelId);
      channel.overwrites.delete(overwriteId);
      dispatchChannelUpdate(world, channel);
    },
    createThread({ channelId, name, ownerId, memberIds = [], archived = false, locked = false, ...rest }) {
      const parent = channelOf(channelId);
      const guild = guildOf(parent.guildId ?? '');
      const type = rest.private === true ? ChannelType.PrivateThread : publicThreadType(parent);
      const thread = addThread(world, parent, { name, type, ownerId: ownerId ?? guild.ownerId });
      for (const userId of memberIds) {
        joinThread(world, thread, userId);
      }
      setThreadState(world, thread, { archived, locked });
      return { id: thread.id, name: thread.name };
    },
    setThread(threadId, state) {
      setThreadState(world, channelOf(threadId), state);
    },
    suppressEmbeds(messageId, isSuppressed = true) {
      const message = requireFound(world.messages.get(messageId), 'message', messageId);
      const flags = (message.payload.flags ?? 0) & ~MessageFlags.SuppressEmbeds;
      editMessage(world, message, {
        ...message.payload,
        flags: isSuppressed ? flags | MessageFlags.SuppressEmbeds : flags,
      });
    },
    setListable(channelId, isListable) {
      const { id } = channelOf(channelId);
      if (isListable) {
        world.unlistableChannels.delete(id);
      } else {
        world.unlistableChannels.add(id);
      }
    },
    refuseHosts(part, isRefused = true) {
      if (isRefused) {
        world.refusedHosts.add(part);
      } else {
        world.refusedHosts.delete(part);
      }
    },
    addThreadMember(threadId, userId) {
      joinThread(world, channelOf(threadId), userOf(userId).id);
    },
    removeThreadMember: (threadId, userId) => leaveThread(world, channelOf(threadId), userId),
    channelExists: (channelId) => world.channels.has(channelId),
    deleteChannel: (channelId) => removeChannel(world, channelOf(channelId)),
    openDirectMessage: (userId, applicationId) => ({
      id: directMessageChannel(world, userId, applicationOf(applicationId).botId).id,
    }),
    openPrivateChannel: (userId, otherUserId) => ({
      id: directMessageChannel(world, userOf(userId).id, userOf(otherUserId).id).id,
    }),
    installToAccount: (userId, applicationId) =>
      installToAccount(world, applicationOf(applicationId), userOf(userId).id),
    removeFromAccount: (userId, applicationId) =>
      removeFromAccount(world, applicationOf(applicationId), userOf(userId).id),
    setAcceptsDirectMessages(userId, accepts) {
      const { id } = userOf(userId);
      if (accepts) {
        world.rejectingDirectMessages.delete(id);
      } else {
        world.rejectingDirectMessages.add(id);
      }
    },
    setBlocked: (userId, applicationId, blocked) =>
      setBlocked(world, userOf(userId).id, applicationOf(applicationId).botId, blocked),
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
