import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGuilds, type MutableGuilds } from '#src/discord/guilds/guilds.ts';

const BOT = '7';
const GUILDS = ['101', '102'] as const;
const CHANNELS = ['201', '202', '203'] as const;
const ROLES = ['301', '302'] as const;

interface Event {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const guildId = fc.constantFrom(...GUILDS);
const channelId = fc.constantFrom(...CHANNELS);
const roleId = fc.constantFrom(...ROLES);
const name = fc.constantFrom('a', 'b', 'c');
const role = fc.record({ id: roleId, name, permissions: fc.constantFrom('8', '1024') });
const text = fc.record({ id: channelId, name, type: fc.constant(0) });
const member = fc
  .constantFrom<readonly string[]>([], ['301'], ['301', '302'])
  .map((roles) => ({ user: { id: BOT }, roles }));

const event: fc.Arbitrary<Event> = fc.oneof(
  fc
    .record({ id: guildId, name, channels: fc.array(text), roles: fc.array(role), member })
    .map(({ member: own, ...data }) => ({ event: 'GUILD_CREATE', data: { ...data, members: [own] } })),
  fc.record({ id: guildId, name }).map((data) => ({ event: 'GUILD_UPDATE', data })),
  fc.record({ id: guildId, unavailable: fc.boolean() }).map((data) => ({ event: 'GUILD_DELETE', data })),
  fc
    .record({ event: fc.constantFrom('CHANNEL_CREATE', 'CHANNEL_UPDATE'), guild_id: guildId, channel: text })
    .map(({ event: kind, guild_id, channel }) => ({ event: kind, data: { ...channel, guild_id } })),
  fc.record({ id: channelId, guild_id: guildId }).map((data) => ({ event: 'CHANNEL_DELETE', data })),
  fc.record({ guild_id: guildId, role }).map((data) => ({ event: 'GUILD_ROLE_UPDATE', data })),
  fc.record({ guild_id: guildId, role_id: roleId }).map((data) => ({ event: 'GUILD_ROLE_DELETE', data })),
  fc
    .record({ guild_id: guildId, member })
    .map(({ guild_id, member: own }) => ({ event: 'GUILD_MEMBER_UPDATE', data: { guild_id, ...own } })),
);

function begun(): MutableGuilds {
  const guilds = createGuilds();
  guilds.start({
    botId: BOT,
    guildIds: GUILDS,
    isOfShard: () => true,
    isHeldElsewhere: () => false,
  });
  return guilds;
}

function apply(guilds: MutableGuilds, events: readonly Event[]): void {
  for (const { event: kind, data } of events) guilds.apply(kind, data);
}

const stateOf = (guilds: MutableGuilds) =>
  GUILDS.map((id) => [guilds.has(id), guilds.isAvailable(id), guilds.get(id)]);

const handedOver = (guilds: MutableGuilds): MutableGuilds => {
  const other = createGuilds();
  other.restore(
    guilds.botId,
    [...guilds.ids()].flatMap((id) => {
      const state = guilds.packed(id);
      return state === null ? [] : [[id, { ...state }] as const];
    }),
  );
  return other;
};

describe('servers that another process kept', () => {
  it('are as they were there', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const guilds = begun();
        apply(guilds, events);
        const other = handedOver(guilds);
        expect(stateOf(other)).toEqual(stateOf(guilds));
        expect(other.botId).toBe(BOT);
      }),
    );
  });

  it('end as they were, from whatever earlier place the events are replayed', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), fc.nat(30), (events, from) => {
        const guilds = begun();
        apply(guilds, events);
        const before = stateOf(guilds);
        const other = handedOver(guilds);
        apply(other, events.slice(from));
        expect(stateOf(other)).toEqual(before);
      }),
    );
  });

  it('are forgotten where another process receives them, and found by their channels elsewhere', () => {
    const guilds = begun();
    apply(guilds, [
      {
        event: 'GUILD_CREATE',
        data: { id: '101', name: 'a', channels: [{ id: '201', type: 0 }], roles: [] },
      },
      {
        event: 'GUILD_CREATE',
        data: { id: '102', name: 'b', channels: [{ id: '202', type: 0 }], roles: [] },
      },
    ]);
    const other = handedOver(guilds);
    other.forget((id) => id === '101');
    expect([...other.ids()]).toEqual(['102']);
    expect(other.findChannel('201')).toBeNull();
    expect(other.findChannel('202')?.guild.name).toBe('b');
  });
});
