import { type CacheFactory, type Client, Events, Guild } from 'discord.js';
import { LazyChannels, LazyGuilds } from './lazy-caches.ts';
import { changedBy, changesServer, serverOf } from './server-events.ts';
import { createServerMemory } from './server-memory.ts';
import { isFields, serverShape } from './server-shape.ts';

/** Servers that take little memory while nobody looks at them. */
export interface LazyServers {
  /** For the client's option `makeCache`: lazy caches for servers and channels, `otherwise` for the rest. */
  makeCache(otherwise: CacheFactory): CacheFactory;
  /** Makes the memory follow what the gateway tells the client. To be called once, before it logs in. */
  follow(client: Client): void;
}

/** What the gateway sends (Discord docs: Gateway Event Payload Structure). It may be changed before discord.js reads it. */
interface Packet {
  t: unknown;
  d: unknown;
}

/**
 * discord.js makes objects for all channels and roles of all servers, which takes gigabytes in ten thousand servers. Here
 * what the gateway tells is kept packed, and a server becomes objects when somebody asks for it.
 *
 * The client tells of every packet before it acts on it (`Events.Raw`). That of a server at the start is not shown to it at all;
 * for what changes a server later, the server's objects are made first, so that discord.js changes them and tells its
 * listeners as always; then it is remembered.
 */
export function createLazyServers(): LazyServers {
  const memory = createServerMemory();
  let followed: Client | null = null;

  function make(id: string): Guild {
    const shape = memory.recall(id);
    // Its constructor is not public; it is what discord.js itself calls with what the gateway told.
    const guild: unknown = Reflect.construct(Guild, [
      followed,
      shape ?? { id, unavailable: true, shardId: 0 },
    ]);
    if (!(guild instanceof Guild)) throw new TypeError('discord.js made something else of a server.');
    guild.available = memory.isAvailable(id);
    return guild;
  }

  const guilds: LazyGuilds = new LazyGuilds(memory, make, (guild) => {
    for (const id of guild.channels.cache.keys()) channels.delete(id);
  });
  const channels = new LazyChannels(memory, () => guilds);

  const botId = (): string => followed?.user?.id ?? '';

  function ready(packet: Packet): void {
    const data = packet.d;
    if (!isFields(data) || !Array.isArray(data['guilds'])) return;
    const told: readonly unknown[] = data['guilds'];
    for (const guild of told) {
      if (!isFields(guild) || typeof guild['id'] !== 'string') continue;
      guilds.delete(guild['id']);
      memory.markUnavailable(guild['id']);
    }
    packet.d = { ...data, guilds: [] };
  }

  function remember(data: unknown, shardId: number): void {
    const shape = serverShape(isFields(data) ? { ...data, shardId } : data, botId());
    if (shape !== null) memory.remember(shape);
  }

  /** At the start the client only has to learn that the server was told of, which it also does by a farewell. */
  function guildCreate(packet: Packet, id: string, shardId: number, isReady: boolean): void {
    const data = packet.d;
    if (!isReady && serverShape(data, botId()) !== null) {
      guilds.delete(id);
      memory.forget(id);
      packet.t = 'GUILD_DELETE';
      packet.d = { id };
    } else guilds.get(id);
    queueMicrotask(() => remember(data, shardId));
  }

  function change(event: string, data: unknown, id: string): void {
    guilds.get(id);
    queueMicrotask(() => {
      if (event === 'GUILD_DELETE') {
        if (isFields(data) && data['unavailable'] === true) memory.markUnavailable(id);
        else memory.forget(id);
        return;
      }
      const before = memory.recall(id);
      if (before === null) return;
      const after = changedBy(before, event, data, botId());
      const isAvailable = memory.isAvailable(id);
      if (after !== before) memory.remember(after);
      if (!isAvailable) memory.markUnavailable(id);
    });
  }

  return {
    makeCache: (otherwise) => (managerType, holds, manager) => {
      // The types leave out what discord.js says it does not support: these two, unless they keep to what it calls.
      const name: string = managerType.name;
      if (name === 'GuildManager') return guilds as never;
      if (name === 'ChannelManager') return channels as never;
      return otherwise(managerType, holds, manager);
    },
    follow(client) {
      followed = client;
      client.on(Events.Raw, (packet: Packet, shardId: number) => {
        const event = packet.t;
        if (typeof event !== 'string') return;
        if (event === 'READY') {
          ready(packet);
          return;
        }
        const id = serverOf(packet.d, event);
        if (id === null) return;
        if (event === 'GUILD_CREATE') guildCreate(packet, id, shardId, client.isReady());
        else if (event === 'GUILD_DELETE' || changesServer(event)) change(event, packet.d, id);
      });
    },
  };
}
