import { type APIGuildMember, type APIRole, PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { channelsOf } from '../state/channels.ts';
import { allows, channelPermissions, guildPermissions } from '../state/permissions.ts';
import type { GuildRecord, MemberRecord } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { channelPayload } from './channel.ts';

// The flag types have no name for "none".
const NO_FLAGS = 0 as APIRole['flags'] & APIGuildMember['flags'];

/** A role in Discord's representation. */
export function newRole(fields: {
  id: string;
  name: string;
  permissions: bigint;
  position: number;
  botId?: string;
}): APIRole {
  return {
    id: fields.id,
    name: fields.name,
    permissions: fields.permissions.toString(),
    position: fields.position,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    managed: fields.botId !== undefined,
    mentionable: false,
    icon: null,
    unicode_emoji: null,
    flags: NO_FLAGS,
    ...(fields.botId === undefined ? {} : { tags: { bot_id: fields.botId } }),
  };
}

/** A member without its user, as in the resolved data of interactions and in messages. */
export function partialMember(member: MemberRecord): Omit<APIGuildMember, 'user'> {
  return {
    avatar: null,
    banner: null,
    communication_disabled_until:
      member.timedOutUntilMs === null ? null : new Date(member.timedOutUntilMs).toISOString(),
    flags: NO_FLAGS,
    joined_at: member.joinedAt,
    nick: member.nick,
    pending: false,
    premium_since: null,
    roles: member.roleIds,
    mute: false,
    deaf: false,
  };
}

/** A member with its user. */
export function memberPayload(world: World, member: MemberRecord): APIGuildMember {
  const user = world.users.get(member.userId);
  if (user === undefined) {
    throw new Error(`Member ${member.userId} has no user.`);
  }
  return { ...partialMember(member), user };
}

/** The body of `GET /guilds/{id}`. */
export function guildPayload(guild: GuildRecord): Record<string, unknown> & { id: string } {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    description: null,
    home_header: null,
    splash: null,
    discovery_splash: null,
    features: [],
    banner: null,
    owner_id: guild.ownerId,
    application_id: null,
    region: 'deprecated',
    afk_channel_id: null,
    afk_timeout: 300,
    system_channel_id: null,
    system_channel_flags: 0,
    widget_enabled: false,
    widget_channel_id: null,
    verification_level: 0,
    roles: [...guild.roles.values()],
    default_message_notifications: 0,
    mfa_level: 0,
    explicit_content_filter: 0,
    max_presences: null,
    max_members: 500_000,
    max_stage_video_channel_users: 50,
    max_video_channel_users: 25,
    vanity_url_code: null,
    premium_tier: 0,
    premium_subscription_count: 0,
    preferred_locale: 'en-US',
    rules_channel_id: null,
    safety_alerts_channel_id: null,
    public_updates_channel_id: null,
    premium_progress_bar_enabled: false,
    nsfw: false,
    nsfw_level: 0,
    emojis: [],
    stickers: [],
    incidents_data: null,
  };
}

/** Channels in a server's own payload omit its id (Discord docs: Channel Object, `guild_id`). */
function withoutGuildId({ guild_id: _named, ...channel }: Record<string, unknown>): Record<string, unknown> {
  return channel;
}

/** GUILD_CREATE for a bot without the members intent: the only member is the bot. */
export function guildCreatePayload(world: World, guild: GuildRecord, botId: string): Record<string, unknown> {
  const bot = guild.members.get(botId);
  const channels = channelsOf(world, guild.id);
  return {
    ...guildPayload(guild),
    joined_at: bot?.joinedAt ?? new Date(world.clock.now()).toISOString(),
    large: false,
    unavailable: false,
    member_count: guild.members.size,
    voice_states: [],
    members: bot === undefined ? [] : [memberPayload(world, bot)],
    channels: channels
      .filter((channel) => channel.thread === null)
      .map((channel) => withoutGuildId(channelPayload(world, channel))),
    threads: channels
      .filter(
        (channel) =>
          channel.thread?.archived === false &&
          allows(channelPermissions(world, channel, botId), Bits.ViewChannel),
      )
      .map((channel) => channelPayload(world, channel)),
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

/** A server in the list of `GET /users/@me/guilds`. */
export function ownGuildPayload(guild: GuildRecord, userId: string): Record<string, unknown> {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    banner: null,
    owner: guild.ownerId === userId,
    permissions: guildPermissions(guild, userId).toString(),
    features: [],
    approximate_member_count: guild.members.size,
    approximate_presence_count: guild.members.size,
  };
}
