import {
  ADMIN_ID,
  BOT_ID,
  type DiscordState,
  GUILD_ID,
  type Permission,
  ROLE_ID,
  type SimulatedChannel,
  type SimulatedMessage,
} from './state.ts';

/** Discord's flags of these permissions. */
const BITS: Readonly<Record<Permission, bigint>> = {
  view: 1n << 10n,
  send: 1n << 11n,
  embed: 1n << 14n,
  history: 1n << 16n,
};
/** Everything that the bot may need, without Administrator. */
const ALL = ((1n << 50n) - 1n) & ~(1n << 3n);

export const APPLICATION_ID = BOT_ID;
export const botUser = {
  id: BOT_ID,
  username: 'gavel',
  discriminator: '0',
  global_name: null,
  avatar: null,
  bot: true,
};
const adminUser = {
  id: ADMIN_ID,
  username: 'admin',
  discriminator: '0',
  global_name: null,
  avatar: null,
};

const userWithId = (id: string): object => ({ ...adminUser, id });

const memberOf = (user: object): object => ({
  user,
  nick: null,
  avatar: null,
  banner: null,
  roles: [],
  joined_at: '2025-01-01T00:00:00.000Z',
  deaf: false,
  mute: false,
  flags: 0,
  pending: false,
});
/** Another admin of the server, by a number. */
const memberNumbered = (number: number): object => ({
  ...memberOf(userWithId(String(BigInt(ADMIN_ID) + 1_000n + BigInt(number)))),
  permissions: String(ALL),
});
/** A member who may read and write, and nothing else. */
const memberWithId = (userId: string): object => ({
  ...memberOf(userWithId(userId)),
  permissions: String(BITS.view | BITS.send | BITS.history),
});
export const adminMember = { ...memberOf(adminUser), permissions: String(ALL) };

export function permissionsIn({ denied }: SimulatedChannel): string {
  const lost = [...denied].reduce((bits, permission) => bits | BITS[permission], 0n);
  return String(denied.has('view') ? 0n : ALL & ~lost);
}

export function channelPayload(channel: SimulatedChannel): object {
  const { id, name, guildId, recipientId, isAnnouncement, isVoice, denied } = channel;
  if (recipientId !== null)
    return { id, type: 1, recipients: [userWithId(recipientId)], last_message_id: null };
  const deny = [...denied].reduce((bits, permission) => bits | BITS[permission], 0n);
  return {
    id,
    guild_id: guildId,
    type: isVoice ? 2 : isAnnouncement ? 5 : 0,
    name,
    position: Number(BigInt(id) % 1_000n),
    parent_id: null,
    topic: null,
    nsfw: false,
    rate_limit_per_user: 0,
    last_message_id: null,
    flags: 0,
    permission_overwrites: deny === 0n ? [] : [{ id: BOT_ID, type: 1, allow: '0', deny: String(deny) }],
  };
}

/** The part of an interaction that says where in the server it was made, and by whom. */
const inServer = (channel: SimulatedChannel, member: object): object => ({
  guild_id: GUILD_ID,
  guild: { id: GUILD_ID, locale: 'en-US', features: [] },
  guild_locale: 'en-US',
  channel_id: channel.id,
  channel: { ...channelPayload(channel), permissions: permissionsIn(channel) },
  member,
  app_permissions: permissionsIn(channel),
  authorizing_integration_owners: { '0': GUILD_ID },
  context: 0,
});

/** The same for an admin of the server. @param number of another one each time */
export const byAdmin = (channel: SimulatedChannel, number: number): object =>
  inServer(channel, memberNumbered(number));

/** The same for somebody who is no admin, in the server or in their direct messages. */
export const byPerson = (channel: SimulatedChannel, userId: string): object =>
  channel.guildId === null
    ? {
        channel_id: channel.id,
        channel: channelPayload(channel),
        user: userWithId(userId),
        app_permissions: String(ALL),
        authorizing_integration_owners: { '0': '0' },
        context: 1,
      }
    : inServer(channel, memberWithId(userId));

/** A server as the gateway reports it. `joinedAt`: when the bot joined it, epoch ms. */
export function guildPayload(
  state: DiscordState,
  { guildId, joinedAt }: { readonly guildId: string; readonly joinedAt: number },
): object {
  const joined = new Date(joinedAt).toISOString();
  return {
    id: guildId,
    name: 'Simulated server',
    icon: null,
    owner_id: ADMIN_ID,
    system_channel_id: null,
    features: [],
    roles: [
      {
        id: guildId,
        name: '@everyone',
        permissions: String(ALL),
        position: 0,
        color: 0,
        hoist: false,
        managed: false,
        mentionable: false,
        flags: 0,
      },
      {
        id: ROLE_ID,
        name: 'collectors',
        permissions: '0',
        position: 1,
        color: 0,
        hoist: false,
        managed: false,
        mentionable: true,
        flags: 0,
      },
    ],
    emojis: [],
    stickers: [],
    preferred_locale: 'en-US',
    premium_tier: 0,
    verification_level: 0,
    explicit_content_filter: 0,
    default_message_notifications: 0,
    mfa_level: 0,
    nsfw_level: 0,
    afk_timeout: 300,
    joined_at: joined,
    large: false,
    unavailable: false,
    member_count: 2,
    members: [{ ...memberOf(botUser), joined_at: joined }],
    channels: [...state.channels.values()].filter((one) => one.guildId === guildId).map(channelPayload),
    threads: [],
    voice_states: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

/** Discord's flags of messages. */
const CROSSPOSTED = 1;
const SUPPRESS_EMBEDS = 1 << 2;

/** @param timeOf converts a time of the history to epoch ms */
export function messagePayload(message: SimulatedMessage, timeOf: (at: number) => number): object {
  const { id, channelId, authorId, at, edits, content, components, nonce } = message;
  const embeds = message.isSuppressed ? [] : message.embeds;
  const editedAt = edits.at(-1);
  return {
    id,
    channel_id: channelId,
    type: 0,
    author: authorId === BOT_ID ? botUser : { ...adminUser, id: authorId },
    content,
    embeds,
    components,
    attachments: [],
    mentions: [],
    mention_roles: [],
    mention_everyone: false,
    pinned: false,
    tts: false,
    flags: (message.publishedAt === null ? 0 : CROSSPOSTED) | (message.isSuppressed ? SUPPRESS_EMBEDS : 0),
    timestamp: new Date(timeOf(at)).toISOString(),
    edited_timestamp: editedAt === undefined ? null : new Date(timeOf(editedAt)).toISOString(),
    ...(nonce === null ? {} : { nonce }),
  };
}
