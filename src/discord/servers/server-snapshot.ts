import { ChannelType } from 'discord.js';

/** A role, channel or thread in the format of the gateway. */
export interface Part {
  readonly id: string;
  readonly [field: string]: unknown;
}

/**
 * A server in the format of the gateway, reduced to what the bot reads: permissions, names, order, and the channels
 * that alerts can be posted in. discord.js can construct a `Guild` from it.
 */
export interface ServerSnapshot {
  readonly id: string;
  readonly [field: string]: unknown;
  readonly roles: readonly Part[];
  readonly channels: readonly Part[];
  /** Active threads. */
  readonly threads: readonly Part[];
  /** Only the bot itself. */
  readonly members: readonly Readonly<Record<string, unknown>>[];
}

type Fields = Readonly<Record<string, unknown>>;

const SERVER = ['id', 'name', 'owner_id', 'system_channel_id', 'shardId'];
const ROLE = ['id', 'name', 'permissions', 'mentionable', 'position'];
const CHANNEL = ['id', 'type', 'name', 'position', 'parent_id', 'permission_overwrites'];
const THREAD = ['id', 'type', 'name', 'guild_id', 'parent_id', 'owner_id', 'thread_metadata', 'member'];
const MEMBER = ['user', 'roles', 'nick', 'joined_at', 'communication_disabled_until'];

/** Whether it is an object that is not an array. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPart(value: unknown): value is Part {
  return isFields(value) && typeof value['id'] === 'string';
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));
}

function parts(value: unknown, names: readonly string[]): readonly Part[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [];
  return all.filter(isPart).map((part) => ({ ...pick(part, names), id: part.id }));
}

/** The role, channel or thread with only the fields that are read; `null` for an invalid one. */
export const pickRole = (value: unknown): Part | null => parts([value], ROLE)[0] ?? null;
export const pickChannel = (value: unknown): Part | null => parts([value], CHANNEL)[0] ?? null;
export const pickThreads = (value: unknown): readonly Part[] => parts(value, THREAD).map(withMembership);

/**
 * Discord sends a bot only the private threads that it can see, and does not always include its membership (Discord
 * docs: Threads, private threads).
 */
function withMembership(thread: Part): Part {
  if (thread['type'] !== ChannelType.PrivateThread || 'member' in thread) return thread;
  return { ...thread, member: { id: thread.id, flags: 0 } };
}

/** The fields of the server itself. */
export const serverFields = (value: Fields): Fields => pick(value, SERVER);

/** The reduced member if it is the bot, else `null`. */
export function ownMember(value: unknown, botId: string): Fields | null {
  if (!isFields(value) || !isFields(value['user']) || value['user']['id'] !== botId) return null;
  return pick(value, MEMBER);
}

/** The reduced GUILD_CREATE; `null` for an invalid or unavailable server. */
export function toServerSnapshot(value: unknown, botId: string): ServerSnapshot | null {
  if (!isPart(value) || value['unavailable'] === true || !Array.isArray(value['channels'])) return null;
  const members: readonly unknown[] = Array.isArray(value['members']) ? value['members'] : [];
  return {
    ...serverFields(value),
    id: value.id,
    roles: parts(value['roles'], ROLE),
    channels: parts(value['channels'], CHANNEL),
    threads: pickThreads(value['threads']),
    members: members.map((member) => ownMember(member, botId)).filter((member) => member !== null),
  };
}
