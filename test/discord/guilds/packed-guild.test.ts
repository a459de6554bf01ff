import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  packedChannelIds,
  packedJoinedAt,
  packedTimeOut,
  packGuild,
  unpackGuild,
} from '#src/discord/guilds/packed-guild.ts';
import { anyGuild } from './any-guild.ts';

describe('a packed server', () => {
  it('is the same server when it is unpacked', () => {
    fc.assert(
      fc.property(anyGuild, (guild) => {
        expect(unpackGuild(packGuild(guild))).toEqual(guild);
      }),
    );
  });

  it('gives the ids of its channels without being unpacked', () => {
    fc.assert(
      fc.property(anyGuild, (guild) => {
        expect([...packedChannelIds(packGuild(guild))].map(String)).toEqual([...guild.channels.keys()]);
      }),
    );
  });

  it('says when the bot joined it and how long it is in time-out without being unpacked', () => {
    fc.assert(
      fc.property(anyGuild, (guild) => {
        const packed = packGuild(guild);
        expect(packedJoinedAt(packed)).toBe(guild.joinedAt);
        expect(packedTimeOut(packed)).toBe(guild.self?.timedOutUntil ?? null);
      }),
    );
  });

  it('is small: about 7 KB for 50 channels and 100 roles', () => {
    const id = (number: number) => String(1_400_000_000_000_000_000n + BigInt(number));
    const roles = Array.from({ length: 100 }, (_, at) => ({
      id: id(at),
      name: `Collectors ${at}`,
      permissions: 1_071_698_660_929n,
      isMentionable: false,
    }));
    const channels = Array.from({ length: 50 }, (_, at) => ({
      id: id(1_000 + at),
      type: 0,
      name: `channel-${at}`,
      parentId: id(1_000),
      position: at,
      overwrites: [
        { id: id(0), allow: 0n, deny: 1_024n },
        { id: id(1), allow: 1_024n, deny: 0n },
      ],
      thread: null,
    }));
    const packed = packGuild({
      id: id(0),
      name: 'Fox Den',
      ownerId: id(9),
      joinedAt: null,
      systemChannelId: null,
      roles: new Map(roles.map((role) => [role.id, role])),
      channels: new Map(channels.map((channel) => [channel.id, channel])),
      self: { roleIds: [id(1)], timedOutUntil: null },
    });
    expect(packed.byteLength).toBeLessThan(8_500);
  });
});
