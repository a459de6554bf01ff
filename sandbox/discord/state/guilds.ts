import { type APIRole, GatewayIntentBits } from 'discord-api-types/v10';
import { guildCreatePayload, guildPayload, memberPayload, newRole } from '../wire/guild.ts';
import { EVERYONE_PERMISSIONS } from './permissions.ts';
import type { ApplicationRecord, GuildRecord, MemberRecord } from './records.ts';
import { applicationsIn, type World } from './world.ts';

function dispatchToGuild(
  world: World,
  guildId: string,
  event: string,
  data: unknown,
  intents = GatewayIntentBits.Guilds,
): void {
  world.dispatches.emit({ event, data, guildId, applicationId: null, intents });
}

/** Creates a server with its owner as the only member. */
export function addGuild(world: World, name: string, ownerId: string): GuildRecord {
  const id = world.nextId();
  const everyone = newRole({ id, name: '@everyone', permissions: EVERYONE_PERMISSIONS, position: 0 });
  const guild: GuildRecord = {
    id,
    name,
    ownerId,
    roles: new Map([[id, everyone]]),
    members: new Map(),
    unavailable: false,
  };
  world.guilds.set(id, guild);
  addGuildMember(world, guild, ownerId);
  return guild;
}

/** Adds a member. A bot that joins is sent GUILD_CREATE by `dispatchGuildCreate`. */
export function addGuildMember(world: World, guild: GuildRecord, userId: string): MemberRecord {
  const joinedAt = new Date(world.clock.now()).toISOString();
  const member: MemberRecord = { userId, roleIds: [], joinedAt, nick: null, timedOutUntilMs: null };
  guild.members.set(userId, member);
  dispatchToGuild(
    world,
    guild.id,
    'GUILD_MEMBER_ADD',
    { ...memberPayload(world, member), guild_id: guild.id },
    GatewayIntentBits.GuildMembers,
  );
  return member;
}

/** Dispatches a member update to the bots that may receive it: the bot itself, or those with the members intent. */
export function dispatchMemberUpdate(world: World, guild: GuildRecord, member: MemberRecord): void {
  const data = { ...memberPayload(world, member), guild_id: guild.id };
  for (const application of applicationsIn(world, guild.id)) {
    world.dispatches.emit({
      event: 'GUILD_MEMBER_UPDATE',
      data,
      guildId: guild.id,
      applicationId: application.id,
      intents: application.botId === member.userId ? 0 : GatewayIntentBits.GuildMembers,
    });
  }
}

/** Removes a member. A removed bot receives GUILD_DELETE. */
export function removeGuildMember(world: World, guild: GuildRecord, userId: string): void {
  const application = applicationsIn(world, guild.id).find((candidate) => candidate.botId === userId);
  if (application !== undefined) {
    dispatchToBot(world, guild, application, 'GUILD_DELETE', { id: guild.id });
  }
  guild.members.delete(userId);
  for (const role of guild.roles.values()) {
    if (role.tags?.bot_id === userId) {
      removeRole(world, guild, role.id);
    }
  }
  const user = world.users.get(userId);
  dispatchToGuild(
    world,
    guild.id,
    'GUILD_MEMBER_REMOVE',
    { guild_id: guild.id, user },
    GatewayIntentBits.GuildMembers,
  );
}

function dispatchToBot(
  world: World,
  guild: GuildRecord,
  to: ApplicationRecord,
  event: string,
  data: unknown,
): void {
  world.dispatches.emit({
    event,
    data,
    guildId: guild.id,
    applicationId: to.id,
    intents: GatewayIntentBits.Guilds,
  });
}

/** Sends GUILD_CREATE to one bot: it joined, or the server is available again. */
export function dispatchGuildCreate(world: World, guild: GuildRecord, to: ApplicationRecord): void {
  dispatchToBot(world, guild, to, 'GUILD_CREATE', guildCreatePayload(world, guild, to.botId));
}

/** Begins or ends an outage of one server. */
export function setGuildUnavailable(world: World, guild: GuildRecord, unavailable: boolean): void {
  guild.unavailable = unavailable;
  for (const application of applicationsIn(world, guild.id)) {
    if (unavailable) {
      dispatchToBot(world, guild, application, 'GUILD_DELETE', { id: guild.id, unavailable: true });
    } else {
      dispatchGuildCreate(world, guild, application);
    }
  }
}

/** Deletes a server for everyone in it. */
export function removeGuild(world: World, guild: GuildRecord): void {
  for (const application of applicationsIn(world, guild.id)) {
    dispatchToBot(world, guild, application, 'GUILD_DELETE', { id: guild.id });
  }
  world.guilds.delete(guild.id);
  for (const channel of world.channels.values()) {
    if (channel.guildId === guild.id) {
      world.channels.delete(channel.id);
      world.history.delete(channel.id);
    }
  }
}

/** Dispatches an update of a server's own fields. */
export function dispatchGuildUpdate(world: World, guild: GuildRecord): void {
  dispatchToGuild(world, guild.id, 'GUILD_UPDATE', guildPayload(guild));
}

/** Adds a role at the top of the list. */
export function addRole(
  world: World,
  guild: GuildRecord,
  fields: { name: string; permissions: bigint; botId?: string },
): APIRole {
  const role = newRole({ ...fields, id: world.nextId(), position: guild.roles.size });
  guild.roles.set(role.id, role);
  dispatchToGuild(world, guild.id, 'GUILD_ROLE_CREATE', { guild_id: guild.id, role });
  return role;
}

/** Changes fields of a role. */
export function changeRole(
  world: World,
  guild: GuildRecord,
  role: APIRole,
  changes: Partial<APIRole>,
): APIRole {
  const changed = { ...role, ...changes, id: role.id };
  guild.roles.set(role.id, changed);
  dispatchToGuild(world, guild.id, 'GUILD_ROLE_UPDATE', { guild_id: guild.id, role: changed });
  return changed;
}

/** Deletes a role and removes it from its members. */
export function removeRole(world: World, guild: GuildRecord, roleId: string): void {
  guild.roles.delete(roleId);
  for (const member of guild.members.values()) {
    member.roleIds = member.roleIds.filter((id) => id !== roleId);
  }
  dispatchToGuild(world, guild.id, 'GUILD_ROLE_DELETE', { guild_id: guild.id, role_id: roleId });
}
