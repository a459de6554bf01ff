import { describe, expect, it } from 'vitest';
import { applyEvent, isServerEvent, serverOf } from '../../../src/discord/servers/server-events.ts';
import { type ServerSnapshot, toServerSnapshot } from '../../../src/discord/servers/server-snapshot.ts';

const BOT = '7';

const guildCreate = {
  id: '1',
  name: 'Fox Den',
  icon: 'abc',
  owner_id: '9',
  emojis: [{ id: '50', name: 'fox' }],
  roles: [
    { id: '1', name: '@everyone', permissions: '0', color: 5 },
    { id: '2', name: 'Bots', permissions: '2048', mentionable: false },
  ],
  channels: [{ id: '3', type: 0, name: 'sales', topic: 'All sales', permission_overwrites: [] }],
  threads: [{ id: '4', type: 11, name: 'rare', parent_id: '3', guild_id: '1' }],
  members: [
    { user: { id: BOT, username: 'gavel' }, roles: ['2'] },
    { user: { id: '8', username: 'ada' }, roles: [] },
  ],
};

function den(): ServerSnapshot {
  const snapshot = toServerSnapshot(guildCreate, BOT);
  if (snapshot === null) throw new Error('It is a server.');
  return snapshot;
}

const after = (event: string, data: object): ServerSnapshot =>
  applyEvent(den(), event, { guild_id: '1', ...data }, BOT);

describe('what is kept of a server', () => {
  it('is what permissions, names and order are made of', () => {
    expect(den()).toEqual({
      id: '1',
      name: 'Fox Den',
      owner_id: '9',
      roles: [
        { id: '1', name: '@everyone', permissions: '0' },
        { id: '2', name: 'Bots', permissions: '2048', mentionable: false },
      ],
      channels: [{ id: '3', type: 0, name: 'sales', permission_overwrites: [] }],
      threads: [{ id: '4', type: 11, name: 'rare', parent_id: '3', guild_id: '1' }],
      members: [{ user: { id: BOT, username: 'gavel' }, roles: ['2'] }],
    });
  });

  it.each([{ ...guildCreate, unavailable: true }, { id: '1' }, null, 'server'])(
    'is nothing of %o',
    (data) => {
      expect(toServerSnapshot(data, BOT)).toBeNull();
    },
  );
});

describe('the bot’s membership in private threads', () => {
  const own = { id: '6', user_id: BOT };
  const secret = { id: '6', type: 12, name: 'secret', parent_id: '3', guild_id: '1' };
  const memberOf = ({ threads }: ServerSnapshot) => threads.find(({ id }) => id === '6')?.['member'];
  const joined = after('THREAD_CREATE', { ...secret, member: own });

  it('is kept from what shows of them, which Discord does to those who see them alone', () => {
    expect(memberOf(joined)).toEqual(own);
    expect(memberOf(after('THREAD_CREATE', secret))).toBeDefined();
    expect(memberOf(after('THREAD_LIST_SYNC', { threads: [secret], members: [own] }))).toEqual(own);
  });

  it('ends and begins anew when the bot is taken out and added, and not with anybody else', () => {
    const moved = (server: ServerSnapshot, data: object) =>
      applyEvent(server, 'THREAD_MEMBERS_UPDATE', { id: '6', guild_id: '1', ...data }, BOT);
    const out = moved(joined, { removed_member_ids: [BOT] });

    expect(out.threads.map(({ id }) => id)).toEqual(['4', '6']);
    expect(memberOf(out)).toBeUndefined();
    expect(memberOf(moved(out, { added_members: [own] }))).toEqual(own);
    expect(moved(joined, { removed_member_ids: ['8'], added_members: [{ id: '6', user_id: '9' }] })).toEqual(
      joined,
    );
  });
});

describe('an event of a server', () => {
  it('adds and changes channels', () => {
    expect(after('CHANNEL_CREATE', { id: '5', type: 0, name: 'bids' }).channels.map(({ id }) => id)).toEqual([
      '3',
      '5',
    ]);
    expect(after('CHANNEL_UPDATE', { id: '3', name: 'sold' }).channels).toEqual([
      { id: '3', type: 0, name: 'sold', permission_overwrites: [] },
    ]);
  });

  it('takes a channel away together with its threads', () => {
    expect(after('CHANNEL_DELETE', { id: '3' })).toMatchObject({ channels: [], threads: [] });
  });

  it('adds, changes and takes away threads', () => {
    expect(after('THREAD_CREATE', { id: '6', type: 11, parent_id: '3' }).threads).toHaveLength(2);
    expect(after('THREAD_UPDATE', { id: '4', name: 'rarer' }).threads[0]).toMatchObject({
      name: 'rarer',
      parent_id: '3',
    });
    expect(after('THREAD_DELETE', { id: '4' }).threads).toEqual([]);
  });

  it('replaces the threads of some channels, or of all', () => {
    const threads = [{ id: '6', type: 11, parent_id: '5' }];
    expect(after('THREAD_LIST_SYNC', { channel_ids: ['5'], threads }).threads).toHaveLength(2);
    expect(after('THREAD_LIST_SYNC', { threads }).threads).toEqual(threads);
  });

  it('adds, changes and takes away roles', () => {
    expect(after('GUILD_ROLE_CREATE', { role: { id: '6', name: 'VIP' } }).roles).toHaveLength(3);
    expect(after('GUILD_ROLE_UPDATE', { role: { id: '2', permissions: '8' } }).roles[1]).toMatchObject({
      name: 'Bots',
      permissions: '8',
    });
    expect(after('GUILD_ROLE_DELETE', { role_id: '2' }).roles).toHaveLength(1);
  });

  it('changes what the bot is in it, and nothing of anybody else', () => {
    expect(after('GUILD_MEMBER_UPDATE', { user: { id: BOT }, roles: [] }).members[0]).toMatchObject({
      roles: [],
    });
    expect(after('GUILD_MEMBER_UPDATE', { user: { id: '8' }, roles: ['2'] })).toEqual(den());
  });

  it('changes its name, and keeps its channels', () => {
    expect(applyEvent(den(), 'GUILD_UPDATE', { id: '1', name: 'Fox Hill' }, BOT)).toEqual({
      ...den(),
      name: 'Fox Hill',
    });
  });

  it.each(['TYPING_START', 'INTERACTION_CREATE', 'GUILD_EMOJIS_UPDATE'])('%s changes nothing', (event) => {
    expect(isServerEvent(event)).toBe(false);
    expect(after(event, { emojis: [] })).toEqual(den());
  });

  it.each([
    ['GUILD_UPDATE', { id: '1' }],
    ['GUILD_DELETE', { id: '1' }],
    ['GUILD_ROLE_DELETE', { guild_id: '1', role_id: '2' }],
    ['GUILD_MEMBER_UPDATE', { guild_id: '1', user: { id: BOT } }],
    ['CHANNEL_UPDATE', { guild_id: '1', id: '3' }],
    ['CHANNEL_UPDATE', { id: '3' }],
  ])('%s %o names its server', (event, data) => {
    expect(serverOf(data, event)).toBe('guild_id' in data || event.startsWith('GUILD') ? '1' : null);
  });
});
