import { ChannelType } from 'discord-api-types/v10';
import { LRUCache } from 'lru-cache';
import type { Channel, Guild } from './guild.ts';
import { applyGuildEvent, guildIdOf, isGuildChange } from './guild-events.ts';
import { packedChannelIds, packedTimeOut, packGuild, unpackGuild } from './packed-guild.ts';
import { readChannel, readGuild } from './payloads.ts';
import { permissionsIn } from './permissions.ts';

/** Servers whose objects are kept while they are used. */
const MAX_UNPACKED = 100;
/** Channels whose server is remembered, since lookups repeat. */
const MAX_FOUND_CHANNELS = 10_000;
const DISCORD_ID = /^\d{1,19}$/;

/** What an event did to a server. */
export type GuildChange = 'received' | 'changed' | 'unavailable' | 'removed';

/** A channel with its server. */
export interface ChannelInGuild {
  readonly guild: Guild;
  readonly channel: Channel;
}

/** The servers that the bot is in, as the gateway reports them. Makes no requests. */
export interface Guilds {
  /** Number of servers, including those not received yet. */
  readonly size: number;
  ids(): Iterable<string>;
  /** Whether the bot is in the server, available or not. */
  has(guildId: string): boolean;
  /** `null` for an unknown server, and for one not received yet. What is known stays during an outage of the server. */
  get(guildId: string): Guild | null;
  /** Whether the server was received and has no outage. */
  isAvailable(guildId: string): boolean;
  /**
   * Until when the bot is or was timed out there, epoch ms; `null` for never, and where `get` is. Asked of every server
   * that arrives, which must not be unpacked for it.
   */
  timedOutUntil(guildId: string): number | null;
  /** The channel or active thread; `null` for an unknown one. */
  findChannel(channelId: string): ChannelInGuild | null;
  /** The bot's user id; empty before the first READY. */
  readonly botId: string;
}

/** Servers, and how the gateway's events change them. */
export interface MutableGuilds extends Guilds {
  /**
   * A shard has a new session: of its servers these remain, and are unavailable until they are received again.
   * @param session.isOfShard whether a server belongs to the shard; `isHeldElsewhere`: whether a shard of another
   * number of shards reports it as well, so that it stays available
   */
  start(session: {
    readonly botId: string;
    readonly guildIds: readonly string[];
    readonly isOfShard: (guildId: string) => boolean;
    readonly isHeldElsewhere: (guildId: string) => boolean;
  }): void;
  /** The server as it is kept, for another process; `null` for an unknown one. */
  packed(guildId: string): PackedState | null;
  /** Adds servers that another process kept. */
  restore(botId: string, states: Iterable<readonly [guildId: string, state: PackedState]>): void;
  /** Forgets servers that another process receives from now on. */
  forget(isMeant: (guildId: string) => boolean): void;
  /**
   * Adds a thread that an interaction shows: the gateway leaves out archived ones, and private ones without the bot.
   * What is known already stays as it is.
   */
  addThread(guildId: string, data: unknown): void;
  /**
   * Applies an event of the gateway. Returns its server, and what became of it; `null` for an event that changes none.
   */
  apply(event: string, data: unknown): { readonly guildId: string; readonly change: GuildChange } | null;
}

/** A server as one process hands it to another (`packed-guild.ts`). */
export interface PackedState {
  /** `null` for one not received yet. */
  readonly packed: Uint8Array | null;
  readonly isAvailable: boolean;
}

/** A server as it is kept. */
interface Entry {
  /** `null` before it was received. */
  packed: Uint8Array | null;
  channelIds: BigUint64Array;
  isAvailable: boolean;
}

const NO_CHANNELS = new BigUint64Array();

const channelIdsOf = (guild: Guild): BigUint64Array =>
  BigUint64Array.from([...guild.channels.keys()].map(BigInt));

function isUnavailable(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'unavailable' in data && data.unavailable === true;
}

/** Creates the servers of a bot that is in none yet. */
export function createGuilds(): MutableGuilds {
  const entries = new Map<string, Entry>();
  const unpacked = new LRUCache<string, Guild>({ max: MAX_UNPACKED });
  const foundIn = new LRUCache<string, string>({ max: MAX_FOUND_CHANNELS });
  let botId = '';

  function get(guildId: string): Guild | null {
    const recent = unpacked.get(guildId);
    if (recent !== undefined) return recent;
    const packed = entries.get(guildId)?.packed ?? null;
    if (packed === null) return null;
    const guild = unpackGuild(packed);
    unpacked.set(guildId, guild);
    return guild;
  }

  function save(guild: Guild, isAvailable: boolean): void {
    // At a start, thousands of servers arrive that nobody uses yet.
    unpacked.delete(guild.id);
    entries.set(guild.id, {
      packed: packGuild(guild),
      channelIds: channelIdsOf(guild),
      isAvailable,
    });
  }

  function remove(guildId: string): void {
    entries.delete(guildId);
    unpacked.delete(guildId);
  }

  function suspend(guildId: string): void {
    const entry = entries.get(guildId);
    if (entry === undefined)
      entries.set(guildId, { packed: null, channelIds: NO_CHANNELS, isAvailable: false });
    else entry.isAvailable = false;
  }

  const holds = (guildId: string, id: bigint): boolean =>
    entries.get(guildId)?.channelIds.includes(id) === true;

  function guildOfChannel(channelId: string): string | null {
    if (!DISCORD_ID.test(channelId)) return null;
    const id = BigInt(channelId);
    const before = foundIn.get(channelId);
    if (before !== undefined && holds(before, id)) return before;
    // Mostly its server was read right before, and all servers take a millisecond.
    for (const [guildId, guild] of unpacked.entries()) if (guild.channels.has(channelId)) return guildId;
    for (const guildId of entries.keys()) {
      if (!holds(guildId, id)) continue;
      foundIn.set(channelId, guildId);
      return guildId;
    }
    return null;
  }

  function change(guildId: string, event: string, data: unknown): GuildChange | null {
    if (event === 'GUILD_DELETE') {
      if (isUnavailable(data)) {
        suspend(guildId);
        return 'unavailable';
      }
      remove(guildId);
      return 'removed';
    }
    if (event === 'GUILD_CREATE') {
      const guild = readGuild(data, botId);
      if (guild === null) return null;
      save(guild, true);
      return 'received';
    }
    const before = isGuildChange(event) ? get(guildId) : null;
    if (before === null) return null;
    const after = applyGuildEvent(before, event, data, botId);
    if (after === before) return null;
    save(after, entries.get(guildId)?.isAvailable === true);
    return 'changed';
  }

  return {
    get size() {
      return entries.size;
    },
    get botId() {
      return botId;
    },
    ids: () => entries.keys(),
    has: (guildId) => entries.has(guildId),
    get,
    isAvailable: (guildId) => entries.get(guildId)?.isAvailable === true,
    timedOutUntil(guildId) {
      const packed = entries.get(guildId)?.packed ?? null;
      return packed === null ? null : packedTimeOut(packed);
    },
    findChannel(channelId) {
      const guildId = guildOfChannel(channelId);
      const guild = guildId === null ? null : get(guildId);
      const channel = guild?.channels.get(channelId);
      return guild === null || channel === undefined ? null : { guild, channel };
    },
    start(session) {
      botId = session.botId;
      const remaining = new Set(session.guildIds);
      for (const guildId of entries.keys()) {
        if (session.isOfShard(guildId) && !remaining.has(guildId)) remove(guildId);
      }
      for (const guildId of remaining) if (!session.isHeldElsewhere(guildId)) suspend(guildId);
    },
    packed: (guildId) => entries.get(guildId) ?? null,
    restore(ownId, states) {
      botId = ownId;
      for (const [guildId, { packed, isAvailable }] of states) {
        const channelIds = packed === null ? NO_CHANNELS : packedChannelIds(packed);
        entries.set(guildId, { packed, channelIds, isAvailable });
        unpacked.delete(guildId);
      }
    },
    forget(isMeant) {
      for (const guildId of [...entries.keys()]) if (isMeant(guildId)) remove(guildId);
    },
    addThread(guildId, data) {
      const guild = get(guildId);
      const thread = readChannel(data);
      if (guild === null || thread === null || thread.thread === null || guild.channels.has(thread.id))
        return;
      const isJoined = thread.thread.isJoined && thread.type !== ChannelType.PrivateThread;
      const channels = new Map(guild.channels);
      channels.set(thread.id, { ...thread, thread: { ...thread.thread, isJoined } });
      save({ ...guild, channels }, entries.get(guildId)?.isAvailable === true);
    },
    apply(event, data) {
      const guildId = guildIdOf(event, data);
      if (guildId === null || !DISCORD_ID.test(guildId)) return null;
      const changed = change(guildId, event, data);
      return changed === null ? null : { guildId, change: changed };
    },
  };
}

/**
 * The bot's own permissions in a channel; `null` while they are unknown.
 * @param now epoch ms, for time-outs
 */
export function ownPermissions(
  { guild, channel }: ChannelInGuild,
  botId: string,
  now: number,
): bigint | null {
  return guild.self === null ? null : permissionsIn(guild, channel, { userId: botId, ...guild.self }, now);
}
