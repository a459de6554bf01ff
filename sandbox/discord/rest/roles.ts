import { type APIRole, PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { addRole, changeRole, dispatchMemberUpdate, removeRole } from '../state/guilds.ts';
import type { ApplicationRecord, GuildRecord, MemberRecord } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { bitsField, field, textField } from '../wire/fields.ts';
import { unknownMember, unknownRole } from './errors.ts';
import { accessibleGuild, requireGuildPermissions } from './permission-checks.ts';
import { botRoute, NO_CONTENT, ok, param, type RestRequest, type Route } from './route.ts';

function changesOf(body: unknown): Partial<APIRole> {
  const name = textField(body, 'name');
  const permissions = bitsField(body, 'permissions');
  const color = field(body, 'color');
  const mentionable = field(body, 'mentionable');
  const hoist = field(body, 'hoist');
  return {
    ...(name === undefined ? {} : { name }),
    ...(permissions === null ? {} : { permissions: permissions.toString() }),
    ...(typeof color === 'number'
      ? { color, colors: { primary_color: color, secondary_color: null, tertiary_color: null } }
      : {}),
    ...(typeof mentionable === 'boolean' ? { mentionable } : {}),
    ...(typeof hoist === 'boolean' ? { hoist } : {}),
  };
}

/** Roles of a server, and who has them. */
export function roleRoutes(world: World): Route[] {
  const managed = (request: RestRequest, caller: ApplicationRecord): GuildRecord => {
    const guild = accessibleGuild(world, caller, param(request, 'guildId'));
    requireGuildPermissions(caller, guild, Bits.ManageRoles);
    return guild;
  };
  const roleOf = (guild: GuildRecord, request: RestRequest): APIRole => {
    const role = guild.roles.get(param(request, 'roleId'));
    if (role === undefined) {
      throw unknownRole();
    }
    return role;
  };
  const memberOf = (guild: GuildRecord, request: RestRequest): MemberRecord => {
    const member = guild.members.get(param(request, 'userId'));
    if (member === undefined) {
      throw unknownMember();
    }
    return member;
  };
  const one = '/guilds/:guildId/roles/:roleId';
  return [
    botRoute('GET', '/guilds/:guildId/roles', (request, caller) =>
      ok([...accessibleGuild(world, caller, param(request, 'guildId')).roles.values()]),
    ),
    botRoute('GET', one, (request, caller) =>
      ok(roleOf(accessibleGuild(world, caller, param(request, 'guildId')), request)),
    ),
    botRoute('POST', '/guilds/:guildId/roles', (request, caller) => {
      const guild = managed(request, caller);
      const role = addRole(world, guild, {
        name: textField(request.body, 'name') ?? 'new role',
        permissions: bitsField(request.body, 'permissions') ?? 0n,
      });
      return ok(changeRole(world, guild, role, changesOf(request.body)));
    }),
    botRoute('PATCH', one, (request, caller) => {
      const guild = managed(request, caller);
      return ok(changeRole(world, guild, roleOf(guild, request), changesOf(request.body)));
    }),
    botRoute('DELETE', one, (request, caller) => {
      const guild = managed(request, caller);
      removeRole(world, guild, roleOf(guild, request).id);
      return NO_CONTENT;
    }),
    botRoute('PUT', '/guilds/:guildId/members/:userId/roles/:roleId', (request, caller) => {
      const guild = managed(request, caller);
      const member = memberOf(guild, request);
      member.roleIds = [...new Set([...member.roleIds, roleOf(guild, request).id])];
      dispatchMemberUpdate(world, guild, member);
      return NO_CONTENT;
    }),
    botRoute('DELETE', '/guilds/:guildId/members/:userId/roles/:roleId', (request, caller) => {
      const guild = managed(request, caller);
      const member = memberOf(guild, request);
      const role = roleOf(guild, request);
      member.roleIds = member.roleIds.filter((id) => id !== role.id);
      dispatchMemberUpdate(world, guild, member);
      return NO_CONTENT;
    }),
  ];
}
