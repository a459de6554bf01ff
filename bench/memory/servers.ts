import { ChannelType } from 'discord-api-types/v10';

/** What each server of the stand-in has; the field notes' measurements had 40 emojis as well. */
export const CHANNELS = 50;
export const ROLES = 100;
const EMOJIS = 40;
const THREADS = 2;

/** The bot. */
export const APPLICATION_ID = '1000000000000000001';
export const botUser = {
  id: APPLICATION_ID,
  username: 'gavel',
  discriminator: '0',
  global_name: null,
  avatar: null,
  bot: true,
};

const WORDS = [
  'general',
  'sales',
  'mod',
  'art',
  'trading',
  'floor',
  'rare',
  'voice',
  'help',
  'news',
  'gm',
  'vip',
];
/** View Channel, Send Messages, Embed Links, Read Message History, and other permissions of a typical role. */
const USUAL = '2222085186641473';

/** Snowflakes: a time in the upper bits, varying lower bits. */
function snowflake(server: number, thing: number): string {
  const at = BigInt(server) * 7_919_000n + BigInt(thing) * 37n + 300_000_000_000n;
  const noise = Math.imul(server * 1_024 + thing + 1, 0x9e3779b1) >>> 10;
  return String((at << 22n) | BigInt(noise));
}

export const guildId = (server: number): string => snowflake(server, 0);
const channelId = (server: number, channel: number): string => snowflake(server, 1 + channel);
const roleId = (server: number, role: number): string =>
  role === 0 ? guildId(server) : snowflake(server, 100 + role);
const nameOf = (kind: string, server: number, thing: number): string =>
  `${kind}-${WORDS[(server * 7 + thing * 5) % WORDS.length]}-${(server * 31 + thing) % 97}`;

function role(server: number, number: number): object {
  return {
    id: roleId(server, number),
    name: number === 0 ? '@everyone' : nameOf('role', server, number),
    permissions: String(BigInt(USUAL) ^ (BigInt(number) << 20n)),
    position: number,
    color: (number * 65_793) % 0xffffff,
    colors: { primary_color: (number * 65_793) % 0xffffff, secondary_color: null, tertiary_color: null },
    hoist: number % 7 === 0,
    managed: number === 1,
    mentionable: number % 5 === 0,
    icon: null,
    unicode_emoji: null,
    description: null,
    flags: 0,
    ...(number === 1 ? { tags: { bot_id: APPLICATION_ID } } : {}),
  };
}

function overwrite(server: number, number: number): object {
  return {
    id: roleId(server, number),
    type: 0,
    allow: number === 0 ? '0' : '3072',
    deny: number === 0 ? '1024' : '0',
  };
}

function channel(server: number, number: number): object {
  const isCategory = number % 10 === 0;
  const isVoice = number % 10 === 9;
  const type = isCategory
    ? ChannelType.GuildCategory
    : isVoice
      ? ChannelType.GuildVoice
      : ChannelType.GuildText;
  return {
    id: channelId(server, number),
    type,
    name: nameOf('channel', server, number),
    position: number,
    flags: 0,
    parent_id: isCategory ? null : channelId(server, number - (number % 10)),
    topic:
      isCategory || isVoice
        ? null
        : `All about ${nameOf('', server, number)}. Be kind, and read the rules first.`,
    nsfw: false,
    rate_limit_per_user: 0,
    last_message_id: isCategory ? null : snowflake(server + 20_000, number),
    last_pin_timestamp: null,
    icon_emoji: null,
    theme_color: null,
    permission_overwrites:
      number % 3 === 0 ? [0, 2 + (number % 40), 50].map((one) => overwrite(server, one)) : [],
    ...(isVoice ? { bitrate: 64_000, user_limit: 0, rtc_region: null } : {}),
  };
}

function thread(server: number, number: number): object {
  return {
    id: snowflake(server, 400 + number),
    type: ChannelType.PublicThread,
    guild_id: guildId(server),
    parent_id: channelId(server, 1),
    owner_id: snowflake(server, 450),
    name: nameOf('thread', server, number),
    last_message_id: null,
    message_count: 12,
    member_count: 3,
    rate_limit_per_user: 0,
    flags: 0,
    thread_metadata: {
      archived: false,
      archive_timestamp: '2026-11-01T00:00:00.000Z',
      auto_archive_duration: 4_320,
      locked: false,
      create_timestamp: '2026-11-01T00:00:00.000Z',
    },
  };
}

const times = <T>(count: number, make: (number: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, number) => make(number));

/** Payload of GUILD_CREATE (Discord docs: Guild Create). */
export function guildCreate(server: number): object {
  return {
    id: guildId(server),
    name: nameOf('server', server, 0),
    icon: 'a_0123456789abcdef0123456789abcdef',
    splash: null,
    discovery_splash: null,
    owner_id: snowflake(server, 450),
    afk_channel_id: null,
    afk_timeout: 300,
    verification_level: 2,
    default_message_notifications: 1,
    explicit_content_filter: 2,
    features: ['COMMUNITY', 'NEWS', 'INVITE_SPLASH', 'ANIMATED_ICON', 'ROLE_ICONS'],
    mfa_level: 1,
    application_id: null,
    system_channel_id: channelId(server, 1),
    system_channel_flags: 0,
    rules_channel_id: channelId(server, 2),
    public_updates_channel_id: null,
    safety_alerts_channel_id: null,
    vanity_url_code: null,
    description: null,
    banner: null,
    premium_tier: 2,
    premium_subscription_count: 9,
    preferred_locale: 'en-US',
    nsfw_level: 0,
    premium_progress_bar_enabled: false,
    joined_at: '2026-01-01T00:00:00.000Z',
    large: true,
    member_count: 1_200,
    unavailable: false,
    roles: times(ROLES, (number) => role(server, number)),
    channels: times(CHANNELS, (number) => channel(server, number)),
    threads: times(THREADS, (number) => thread(server, number)),
    emojis: times(EMOJIS, (number) => ({
      id: snowflake(server, 500 + number),
      name: `emoji_${number}`,
      roles: [],
      require_colons: true,
      managed: false,
      animated: number % 4 === 0,
      available: true,
    })),
    stickers: [],
    members: [
      {
        user: botUser,
        roles: [roleId(server, 1)],
        joined_at: '2026-01-01T00:00:00.000Z',
        nick: null,
        avatar: null,
        premium_since: null,
        deaf: false,
        mute: false,
        flags: 0,
        pending: false,
        communication_disabled_until: null,
      },
    ],
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}
