import { ChannelType } from 'discord-api-types/v10';
import { LRUCache } from 'lru-cache';
import type { Channel, Guild } from './guild.ts';
import { applyGuildEvent, guildIdOf, isGuildChange } from './guild-events.ts';
import { packedChannelIds, packedJoinedAt, packedTimeOut, packGuild, unpackGuild } from './packed-guild.ts';
import { readChannel, readGuild } from './payloads.ts';
import { permissionsIn } from './permissions.ts';

/** Number of servers whose unpacked objects are cached. */
const MAX_UNPACKED = 100;
/** Number of channels whose server is cached, because lookups repeat. */
const MAX_FOUND_CHANNELS = 10_000;
const DISCORD_ID = /^\d{1,19}$/;

/** Effect of an event on a server. */
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
  /** Returns whether the bot is in the server, available or not. */
  has(guildId: string): boolean;
  /**
   * Returns the server; `null` if it is unknown or was not received yet. During an outage, the last known state
   * remains.
   */
  get(guildId: string): Guild | null;
  /** Returns whether the server was received and has no outage. */
  isAvailable(guildId: string): boolean;
  /**
   * Returns the end of the bot's time-out there, epoch ms, which may be past; `null` for never, and if `get` returns
   * `null`. It is called for every arriving server, without unpacking it.
   */
  timedOutUntil(guildId: string): number | null;
  /** Returns when the bot joined the server, epoch ms; `null` if that is unknown. Like `timedOutUntil`. */
  joinedAt(guildId: string): number | null;
  /** Returns the channel or active thread; `null` if unknown. */
  findChannel(channelId: string): ChannelInGuild | null;
  /** The bot's user id; empty before the first READY. */
  readonly botId: string;
}

/** Servers that gateway events can change. */
export interface MutableGuilds extends Guilds {
  /**
   * Starts a new session of a shard. Its listed servers remain, and are unavailable until they are received again.
   * @param session.isOfShard returns whether a server belongs to the shard; `isHeldElsewhere`: returns whether a shard
   * with another shard count reports it as well, so that it stays available
   */
  start(session: {
    readonly botId: string;
    readonly guildIds: readonly string[];
    readonly isOfShard: (guildId: string) => boolean;
    readonly isHeldElsewhere: (guildId: string) => boolean;
  }): void;
  /** Returns the packed server, for another process; `null` if unknown. */
  packed(guildId: string): PackedState | null;
  /** Adds servers from another process's saved state. */
  restore(botId: string, states: Iterable<readonly [guildId: string, state: PackedState]>): void;
  /** Removes servers that another process receives from now on. */
  forget(isMeant: (guildId: string) => boolean): void;
  /**
   * Adds a thread from an interaction, because the gateway leaves out archived threads, and private ones without the
   * bot. A known thread stays unchanged.
   */
  addThread(guildId: string, data: unknown): void;
  /** Applies a gateway event. Returns its server and the effect on it; `null` if it changes none. */
  apply(event: string, data: unknown): { readonly guildId: string; readonly change: GuildChange } | null;
}

/** A server in the form in which processes exchange it (`packed-guild.ts`). */
export interface PackedState {
  /** `null` if it was not received yet. */
  readonly packed: Uint8Array | null;
  readonly isAvailable: boolean;
}

/** Stored state of a server. */
interface Entry {
  /** `null` until it was received. */
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

/** Creates an empty set of servers. */
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
    // The server was usually read just before; a search through all servers takes a millisecond.
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
    joinedAt(guildId) {
      const packed = entries.get(guildId)?.packed ?? null;
      return packed === null ? null : packedJoinedAt(packed);
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
