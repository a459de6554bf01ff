import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { addChannel, channelsOf } from '../state/channels.ts';
import {
  dispatchGuildUpdate,
  dispatchMemberUpdate,
  removeGuild,
  removeGuildMember,
} from '../state/guilds.ts';
import type { ApplicationRecord, GuildRecord, MemberRecord } from '../state/records.ts';
import { isSnowflake } from '../state/snowflake.ts';
import type { World } from '../state/world.ts';
import { channelPayload } from '../wire/channel.ts';
import { field, flagSet, isRecord, textField } from '../wire/fields.ts';
import { guildPayload, memberPayload } from '../wire/guild.ts';
import { invalidField, missingPermissions, unknownMember, unknownUser } from './errors.ts';
import { overwritesOf } from './overwrites.ts';
import { accessibleGuild, requireGuildPermissions } from './permission-checks.ts';
import { botRoute, NO_CONTENT, ok, param, type RestRequest, type Route } from './route.ts';

function memberOf(world: World, guild: GuildRecord, userId: string): MemberRecord {
  if (!world.users.has(userId)) {
    throw unknownUser();
  }
  const member = guild.members.get(userId);
  if (member === undefined) {
    throw unknownMember();
  }
  return member;
}

function createChannel(world: World, caller: ApplicationRecord, request: RestRequest): unknown {
  const guild = accessibleGuild(world, caller, param(request, 'guildId'));
  requireGuildPermissions(caller, guild, Bits.ManageChannels);
  const { body } = request;
  const name = textField(body, 'name');
  if (name === undefined || name.length < 1 || name.length > 100) {
    throw invalidField('name', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.');
  }
  const type = field(body, 'type');
  const channel = addChannel(world, {
    guildId: guild.id,
    name,
    type: typeof type === 'number' ? type : ChannelType.GuildText,
    topic: textField(body, 'topic') ?? null,
    parentId: textField(body, 'parent_id') ?? null,
    nsfw: field(body, 'nsfw') === true,
    overwrites: overwritesOf(field(body, 'permission_overwrites')),
  });
  return channelPayload(world, channel);
}

function changeMember(
  world: World,
  caller: ApplicationRecord,
  request: RestRequest,
  userId: string,
): unknown {
  const guild = accessibleGuild(world, caller, param(request, 'guildId'));
  const member = memberOf(world, guild, userId);
  const sent = isRecord(request.body) ? request.body : {};
  if ('nick' in sent) {
    requireGuildPermissions(
      caller,
      guild,
      userId === caller.botId ? Bits.ChangeNickname : Bits.ManageNicknames,
    );
    member.nick = textField(sent, 'nick') ?? null;
  }
  if (Array.isArray(sent['roles'])) {
    requireGuildPermissions(caller, guild, Bits.ManageRoles);
    member.roleIds = sent['roles'].filter((id) => typeof id === 'string');
  }
  dispatchMemberUpdate(world, guild, member);
  return memberPayload(world, member);
}

function listMembers(world: World, guild: GuildRecord, query: URLSearchParams): unknown {
  const given = query.get('after') ?? '0';
  if (!isSnowflake(given)) {
    throw invalidField('after', 'NUMBER_TYPE_COERCE', `Value "${given}" is not snowflake.`);
  }
  const after = BigInt(given);
  const limit = Math.min(1000, Math.max(1, Number(query.get('limit') ?? '1')));
  return [...guild.members.values()]
    .filter((member) => BigInt(member.userId) > after)
    .sort((a, b) => (BigInt(a.userId) < BigInt(b.userId) ? -1 : 1))
    .slice(0, limit)
    .map((member) => memberPayload(world, member));
}

/** Servers: get, change, leave or delete, their channels and members. */
export function guildRoutes(world: World): Route[] {
  const guildOf = (request: RestRequest, caller: ApplicationRecord): GuildRecord =>
    accessibleGuild(world, caller, param(request, 'guildId'));
  return [
    botRoute('GET', '/guilds/:guildId', (request, caller) => {
      const guild = guildOf(request, caller);
      const counted = flagSet(request.query, 'with_counts');
      const count = guild.members.size;
      return ok({
        ...guildPayload(guild),
        ...(counted ? { approximate_member_count: count, approximate_presence_count: count } : {}),
      });
    }),
    botRoute('PATCH', '/guilds/:guildId', (request, caller) => {
      const guild = guildOf(request, caller);
      requireGuildPermissions(caller, guild, Bits.ManageGuild);
      guild.name = textField(request.body, 'name') ?? guild.name;
      dispatchGuildUpdate(world, guild);
      return ok(guildPayload(guild));
    }),
    botRoute('DELETE', '/guilds/:guildId', (request, caller) => {
      const guild = guildOf(request, caller);
      if (guild.ownerId !== caller.botId) {
        throw missingPermissions();
      }
      removeGuild(world, guild);
      return NO_CONTENT;
    }),
    botRoute('GET', '/guilds/:guildId/channels', (request, caller) =>
      ok(
        channelsOf(world, guildOf(request, caller).id)
          .filter((channel) => channel.thread === null)
          .map((channel) => channelPayload(world, channel)),
      ),
    ),
    botRoute('POST', '/guilds/:guildId/channels', (request, caller) => ({
      status: 201,
      body: createChannel(world, caller, request),
    })),
    botRoute('GET', '/guilds/:guildId/members', (request, caller) =>
      ok(listMembers(world, guildOf(request, caller), request.query)),
    ),
    botRoute('GET', '/guilds/:guildId/members/:userId', (request, caller) => {
      const guild = guildOf(request, caller);
      return ok(memberPayload(world, memberOf(world, guild, param(request, 'userId'))));
    }),
    botRoute('PATCH', '/guilds/:guildId/members/@me', (request, caller) =>
      ok(changeMember(world, caller, request, caller.botId)),
    ),
    botRoute('PATCH', '/guilds/:guildId/members/:userId', (request, caller) =>
      ok(changeMember(world, caller, request, param(request, 'userId'))),
    ),
    botRoute('DELETE', '/guilds/:guildId/members/:userId', (request, caller) => {
      const guild = guildOf(request, caller);
      requireGuildPermissions(caller, guild, Bits.KickMembers);
      removeGuildMember(world, guild, memberOf(world, guild, param(request, 'userId')).userId);
      return NO_CONTENT;
    }),
  ];
}
