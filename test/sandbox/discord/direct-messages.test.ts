import { DMChannel } from 'discord.js';
import { describe, expect, it } from 'vitest';
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
