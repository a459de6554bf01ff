import { DMChannel } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../support/manual-clock.ts';
import { startTestWorld, type TestWorld } from './world.ts';

const idOf = ({ body }: { body: unknown }): string => (body as { id: string }).id;

async function write(world: TestWorld, content: string) {
  const opened = await world.call('POST', '/users/@me/channels', { recipient_id: world.memberId });
  const path = `/channels/${idOf(opened)}/messages`;
  return { path, ...(await world.call('POST', path, { content })) };
}

describe('a direct message', () => {
  it('is visible to its recipient everywhere, and to nobody else', async () => {
    await using world = await startTestWorld();

    await write(world, 'Your alert was paused');
    await write(world, 'Again');

    expect(world.member.directMessages().map(({ content }) => content)).toEqual([
      'Your alert was paused',
      'Again',
    ]);
    expect(world.owner.directMessages()).toEqual([]);
    expect(world.discord.view(world.memberId).directMessages()).toMatchObject([{ name: 'Gavel' }]);
    expect(world.discord.view(world.ownerId).directMessages()).toEqual([]);
  });

  it('is refused with 50007 while the user accepts none', async () => {
    await using world = await startTestWorld();
    world.discord.setAcceptsDirectMessages(world.memberId, false);

    expect(await write(world, 'Hello')).toMatchObject({ status: 403, body: { code: 50007 } });
    world.discord.setAcceptsDirectMessages(world.memberId, true);
    expect((await write(world, 'Hello')).status).toBe(200);
  });

  it('is refused with 50007 while the user blocks the bot', async () => {
    await using world = await startTestWorld();
    world.discord.setBlocked(world.memberId, world.applicationId, true);

    expect(await write(world, 'Hello')).toMatchObject({ status: 403, body: { code: 50007 } });
    world.discord.setBlocked(world.memberId, world.applicationId, false);
    expect((await write(world, 'Hello')).status).toBe(200);
  });

  it('is refused with 50278 once user and bot have no server in common', async () => {
    await using world = await startTestWorld();
    const { path } = await write(world, 'Hello');
    world.discord.removeMember(world.guildId, world.memberId);

    expect(await world.call('POST', path, { content: 'Still there?' })).toMatchObject({
      status: 403,
      body: { code: 50278 },
    });
    world.discord.addMember({ guildId: world.guildId, userId: world.memberId });
    expect((await world.call('POST', path, { content: 'Welcome back' })).status).toBe(200);
  });

  it('of the same nonce is posted once, and is read back', async () => {
    await using world = await startTestWorld();
    const { path } = await write(world, 'Hello');
    const body = { content: 'Your fox was sold', nonce: '7', enforce_nonce: true };
    const first = await world.call('POST', path, body);

    expect(idOf(await world.call('POST', path, body))).toBe(idOf(first));
    expect((await world.call('GET', path)).body).toMatchObject([
      { id: idOf(first), content: 'Your fox was sold' },
      { content: 'Hello' },
    ]);
  });

  it('can be edited and deleted by the bot that wrote it', async () => {
    await using world = await startTestWorld();
    const sent = await write(world, 'Hello');
    const path = `${sent.path}/${idOf(sent)}`;

    expect((await world.call('PATCH', path, { content: 'Good day' })).status).toBe(200);
    expect(world.member.directMessages()).toMatchObject([{ content: 'Good day' }]);
    expect((await world.call('DELETE', path)).status).toBe(204);
    expect(world.member.directMessages()).toEqual([]);
  });

  it('is sent through discord.js', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();

    const sent = await (await client.users.fetch(world.memberId)).send('Hello');

    expect(sent.channel).toBeInstanceOf(DMChannel);
    expect(world.member.directMessages().map(({ id }) => id)).toEqual([sent.id]);
  });
});

describe('opening a direct message', () => {
  const open = ({ call }: TestWorld, userId: string) =>
    call('POST', '/users/@me/channels', { recipient_id: userId });

  it('gives the same channel again', async () => {
    await using world = await startTestWorld();
    const first = await open(world, world.memberId);

    expect(idOf(await open(world, world.memberId))).toBe(idOf(first));
    expect(idOf(await open(world, world.ownerId))).not.toBe(idOf(first));
  });

  it('gives another channel after the first is gone, which is unknown then', async () => {
    await using world = await startTestWorld();
    const first = idOf(await open(world, world.memberId));
    world.discord.deleteChannel(first);

    expect(await world.call('POST', `/channels/${first}/messages`, { content: 'Hello' })).toMatchObject({
      status: 404,
      body: { code: 10003 },
    });
    expect(idOf(await open(world, world.memberId))).not.toBe(first);
  });

  it('succeeds with a user who accepts no direct messages', async () => {
    await using world = await startTestWorld();
    world.discord.setAcceptsDirectMessages(world.memberId, false);

    expect((await open(world, world.memberId)).status).toBe(200);
  });

  it('is refused with an unknown user, with a bot, and with a user of no common server', async () => {
    await using world = await startTestWorld();
    const stranger = world.discord.createUser({ name: 'cy' }).id;

    expect((await open(world, '1')).body).toMatchObject({ code: 10013 });
    expect((await open(world, world.applicationId)).body).toMatchObject({ code: 50007 });
    expect((await open(world, stranger)).body).toMatchObject({ code: 50278 });
    expect(world.discord.view(stranger).directMessages()).toEqual([]);
  });

  it('is too fast with more than ten new ones in a minute', async () => {
    const clock = createManualClock(1_700_000_000_000);
    await using world = await startTestWorld({ now: clock.now, rateLimits: false });
    const openWithNew = async () => {
      const { id } = world.discord.createUser({ name: 'collector' });
      world.discord.addMember({ guildId: world.guildId, userId: id });
      await open(world, id);
      await open(world, id);
    };

    for (let count = 0; count < 10; count += 1) await openWithNew();
    await clock.advance(60_000);
    await openWithNew();
    expect(world.discord.directMessageOpenings()).toEqual({ count: 11, mostInAMinute: 10, isTooFast: false });
    for (let count = 0; count < 10; count += 1) await openWithNew();
    expect(world.discord.directMessageOpenings()).toEqual({ count: 21, mostInAMinute: 11, isTooFast: true });
  });
});
