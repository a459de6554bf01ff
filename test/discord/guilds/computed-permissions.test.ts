import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { computePermissions, type Member } from '#src/discord/guilds/computed-permissions.ts';
import type { Overwrite } from '#src/discord/guilds/guild.ts';

const GUILD = '1';
const ROLE = '2';
const OTHER_ROLE = '3';
const BOT = '9';
const BASE = Bits.ViewChannel | Bits.SendMessages | Bits.ReadMessageHistory;

const bot = (change: Partial<Member> = {}): Member => ({
  userId: BOT,
  roleIds: [ROLE, OTHER_ROLE],
  isOwner: false,
  isInTimeOut: false,
  ...change,
});
const overwrite = (id: string, deny: bigint, allow = 0n): Overwrite => ({ id, allow, deny });

function permissions(
  overwrites: readonly Overwrite[],
  options: { readonly member?: Member; readonly role?: bigint } = {},
): bigint {
  const roles = new Map([
    [GUILD, BASE],
    [ROLE, options.role ?? Bits.EmbedLinks],
  ]);
  return computePermissions(GUILD, (id) => roles.get(id), options.member ?? bot(), overwrites);
}

describe('computed permissions', () => {
  it('are those of @everyone and of the roles together', () => {
    expect(permissions([])).toBe(BASE | Bits.EmbedLinks);
  });

  it('lose what the channel takes from @everyone, unless it gives it to a role', () => {
    const closed = overwrite(GUILD, Bits.SendMessages);
    expect(permissions([closed]) & Bits.SendMessages).toBe(0n);
    expect(permissions([closed, overwrite(ROLE, 0n, Bits.SendMessages)]) & Bits.SendMessages).not.toBe(0n);
  });

  it('have what one role is given although another is denied it', () => {
    const both = [overwrite(ROLE, Bits.SendMessages), overwrite(OTHER_ROLE, 0n, Bits.SendMessages)];
    expect(permissions(both) & Bits.SendMessages).not.toBe(0n);
    expect(permissions(both.toReversed()) & Bits.SendMessages).not.toBe(0n);
  });

  it('go by the member’s own overwrite last', () => {
    const own = overwrite(BOT, Bits.SendMessages);
    expect(permissions([own, overwrite(ROLE, 0n, Bits.SendMessages)]) & Bits.SendMessages).toBe(0n);
  });

  it('lack only what was taken, so that it can be named', () => {
    expect(permissions([overwrite(GUILD, Bits.ViewChannel)])).toBe(
      (BASE | Bits.EmbedLinks) & ~Bits.ViewChannel,
    );
  });

  it('are all of them for an administrator and for the owner', () => {
    const closed = [overwrite(GUILD, Bits.ViewChannel)];
    expect(permissions(closed, { role: Bits.Administrator }) & Bits.ManageThreads).not.toBe(0n);
    expect(permissions(closed, { member: bot({ isOwner: true }) }) & Bits.SendMessages).not.toBe(0n);
  });

  it('are to look and to read in time-out', () => {
    expect(permissions([], { member: bot({ isInTimeOut: true }) })).toBe(
      Bits.ViewChannel | Bits.ReadMessageHistory,
    );
  });

  it('are not those of roles that the member does not have', () => {
    expect(permissions([overwrite('77', 0n, Bits.ManageThreads)]) & Bits.ManageThreads).toBe(0n);
  });
});
