import { ChannelType } from 'discord-api-types/v10';
import fc from 'fast-check';
import type { Channel, Guild, OwnMember, Role } from '#src/discord/guilds/guild.ts';

const anyId = fc.bigInt({ min: 1n, max: 9_223_372_036_854_775_807n }).map(String);
const anyBits = fc.bigInt({ min: 0n, max: (1n << 53n) - 1n });
const anyName = fc.string({ unit: 'grapheme', maxLength: 20 });

const anyRole: fc.Arbitrary<Role> = fc.record({
  id: anyId,
  name: anyName,
  permissions: anyBits,
  isMentionable: fc.boolean(),
});

const common = { id: anyId, name: anyName, parentId: fc.option(anyId) };

const anyChannel: fc.Arbitrary<Channel> = fc.oneof(
  fc.record({
    ...common,
    type: fc.constantFrom(ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.GuildCategory),
    position: fc.integer({ min: -1, max: 500 }),
    overwrites: fc.array(fc.record({ id: anyId, allow: anyBits, deny: anyBits }), { maxLength: 4 }),
    thread: fc.constant(null),
  }),
  fc.record({
    ...common,
    type: fc.constantFrom(ChannelType.PublicThread, ChannelType.PrivateThread),
    position: fc.constant(0),
    overwrites: fc.constant([]),
    thread: fc.record({ isLocked: fc.boolean(), isJoined: fc.boolean() }),
  }),
);

const anySelf: fc.Arbitrary<OwnMember> = fc.record({
  roleIds: fc.array(anyId, { maxLength: 4 }),
  timedOutUntil: fc.option(fc.integer({ min: 0, max: 4_000_000_000_000 })),
});

const byId = <T extends { readonly id: string }>(all: readonly T[]): ReadonlyMap<string, T> =>
  new Map(all.map((one) => [one.id, one]));

/** A server with any roles, channels and threads. */
export const anyGuild: fc.Arbitrary<Guild> = fc.record({
  id: anyId,
  name: anyName,
  ownerId: anyId,
  joinedAt: fc.option(fc.integer({ min: 0, max: 4_000_000_000_000 })),
  systemChannelId: fc.option(anyId),
  roles: fc.array(anyRole, { maxLength: 8 }).map(byId),
  channels: fc.array(anyChannel, { maxLength: 8 }).map(byId),
  self: fc.option(anySelf),
});
