import { describe, expect, it } from 'vitest';
import { createGuilds, type MutableGuilds } from '#src/discord/guilds/guilds.ts';

const BOT = '7000';

function payload(id: number, name = `server ${id}`): object {
  return {
    id: String(id),
    name,
    owner_id: '9',
    roles: [
      { id: String(id), name: '@everyone', permissions: '1024', mentionable: false },
      { id: `${id}1`, name: 'bots', permissions: '2048', mentionable: true },
    ],
    channels: [
      { id: `${id}5`, type: 0, name: 'sales', permission_overwrites: [] },
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

function begin(guilds: MutableGuilds, guildIds: readonly string[]): void {
  guilds.start({ botId: BOT, guildIds, isOfShard: () => true, isHeldElsewhere: () => false });
}

/** A bot that has received so many servers: 100, 101 … */
function inServers(count: number): MutableGuilds {
  const guilds = createGuilds();
  const ids = Array.from({ length: count }, (_, at) => 100 + at);
  begin(guilds, ids.map(String));
  for (const id of ids) guilds.apply('GUILD_CREATE', payload(id));
  return guilds;
}

describe('the servers of the bot', () => {
  it('are all counted and named', () => {
    const guilds = inServers(200);
    expect(guilds.size).toBe(200);
    expect([...guilds.ids()]).toHaveLength(200);
    expect(guilds.has('299')).toBe(true);
    expect(guilds.has('300')).toBe(false);
    expect(guilds.botId).toBe(BOT);
  });

  it('are the same when they are read again after many others', () => {
    const guilds = inServers(300);
    const first = guilds.get('100');
    for (let id = 101; id < 400; id += 1) guilds.get(String(id));
    const again = guilds.get('100');
    expect(again).not.toBe(first);
    expect(again).toEqual(first);
    expect(again?.channels.get('1006')?.overwrites).toEqual([{ id: '100', allow: 0n, deny: 1024n }]);
  });

  it('say until when the bot is timed out there, as soon as it is known', () => {
    const guilds = createGuilds();
    begin(guilds, ['100', '101']);
    expect(guilds.timedOutUntil('100')).toBeNull();
    const until = '2027-01-01T00:00:00.000Z';
    const member = { user: { id: BOT, username: 'gavel' }, roles: ['1001'] };
    guilds.apply('GUILD_CREATE', {
      ...payload(100),
      members: [{ ...member, communication_disabled_until: until }],
    });
    guilds.apply('GUILD_CREATE', payload(101));
    expect(guilds.timedOutUntil('100')).toBe(Date.parse(until));
    expect([guilds.timedOutUntil('101'), guilds.timedOutUntil('102')]).toEqual([null, null]);
    guilds.apply('GUILD_MEMBER_UPDATE', { ...member, guild_id: '100', communication_disabled_until: null });
    expect(guilds.timedOutUntil('100')).toBeNull();
  });

  it('are found by their channels', () => {
    const guilds = inServers(200);
    expect(guilds.findChannel('1506')).toMatchObject({
      channel: { name: 'mods' },
      guild: { name: 'server 150' },
    });
    expect(guilds.findChannel('9999')).toBeNull();
    expect(guilds.findChannel('no id')).toBeNull();
  });

  it('are unavailable until they are received, and again during an outage, with what was known', () => {
    const guilds = createGuilds();
    begin(guilds, ['100']);
    expect([guilds.has('100'), guilds.isAvailable('100'), guilds.get('100')]).toEqual([true, false, null]);
    expect(guilds.apply('GUILD_CREATE', payload(100))).toEqual({ guildId: '100', change: 'received' });
    expect(guilds.isAvailable('100')).toBe(true);
    const outage = { id: '100', unavailable: true };
    expect(guilds.apply('GUILD_DELETE', outage)).toEqual({ guildId: '100', change: 'unavailable' });
    expect([guilds.isAvailable('100'), guilds.get('100')?.name]).toEqual([false, 'server 100']);
  });

  it('have their latest state', () => {
    const guilds = inServers(150);
    const role = { id: '1001', permissions: '8', name: 'bots', mentionable: true };
    expect(guilds.apply('GUILD_ROLE_UPDATE', { guild_id: '100', role })).toEqual({
      guildId: '100',
      change: 'changed',
    });
    guilds.apply('CHANNEL_DELETE', { guild_id: '100', id: '1006' });
    for (let id = 101; id < 250; id += 1) guilds.get(String(id));
    expect(guilds.get('100')?.roles.get('1001')?.permissions).toBe(8n);
    expect([...(guilds.get('100')?.channels.keys() ?? [])]).toEqual(['1005']);
    expect(guilds.findChannel('1006')).toBeNull();
  });

  it('are removed when the bot is removed', () => {
    const guilds = inServers(2);
    expect(guilds.apply('GUILD_DELETE', { id: '100' })).toEqual({ guildId: '100', change: 'removed' });
    expect([guilds.size, guilds.get('100'), guilds.findChannel('1005')]).toEqual([1, null, null]);
  });

  it('that a new session does not have any more are removed, those of other shards are not', () => {
    const guilds = inServers(4);
    const isEven = (id: string) => Number(id) % 2 === 0;
    guilds.start({ botId: BOT, guildIds: ['102'], isOfShard: isEven, isHeldElsewhere: () => false });
    expect([...guilds.ids()].toSorted()).toEqual(['101', '102', '103']);
    expect([guilds.isAvailable('101'), guilds.isAvailable('102')]).toEqual([true, false]);
  });

  it('gain the threads that interactions show, which the bot is not in', () => {
    const guilds = inServers(1);
    const secret = {
      id: '1007',
      type: 12,
      name: 'secret',
      parent_id: '1005',
      thread_metadata: { locked: false },
    };
    guilds.addThread('100', secret);
    guilds.addThread('100', { id: '1008', type: 0, name: 'no thread' });
    guilds.addThread('100', { id: '1005', type: 11, name: 'known' });
    guilds.addThread('404', secret);
    expect(guilds.findChannel('1007')?.channel).toMatchObject({
      name: 'secret',
      thread: { isJoined: false },
    });
    expect(guilds.findChannel('1008')).toBeNull();
    expect(guilds.findChannel('1005')?.channel.name).toBe('sales');
  });

  it('are not changed by events of unknown servers, and by what cannot be read', () => {
    const guilds = inServers(1);
    expect(guilds.apply('CHANNEL_CREATE', { guild_id: '404', id: '5', type: 0 })).toBeNull();
    expect(guilds.apply('CHANNEL_CREATE', { guild_id: '100', id: 'five', type: 0 })).toBeNull();
    expect(guilds.apply('TYPING_START', { guild_id: '100' })).toBeNull();
    expect(guilds.apply('GUILD_CREATE', { id: 'den' })).toBeNull();
  });
});
