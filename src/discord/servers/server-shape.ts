import { ChannelType } from 'discord.js';

/** A part of a server as the gateway tells it. */
export interface Part {
  readonly id: string;
  readonly [field: string]: unknown;
}

/**
 * A server as the gateway tells it, with only what the bot reads: what permissions are made of, names, order, and what
 * alerts can be posted in. discord.js can make a `Guild` of it.
 */
export interface ServerShape {
  readonly id: string;
  readonly [field: string]: unknown;
  readonly roles: readonly Part[];
  readonly channels: readonly Part[];
  /** Those that are active. */
  readonly threads: readonly Part[];
  /** The bot alone. */
  readonly members: readonly Readonly<Record<string, unknown>>[];
}

type Fields = Readonly<Record<string, unknown>>;

const SERVER = ['id', 'name', 'owner_id', 'system_channel_id', 'shardId'];
const ROLE = ['id', 'name', 'permissions', 'mentionable', 'position'];
const CHANNEL = ['id', 'type', 'name', 'position', 'parent_id', 'permission_overwrites'];
const THREAD = ['id', 'type', 'name', 'guild_id', 'parent_id', 'owner_id', 'thread_metadata', 'member'];
const MEMBER = ['user', 'roles', 'nick', 'joined_at', 'communication_disabled_until'];

/** Whether it is an object with fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPart(value: unknown): value is Part {
  return isFields(value) && typeof value['id'] === 'string';
}

function picked(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));
}

function parts(value: unknown, names: readonly string[]): readonly Part[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [];
  return all.filter(isPart).map((part) => ({ ...picked(part, names), id: part.id }));
}

/** The role, channel or thread with only what is read of it; `null` for what is none. */
export const roleShape = (value: unknown): Part | null => parts([value], ROLE)[0] ?? null;
export const channelShape = (value: unknown): Part | null => parts([value], CHANNEL)[0] ?? null;
export const threadShapes = (value: unknown): readonly Part[] => parts(value, THREAD).map(withMembership);

/**
 * Discord tells a bot only of private threads that it sees, and not always that it is a member (Discord docs: Threads,
 * private threads).
 */
function withMembership(thread: Part): Part {
  if (thread['type'] !== ChannelType.PrivateThread || 'member' in thread) return thread;
  return { ...thread, member: { id: thread.id, flags: 0 } };
}

/** The fields of a server that may change by themselves. */
export const serverFields = (value: Fields): Fields => picked(value, SERVER);

/** The member, if it is the bot. */
export function ownMember(value: unknown, botId: string): Fields | null {
  if (!isFields(value) || !isFields(value['user']) || value['user']['id'] !== botId) return null;
  return picked(value, MEMBER);
}

/** What is kept of a GUILD_CREATE; `null` where it tells of no server, or of one that is out of order. */
export function serverShape(value: unknown, botId: string): ServerShape | null {
  if (!isPart(value) || value['unavailable'] === true || !Array.isArray(value['channels'])) return null;
  const members: readonly unknown[] = Array.isArray(value['members']) ? value['members'] : [];
  return {
    ...serverFields(value),
    id: value.id,
    roles: parts(value['roles'], ROLE),
    channels: parts(value['channels'], CHANNEL),
    threads: threadShapes(value['threads']),
    members: members.map((member) => ownMember(member, botId)).filter((member) => member !== null),
  };
}
