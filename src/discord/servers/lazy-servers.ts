import { type CacheFactory, type Client, Events, Guild } from 'discord.js';
import { LazyChannels, LazyGuilds } from './lazy-caches.ts';
import { createServerCache } from './server-cache.ts';
import { applyEvent, isServerEvent, serverOf } from './server-events.ts';
import { isFields, toServerSnapshot } from './server-snapshot.ts';

/** Servers that are stored compressed while they are not used. */
export interface LazyServers {
  /** For the client's option `makeCache`: lazy caches for servers and channels, `otherwise` for all others. */
  makeCache(otherwise: CacheFactory): CacheFactory;
  /** Updates the stored servers from the gateway events of the client. To be called once, before login. */
  attach(client: Client): void;
}

/**
 * A gateway payload (Discord docs: Gateway Event Payload Structure). It may be modified before discord.js reads it.
 */
interface Packet {
  t: unknown;
  d: unknown;
}

/**
 * discord.js creates objects for all channels and roles of all servers, which takes gigabytes with ten thousand
 * servers. Here servers are stored compressed, and their objects are created on first access.
 *
 * The client emits `Events.Raw` for every packet before it handles it. The initial GUILD_CREATE packets are withheld
 * from it. For later changes the objects of the server are created first, so that discord.js updates them and emits
 * its events as usual; then the result is stored.
 */
export function createLazyServers(): LazyServers {
  const cache = createServerCache();
  let attachedClient: Client | null = null;

  function createGuild(id: string): Guild {
    const snapshot = cache.load(id);
    // The constructor is not public; discord.js itself calls it with the data of the gateway.
    const guild: unknown = Reflect.construct(Guild, [
      attachedClient,
      snapshot ?? { id, unavailable: true, shardId: 0 },
    ]);
    if (!(guild instanceof Guild)) throw new TypeError('discord.js made something else of a server.');
    guild.available = cache.isAvailable(id);
    return guild;
  }

  const guilds: LazyGuilds = new LazyGuilds(cache, createGuild, (guild) => {
    for (const id of guild.channels.cache.keys()) channels.delete(id);
  });
  const channels = new LazyChannels(cache, () => guilds);

  const botId = (): string => attachedClient?.user?.id ?? '';

  function handleReady(packet: Packet): void {
    const data = packet.d;
    if (!isFields(data) || !Array.isArray(data['guilds'])) return;
    const unavailable: readonly unknown[] = data['guilds'];
    for (const guild of unavailable) {
      if (!isFields(guild) || typeof guild['id'] !== 'string') continue;
      guilds.delete(guild['id']);
      cache.markUnavailable(guild['id']);
    }
    packet.d = { ...data, guilds: [] };
  }

  function save(data: unknown, shardId: number): void {
    const snapshot = toServerSnapshot(isFields(data) ? { ...data, shardId } : data, botId());
    if (snapshot !== null) cache.save(snapshot);
  }

  /** At startup the client only has to count the server as received, which a GUILD_DELETE does as well. */
  function handleGuildCreate(packet: Packet, id: string, shardId: number, isReady: boolean): void {
    const data = packet.d;
    if (!isReady && toServerSnapshot(data, botId()) !== null) {
      guilds.delete(id);
      cache.forget(id);
      packet.t = 'GUILD_DELETE';
      packet.d = { id };
    } else guilds.get(id);
    queueMicrotask(() => save(data, shardId));
  }

  function handleChange(event: string, data: unknown, id: string): void {
    guilds.get(id);
    queueMicrotask(() => {
      if (event === 'GUILD_DELETE') {
        if (isFields(data) && data['unavailable'] === true) cache.markUnavailable(id);
        else cache.forget(id);
        return;
      }
      const before = cache.load(id);
      if (before === null) return;
      const after = applyEvent(before, event, data, botId());
      const isAvailable = cache.isAvailable(id);
      if (after !== before) cache.save(after);
      if (!isAvailable) cache.markUnavailable(id);
    });
  }

  return {
    makeCache: (otherwise) => (managerType, holds, manager) => {
      // The types exclude these two managers, whose replacement discord.js does not support; these caches implement
      // all that it calls.
      const name: string = managerType.name;
      if (name === 'GuildManager') return guilds as never;
      if (name === 'ChannelManager') return channels as never;
      return otherwise(managerType, holds, manager);
    },
    attach(client) {
      attachedClient = client;
      client.on(Events.Raw, (packet: Packet, shardId: number) => {
        const event = packet.t;
        if (typeof event !== 'string') return;
        if (event === 'READY') {
          handleReady(packet);
          return;
        }
        const id = serverOf(packet.d, event);
        if (id === null) return;
        if (event === 'GUILD_CREATE') handleGuildCreate(packet, id, shardId, client.isReady());
        else if (event === 'GUILD_DELETE' || isServerEvent(event)) handleChange(event, packet.d, id);
      });
    },
  };
}
