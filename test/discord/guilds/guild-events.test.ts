import { describe, expect, it } from 'vitest';
import type { Guild } from '#src/discord/guilds/guild.ts';
import { applyGuildEvent, guildIdOf, isGuildChange } from '#src/discord/guilds/guild-events.ts';
import { readGuild } from '#src/discord/guilds/payloads.ts';
import { BOT, guildCreate } from './guild-payload.ts';

function den(): Guild {
  const guild = readGuild(guildCreate, BOT);
  if (guild === null) throw new Error('It is a server.');
  return guild;
}

const applied = (guild: Guild, event: string, data: object): Guild =>
  applyGuildEvent(guild, event, { guild_id: '1', ...data }, BOT);
const after = (event: string, data: object): Guild => applied(den(), event, data);
const channelIds = ({ channels }: Guild) => [...channels.keys()];

describe('what is kept of a server', () => {
  it('is what permissions, names and order are made of', () => {
    expect(den()).toEqual({
      id: '1',
      name: 'Fox Den',
      ownerId: '9',
      joinedAt: null,
      systemChannelId: null,
      roles: new Map([
        ['1', { id: '1', name: '@everyone', permissions: 0n, isMentionable: false }],
        ['2', { id: '2', name: 'Bots', permissions: 2048n, isMentionable: true }],
      ]),
      channels: new Map([
        [
          '3',
          {
            id: '3',
            type: 0,
            name: 'sales',
            parentId: null,
            position: 4,
            overwrites: [{ id: '2', allow: 1024n, deny: 0n }],
            thread: null,
          },
        ],
        [
          '4',
          {
            id: '4',
            type: 11,
            name: 'rare',
            parentId: '3',
            position: 0,
            overwrites: [],
            thread: { isLocked: true, isJoined: false },
          },
        ],
      ]),
      self: { roleIds: ['2'], timedOutUntil: null },
    });
  });

  it.each([
    { ...guildCreate, unavailable: true },
    { id: '1' },
    null,
    'server',
    { ...guildCreate, id: 'den' },
  ])('is nothing of %o', (data) => {
    expect(readGuild(data, BOT)).toBeNull();
  });

  it('leaves out what cannot be read, and keeps the rest', () => {
    const guild = readGuild(
      { ...guildCreate, roles: [...guildCreate.roles, { id: '5' }, null], channels: [{ id: 'x', type: 0 }] },
      BOT,
    );
    expect([...(guild?.roles.keys() ?? [])]).toEqual(['1', '2']);
    expect([...(guild?.channels.keys() ?? [])]).toEqual(['4']);
  });
});

describe('the bot’s membership in private threads', () => {
  const own = { id: '6', user_id: BOT };
  const secret = { id: '6', type: 12, name: 'secret', parent_id: '3', guild_id: '1' };
  const isJoined = ({ channels }: Guild) => channels.get('6')?.thread?.isJoined;
  const joined = after('THREAD_CREATE', { ...secret, member: own });

  it('is known from the fact that Discord shows them, which it does to members alone', () => {
    expect(isJoined(joined)).toBe(true);
    expect(isJoined(after('THREAD_CREATE', secret))).toBe(true);
    expect(isJoined(after('THREAD_LIST_SYNC', { threads: [secret], members: [own] }))).toBe(true);
  });

  it('ends and begins anew when the bot is taken out and added, and not with anybody else', () => {
    const moved = (guild: Guild, data: object) =>
      applied(guild, 'THREAD_MEMBERS_UPDATE', { id: '6', ...data });
    const out = moved(joined, { removed_member_ids: [BOT] });

    expect(channelIds(out)).toEqual(['3', '4', '6']);
    expect(isJoined(out)).toBe(false);
    expect(isJoined(applied(out, 'THREAD_UPDATE', { ...secret, name: 'more secret' }))).toBe(false);
    expect(isJoined(moved(out, { added_members: [own] }))).toBe(true);
    expect(moved(joined, { removed_member_ids: ['8'], added_members: [{ id: '6', user_id: '9' }] })).toBe(
      joined,
    );
  });
});

describe('an event of a server', () => {
  it('adds and changes channels', () => {
    expect(channelIds(after('CHANNEL_CREATE', { id: '5', type: 0, name: 'bids' }))).toEqual(['3', '4', '5']);
    expect(after('CHANNEL_UPDATE', { id: '3', type: 0, name: 'sold' }).channels.get('3')).toMatchObject({
      name: 'sold',
      overwrites: [],
    });
  });

  it('takes a channel away together with its threads', () => {
    expect(channelIds(after('CHANNEL_DELETE', { id: '3' }))).toEqual([]);
  });

  it('adds, changes and takes away threads', () => {
    expect(channelIds(after('THREAD_CREATE', { id: '6', type: 11, parent_id: '3' }))).toEqual([
      '3',
      '4',
      '6',
    ]);
    const changed = after('THREAD_UPDATE', { id: '4', type: 11, name: 'rarer', parent_id: '3' });
    expect(changed.channels.get('4')).toMatchObject({ name: 'rarer', thread: { isLocked: false } });
    expect(channelIds(after('THREAD_DELETE', { id: '4' }))).toEqual(['3']);
  });

  it('replaces the threads of some channels, or of all', () => {
    const threads = [{ id: '6', type: 11, parent_id: '5' }];
    expect(channelIds(after('THREAD_LIST_SYNC', { channel_ids: ['5'], threads }))).toEqual(['3', '4', '6']);
    expect(channelIds(after('THREAD_LIST_SYNC', { threads }))).toEqual(['3', '6']);
  });

  it('adds, changes and takes away roles', () => {
    const vip = { id: '6', name: 'VIP', permissions: '8', mentionable: false };
    expect([...after('GUILD_ROLE_CREATE', { role: vip }).roles.keys()]).toEqual(['1', '2', '6']);
    expect(after('GUILD_ROLE_UPDATE', { role: { ...vip, id: '2' } }).roles.get('2')).toMatchObject({
      name: 'VIP',
      permissions: 8n,
    });
    expect([...after('GUILD_ROLE_DELETE', { role_id: '2' }).roles.keys()]).toEqual(['1']);
  });

  it('changes the roles and the time-out of the bot, and nothing of anybody else', () => {
    const until = '2026-11-22T12:00:00Z';
    const changed = { user: { id: BOT }, roles: [], communication_disabled_until: until };
    expect(after('GUILD_MEMBER_UPDATE', changed).self).toEqual({
      roleIds: [],
      timedOutUntil: Date.parse(until),
    });
    expect(after('GUILD_MEMBER_UPDATE', { user: { id: '8' }, roles: ['2'] })).toEqual(den());
  });

  it('changes its name, and keeps its channels and roles', () => {
    expect(after('GUILD_UPDATE', { id: '1', name: 'Fox Hill', owner_id: '9' })).toEqual({
      ...den(),
      name: 'Fox Hill',
    });
  });

  it.each(['TYPING_START', 'INTERACTION_CREATE', 'GUILD_EMOJIS_UPDATE', 'constructor'])(
    '%s changes nothing',
    (event) => {
      expect(isGuildChange(event)).toBe(false);
      expect(after(event, { emojis: [] })).toEqual(den());
    },
  );

  it.each([
    ['GUILD_UPDATE', { id: '1' }],
    ['GUILD_DELETE', { id: '1' }],
    ['GUILD_ROLE_DELETE', { guild_id: '1', role_id: '2' }],
    ['GUILD_MEMBER_UPDATE', { guild_id: '1', user: { id: BOT } }],
    ['CHANNEL_UPDATE', { guild_id: '1', id: '3' }],
    ['CHANNEL_UPDATE', { id: '3' }],
  ])('%s %o names its server', (event, data) => {
    expect(guildIdOf(event, data)).toBe('guild_id' in data || event.startsWith('GUILD') ? '1' : null);
  });
});
