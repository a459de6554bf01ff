import type { Channel, Guild } from './guild.ts';
import { readChannel, readChannels, readOwnMember, readRole, updateGuild } from './payloads.ts';

type Fields = Readonly<Record<string, unknown>>;
type Change = (guild: Guild, data: Fields, botId: string) => Guild;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function withChannels(guild: Guild, changed: readonly Channel[]): Guild {
  if (changed.length === 0) return guild;
  const channels = new Map(guild.channels);
  for (const channel of changed) channels.set(channel.id, channel);
  return { ...guild, channels };
}

function withoutChannels(guild: Guild, isGone: (channel: Channel) => boolean): Guild {
  return {
    ...guild,
    channels: new Map([...guild.channels].filter(([, channel]) => !isGone(channel))),
  };
}

function withJoined(channel: Channel, isJoined: boolean): Channel {
  return channel.thread === null ? channel : { ...channel, thread: { ...channel.thread, isJoined } };
}

const putChannel: Change = (guild, data) => {
  const channel = readChannel(data);
  return channel === null ? guild : withChannels(guild, [channel]);
};

/** Adds or replaces a thread. Most thread events do not say whether the bot is a member; that stays unchanged then. */
const putThread: Change = (guild, data) => {
  const thread = readChannel(data);
  if (thread === null) return guild;
  const before = guild.channels.get(thread.id)?.thread ?? null;
  const isUnsaid = !('member' in data) && before !== null;
  return withChannels(guild, [isUnsaid ? withJoined(thread, before.isJoined) : thread]);
};

const putRole: Change = (guild, data) => {
  const role = readRole(data['role']);
  return role === null ? guild : { ...guild, roles: new Map(guild.roles).set(role.id, role) };
};

/** Discord docs: Thread List Sync. It contains all active threads of these channels, or of the whole server. */
const syncThreads: Change = (guild, data) => {
  const parents = Array.isArray(data['channel_ids']) ? listOf(data['channel_ids']) : null;
  const kept = withoutChannels(
    guild,
    ({ thread, parentId }) => thread !== null && (parents === null || parents.includes(parentId)),
  );
  // The bot's own memberships are listed separately from the threads, by thread id.
  const joined = new Set(listOf(data['members']).map((member) => (isFields(member) ? member['id'] : null)));
  const active = readChannels(data['threads']).filter(({ thread }) => thread !== null);
  return withChannels(
    kept,
    active.map((thread) => (joined.has(thread.id) ? withJoined(thread, true) : thread)),
  );
};

/** Discord docs: Thread Members Update. Without the members intent it only contains the bot itself. */
const moveInThread: Change = (guild, data, botId) => {
  const thread = guild.channels.get(String(data['id']));
  if (thread === undefined) return guild;
  const hasJoined = listOf(data['added_members']).some(
    (member) => isFields(member) && member['user_id'] === botId,
  );
  const hasLeft = listOf(data['removed_member_ids']).includes(botId);
  return hasJoined || hasLeft ? withChannels(guild, [withJoined(thread, hasJoined)]) : guild;
};

/**
 * Handlers of the events that change a server (Discord docs: Gateway Events). Other events change nothing that is
 * stored.
 */
const CHANGES: Readonly<Record<string, Change>> = {
  GUILD_UPDATE: updateGuild,
  CHANNEL_CREATE: putChannel,
  CHANNEL_UPDATE: putChannel,
  CHANNEL_DELETE: (guild, { id }) =>
    withoutChannels(
      guild,
      (channel) => channel.id === id || (channel.thread !== null && channel.parentId === id),
    ),
  THREAD_CREATE: putThread,
  THREAD_UPDATE: putThread,
  THREAD_DELETE: (guild, { id }) => withoutChannels(guild, (channel) => channel.id === id),
  THREAD_LIST_SYNC: syncThreads,
  THREAD_MEMBERS_UPDATE: moveInThread,
  GUILD_ROLE_CREATE: putRole,
  GUILD_ROLE_UPDATE: putRole,
  GUILD_ROLE_DELETE: (guild, { role_id: id }) => ({
    ...guild,
    roles: new Map([...guild.roles].filter(([roleId]) => roleId !== id)),
  }),
  GUILD_MEMBER_UPDATE: (guild, data, botId) => {
    const self = readOwnMember(data, botId);
    return self === null ? guild : { ...guild, self };
  },
};

/** Returns whether an event can change the stored state of a server. */
export const isGuildChange = (event: string): boolean => Object.hasOwn(CHANGES, event);

/** Returns the id of the server of an event; `null` if it has none. */
export function guildIdOf(event: string, data: unknown): string | null {
  if (!isFields(data)) return null;
  const isOfGuild = event === 'GUILD_CREATE' || event === 'GUILD_UPDATE' || event === 'GUILD_DELETE';
  const id = data[isOfGuild ? 'id' : 'guild_id'];
  return typeof id === 'string' ? id : null;
}

/** Applies an event to its server. Returns the same object if nothing that is stored changes. */
export function applyGuildEvent(guild: Guild, event: string, data: unknown, botId: string): Guild {
  const change = isGuildChange(event) ? CHANGES[event] : undefined;
  return change === undefined || !isFields(data) ? guild : change(guild, data, botId);
}
