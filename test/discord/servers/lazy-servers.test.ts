import { Client, Events, GatewayIntentBits, Options } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createLazyServers } from '../../../src/discord/servers/lazy-servers.ts';

const BOT = '7000';
const READY = { t: 'READY', d: { guilds: [] as object[], user: { id: BOT } } };

function server(id: number, name = `server ${id}`): object {
  return {
    id: String(id),
    name,
    owner_id: '9',
    roles: [
      { id: String(id), name: '@everyone', permissions: '1024', mentionable: false },
      { id: `${id}1`, name: 'bots', permissions: '2048', mentionable: true },
    ],
    channels: [
      { id: `${id}5`, type: 0, name: 'sales', guild_id: String(id), permission_overwrites: [] },
      {
        id: `${id}6`,
        type: 0,
        name: 'mods',
        permission_overwrites: [{ id: String(id), type: 0, allow: '0', deny: '1024' }],
      },
    ],
    threads: [],
    members: [{ user: { id: BOT, username: 'gavel' }, roles: [`${id}1`] }],
  };
}

/** A client that never connects; `dispatch` passes it a packet as its socket would, and returns what discord.js received. */
function offline() {
  const servers = createLazyServers();
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    makeCache: servers.makeCache(Options.cacheWithLimits()),
  });
  servers.attach(client);
  async function dispatch(t: string, d: object): Promise<{ t: unknown; d: unknown }> {
    const packet: { t: unknown; d: unknown } = { t, d };
    client.emit(Events.Raw, packet, 0);
    await Promise.resolve();
    return packet;
  }
  return { client, dispatch };
}

/** A client that has received so many servers. */
async function inServers(count: number) {
  const world = offline();
  const ids = Array.from({ length: count }, (_, at) => 100 + at);
  await world.dispatch('READY', {
    ...READY.d,
    guilds: ids.map((id) => ({ id: String(id), unavailable: true })),
  });
  for (const id of ids) await world.dispatch('GUILD_CREATE', server(id));
  return world;
}

describe('servers that are kept packed', () => {
  it('are withheld from discord.js at startup, which counts each as received', async () => {
    const { dispatch } = offline();
    const guilds = [{ id: '100', unavailable: true }];
    expect(await dispatch('READY', { guilds })).toEqual({ t: 'READY', d: { guilds: [] } });
    expect(await dispatch('GUILD_CREATE', server(100))).toEqual({ t: 'GUILD_DELETE', d: { id: '100' } });
  });

  it('are all counted and named', async () => {
    const { client } = await inServers(200);
    expect(client.guilds.cache.size).toBe(200);
    expect([...client.guilds.cache.keys()]).toHaveLength(200);
    expect(client.guilds.cache.has('299')).toBe(true);
    expect(client.guilds.cache.has('300')).toBe(false);
  });

  it('become objects when they are read', async () => {
    const { client } = await inServers(2);
    const guild = client.guilds.cache.get('101');
    expect(guild?.name).toBe('server 101');
    expect(guild?.available).toBe(true);
    expect(guild?.channels.cache.map(({ name }) => name)).toEqual(['sales', 'mods']);
    expect(guild?.roles.cache.map(({ name }) => name)).toEqual(['@everyone', 'bots']);
  });

  it('are found by their channels', async () => {
    const { client } = await inServers(200);
    const channel = client.channels.cache.get('1506');
    expect(channel).toMatchObject({ name: 'mods', guild: { name: 'server 150' } });
    expect(client.channels.cache.get('9999')).toBeUndefined();
    expect(client.channels.cache.get('no id')).toBeUndefined();
  });

  it('are dropped when others are used, and created again', async () => {
    const { client } = await inServers(200);
    const first = client.guilds.cache.get('100');
    for (let id = 101; id < 300; id += 1) client.guilds.cache.get(String(id));
    const again = client.guilds.cache.get('100');
    expect(again).not.toBe(first);
    expect(again?.name).toBe('server 100');
    expect(client.channels.cache.get('1005')?.isTextBased()).toBe(true);
  });

  it('are unavailable until they are received, and again during an outage', async () => {
    const { client, dispatch } = offline();
    await dispatch('READY', { guilds: [{ id: '100', unavailable: true }] });
    expect(client.guilds.cache.get('100')?.available).toBe(false);
    await dispatch('GUILD_CREATE', server(100));
    expect(client.guilds.cache.get('100')?.available).toBe(true);
    await dispatch('READY', { guilds: [{ id: '100', unavailable: true }] });
    expect(client.guilds.cache.get('100')).toMatchObject({ available: false, name: 'server 100' });
  });

  it('have their latest state', async () => {
    const { client, dispatch } = await inServers(1);
    await dispatch('GUILD_ROLE_UPDATE', {
      guild_id: '100',
      role: { id: '1001', permissions: '8', name: 'bots' },
    });
    await dispatch('CHANNEL_DELETE', { guild_id: '100', id: '1006' });
    await dispatch('READY', { guilds: [] });
    for (let id = 101; id < 200; id += 1) await dispatch('GUILD_CREATE', server(id));
    for (let id = 101; id < 200; id += 1) client.guilds.cache.get(String(id));
    const guild = client.guilds.cache.get('100');
    expect(guild?.roles.cache.get('1001')?.permissions.bitfield).toBe(8n);
    expect([...(guild?.channels.cache.keys() ?? [])]).toEqual(['1005']);
  });

  it('are removed when the bot is removed', async () => {
    const { client, dispatch } = await inServers(2);
    await dispatch('GUILD_DELETE', { id: '100' });
    client.guilds.cache.delete('100');
    expect(client.guilds.cache.size).toBe(1);
    expect(client.guilds.cache.get('100')).toBeUndefined();
    expect(client.channels.cache.get('1005')).toBeUndefined();
  });
});
