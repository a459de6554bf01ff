import { ChannelType } from 'discord-api-types/v10';
import type { Channel, Guild, Overwrite, OwnMember, Role } from './guild.ts';

/* Readers of the gateway's server payloads. They are hand-written because ten thousand servers arrive within seconds of
a start, and with schemas the garbage tripled the size of the process. */

type Fields = Readonly<Record<string, unknown>>;

/** Discord's ids and permissions are 64-bit numbers as text (Discord docs: Snowflakes, Permissions). */
const NUMBER = /^\d{1,19}$/;
const MAX_TYPE = 255;
const MAX_POSITION = 1_000_000;

const THREAD_TYPES: ReadonlySet<number> = new Set([
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
]);
/** Discord may add types that are unknown here. */
const PRIVATE_THREAD: number = ChannelType.PrivateThread;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const readText = (value: unknown): string => (typeof value === 'string' ? value : '');
const readId = (value: unknown): string | null =>
  typeof value === 'string' && NUMBER.test(value) ? value : null;
const readBits = (value: unknown): bigint | null =>
  typeof value === 'string' && NUMBER.test(value) ? BigInt(value) : null;

/** Reads an ISO 8601 time, in epoch ms. */
function readTime(value: unknown): number | null {
  const time = Date.parse(readText(value));
  return Number.isNaN(time) ? null : time;
}

const readPosition = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= MAX_POSITION ? value : 0;

/** Returns the readable elements of a list. */
function readList<T>(value: unknown, read: (element: unknown) => T | null): T[] {
  const all: T[] = [];
  if (!Array.isArray(value)) return all;
  const elements: readonly unknown[] = value;
  for (const element of elements) {
    const one = read(element);
    if (one !== null) all.push(one);
  }
  return all;
}

/** Reads a role from a list or an event; `null` if it is invalid. */
export function readRole(value: unknown): Role | null {
  if (!isFields(value)) return null;
  const id = readId(value['id']);
  const permissions = readBits(value['permissions']);
  if (id === null || permissions === null) return null;
  return { id, name: readText(value['name']), permissions, isMentionable: value['mentionable'] === true };
}

function readOverwrite(value: unknown): Overwrite | null {
  if (!isFields(value)) return null;
  const id = readId(value['id']);
  const allow = readBits(value['allow']);
  const deny = readBits(value['deny']);
  return id === null || allow === null || deny === null ? null : { id, allow, deny };
}

/** Reads a channel or thread from a list or an event; `null` if it is invalid. */
export function readChannel(value: unknown): Channel | null {
  if (!isFields(value)) return null;
  const id = readId(value['id']);
  const type = value['type'];
  if (id === null || typeof type !== 'number' || !Number.isInteger(type) || type < 0 || type > MAX_TYPE)
    return null;
  const isThread = THREAD_TYPES.has(type);
  const metadata = value['thread_metadata'];
  return {
    id,
    type,
    name: readText(value['name']),
    parentId: readId(value['parent_id']),
    position: isThread ? 0 : readPosition(value['position']),
    overwrites: isThread ? [] : readList(value['permission_overwrites'], readOverwrite),
    thread: isThread
      ? {
          isLocked: isFields(metadata) && metadata['locked'] === true,
          // Discord sends a bot only the private threads that it can see, and does not always include its membership
          // (Discord docs: Threads, private threads).
          isJoined: isFields(value['member']) || type === PRIVATE_THREAD,
        }
      : null,
  };
}

/** Returns the readable channels or threads of a list. */
export const readChannels = (value: unknown): readonly Channel[] => readList(value, readChannel);

/** Reads the bot's own membership; `null` for that of another user. */
export function readOwnMember(value: unknown, botId: string): OwnMember | null {
  if (!isFields(value) || !isFields(value['user']) || value['user']['id'] !== botId) return null;
  return {
    roleIds: readList(value['roles'], readId),
    timedOutUntil: readTime(value['communication_disabled_until']),
  };
}

function byId<T extends { readonly id: string }>(all: readonly T[]): ReadonlyMap<string, T> {
  const map = new Map<string, T>();
  for (const one of all) map.set(one.id, one);
  return map;
}

/** Reads the server from a GUILD_CREATE; `null` if it is unavailable, or if the payload is not a server. */
export function readGuild(value: unknown, botId: string): Guild | null {
  if (!isFields(value) || value['unavailable'] === true || !Array.isArray(value['channels'])) return null;
  const id = readId(value['id']);
  if (id === null) return null;
  const [self = null] = readList(value['members'], (member) => readOwnMember(member, botId));
  return {
    id,
    name: readText(value['name']),
    ownerId: readId(value['owner_id']) ?? '0',
    joinedAt: readTime(value['joined_at']),
    systemChannelId: readId(value['system_channel_id']),
    roles: byId(readList(value['roles'], readRole)),
    channels: byId([...readChannels(value['channels']), ...readChannels(value['threads'])]),
    self,
  };
}

/** Returns the ids of the servers that READY lists, without unreadable ones. */
export const readGuildIds = (value: unknown): readonly string[] =>
  readList(value, (guild) => (isFields(guild) ? readId(guild['id']) : null));

/** Returns the server with the fields of a GUILD_UPDATE, which contains its roles but not its channels. */
export function updateGuild(guild: Guild, value: Fields): Guild {
  return {
    ...guild,
    name: readText(value['name']),
    ownerId: readId(value['owner_id']) ?? guild.ownerId,
    systemChannelId: readId(value['system_channel_id']),
    roles: Array.isArray(value['roles']) ? byId(readList(value['roles'], readRole)) : guild.roles,
  };
}
