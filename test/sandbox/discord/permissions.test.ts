import { PermissionFlagsBits as Bits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { startTestWorld, type TestWorld } from './world.ts';

type Arrange = (world: TestWorld, roleId: string) => void;

const overwrite =
  (who: 'everyone' | 'role' | 'member', change: { allow?: bigint; deny?: bigint }): Arrange =>
  ({ discord, channelId, guildId, applicationId }, roleId) => {
    const id = { everyone: guildId, role: roleId, member: applicationId }[who];
    discord.setOverwrite(channelId, { id, type: who === 'member' ? 'member' : 'role', ...change });
  };

const role =
  (permissions: bigint): Arrange =>
  ({ discord, guildId }, roleId) =>
    discord.setRolePermissions(guildId, roleId, permissions);

const both =
  (...steps: readonly Arrange[]): Arrange =>
  (world, roleId) => {
    for (const step of steps) {
      step(world, roleId);
    }
  };

const send = { deny: Bits.SendMessages };
const allowed = { allow: Bits.SendMessages };

/** A bot whose permissions come from @everyone and one role only. */
async function startWithRole(): Promise<{ world: TestWorld; roleId: string }> {
  const world = await startTestWorld({ rateLimits: false });
  const { discord, guildId, applicationId } = world;
  discord.kickBot(guildId, applicationId);
  discord.installBot({ guildId, applicationId, permissions: 0n });
  const { id: roleId } = discord.createRole({ guildId, name: 'Poster' });
  discord.setMemberRoles(guildId, applicationId, [roleId]);
  return { world, roleId };
}

describe('whether a bot may send', () => {
  it.each<[string, Arrange, number]>([
    ['@everyone may', () => undefined, 200],
    ['the channel takes it from @everyone', overwrite('everyone', send), 403],
    [
      'its role has it but the channel takes it from @everyone',
      both(role(Bits.SendMessages), overwrite('everyone', send)),
      403,
    ],
    [
      'the channel gives it back to its role',
      both(overwrite('everyone', send), overwrite('role', allowed)),
      200,
    ],
    [
      'the channel takes it from the bot itself',
      both(overwrite('role', allowed), overwrite('member', send)),
      403,
    ],
    [
      'the channel gives it to the bot itself',
      both(overwrite('role', send), overwrite('member', allowed)),
      200,
    ],
    [
      'an administrator’s role overrules the channel',
      both(role(Bits.Administrator), overwrite('everyone', send)),
      200,
    ],
    [
      'it may send but not see the channel',
      overwrite('everyone', { ...allowed, deny: Bits.ViewChannel }),
      403,
    ],
  ])('where %s', async (_what, arrange, status) => {
    const { world, roleId } = await startWithRole();
    await using _ = world;

    arrange(world, roleId);

    const answer = await world.call('POST', `/channels/${world.channelId}/messages`, { content: 'Sold' });
    expect(answer.status).toBe(status);
  });

  it('follows a permission that is granted again', async () => {
    await using world = await startTestWorld();
    const { discord, channelId, applicationId } = world;
    const path = `/channels/${channelId}/messages`;

    discord.setOverwrite(channelId, { id: applicationId, type: 'member', ...send });
    const refused = await world.call('POST', path, { content: 'Sold' });
    discord.removeOverwrite(channelId, applicationId);
    const posted = await world.call('POST', path, { content: 'Sold' });

    expect([refused.status, posted.status]).toEqual([403, 200]);
  });
});

describe('a bot that may not read the history', () => {
  it('gets an empty list, and 403 for any message id, existing or not', async () => {
    await using world = await startTestWorld();
    const path = `/channels/${world.channelId}/messages`;
    await world.call('POST', path, { content: 'Hello' });
    const [message] = world.discord.messages(world.channelId);
    expect(await world.call('GET', `${path}/1`)).toMatchObject({ status: 404, body: { code: 10008 } });

    overwrite('member', { deny: Bits.ReadMessageHistory })(world, '');

    expect(await world.call('GET', path)).toMatchObject({ status: 200, body: [] });
    for (const id of [message?.id, '1']) {
      expect(await world.call('GET', `${path}/${id}`)).toMatchObject({ status: 403, body: { code: 50013 } });
    }
  });
});
