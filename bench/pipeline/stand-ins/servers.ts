import { PermissionFlagsBits } from 'discord-api-types/v10';

/* The servers of the stand-in Discord. Their ids follow from their number, so all processes can compute them. */

/** First ids of servers and channels. Snowflakes of 2023. */
const FIRST_GUILD = 1_100_000_000_000_000_000n;
const FIRST_CHANNEL = 1_110_000_000_000_000_000n;
const BOT_ID = '1090000000000000001';
export const APPLICATION_ID = '1090000000000000002';
const OWNER_ID = '1090000000000000003';
const TEXT_CHANNEL = 0;

/** Number of servers, and of text channels in each. */
export interface Size {
  readonly guilds: number;
  readonly channelsEach: number;
}

export const guildId = (guild: number): string => String(FIRST_GUILD + BigInt(guild));

/** @param position among the channels of all servers, from 0 */
export const channelId = (position: number): string => String(FIRST_CHANNEL + BigInt(position));

export const botUser = {
  id: BOT_ID,
  username: 'Gavel',
  discriminator: '0000',
  global_name: null,
  avatar: null,
  bot: true,
};

function textChannel(guild: number, position: number) {
  return {
    id: channelId(position),
    guild_id: guildId(guild),
    type: TEXT_CHANNEL,
    name: `channel-${position}`,
    position,
    parent_id: null,
    permission_overwrites: [],
    topic: null,
    nsfw: false,
    rate_limit_per_user: 0,
    flags: 0,
  };
}

/** Payload of GUILD_CREATE (Discord docs: Guild Create); everybody has the permissions that the bot needs. */
export function guildCreate(guild: number, { channelsEach }: Size): object {
  const id = guildId(guild);
  const permissions =
    PermissionFlagsBits.ViewChannel |
    PermissionFlagsBits.SendMessages |
    PermissionFlagsBits.EmbedLinks |
    PermissionFlagsBits.ReadMessageHistory;
  return {
    id,
    name: `server ${guild}`,
    owner_id: OWNER_ID,
    preferred_locale: 'en-US',
    features: [],
    emojis: [],
    stickers: [],
    roles: [{ id, name: '@everyone', permissions: String(permissions), position: 0, color: 0, flags: 0 }],
    members: [{ user: botUser, roles: [], joined_at: '2026-01-01T00:00:00.000Z', flags: 0 }],
    channels: Array.from({ length: channelsEach }, (_, channel) =>
      textChannel(guild, guild * channelsEach + channel),
    ),
    threads: [],
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
    joined_at: '2026-01-01T00:00:00.000Z',
    large: false,
    unavailable: false,
    member_count: 2,
  };
}
