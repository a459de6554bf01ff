import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageEvent } from '../../../sandbox/web/contract.ts';
import { connectBot, type PageWorld, startPageWorld } from './page-world.ts';
import { until } from './until.ts';

const stack = new AsyncDisposableStack();
let world: PageWorld;

beforeAll(async () => {
  world = stack.use(await startPageWorld());
});
afterAll(() => stack.disposeAsync());

const isMessage =
  (change: 'created' | 'edited', content: string) =>
  (event: PageEvent): boolean =>
    event.type === 'message' && event.change === change && event.shown.message.content === content;

describe('the events of a page', () => {
  it('report a message, its edit and its deletion', async () => {
    using hearing = await world.listen(world.member);
    const channelId = world.channel('Auction House #general');
    const { id } = await world.say(channelId, 'before');
    const path = `${world.discord.apiUrl}/v10/channels/${channelId}/messages/${id}`;
    const headers = { authorization: `Bot ${world.scenario.token}`, 'content-type': 'application/json' };
    await fetch(path, { method: 'PATCH', headers, body: JSON.stringify({ content: 'after' }) });
    await fetch(path, { method: 'DELETE', headers });

    expect(await hearing.first(isMessage('created', 'before'))).toMatchObject({
      channelId,
      shown: { message: { id }, ephemeral: false },
    });
    expect(await hearing.first(isMessage('edited', 'after'))).toMatchObject({ channelId });
    expect(await hearing.first(({ type }) => type === 'deleted')).toEqual({
      type: 'deleted',
      channelId,
      messageId: id,
    });
  });

  it('send an ephemeral answer to the requester, and to nobody else', async () => {
    await using _bot = await connectBot(world);
    using requester = await world.listen(world.member);
    using other = await world.listen(world.admin);
    const channel = world.channel('Auction House #general');
    await world.post('/web/command', { as: world.member, channel, name: 'whisper', options: {} });
    await world.say(channel, 'the end');

    expect(await requester.first(isMessage('created', 'Psst'))).toMatchObject({ shown: { ephemeral: true } });
    await other.first(isMessage('created', 'the end'));
    expect(other.heard.some(isMessage('created', 'Psst'))).toBe(false);
  });

  it('report when the bot connects and when it is gone', async () => {
    using member = await world.listen(world.member);
    const online = async () => ((await world.get('/web/world')).body as { botOnline?: boolean }).botOnline;
    const presence = (botOnline: boolean) => (event: PageEvent) =>
      event.type === 'presence' && event.botOnline === botOnline;
    expect(await online()).toBe(false);
    {
      await using _bot = await connectBot(world);
      await member.first(presence(true));
      expect(await online()).toBe(true);
    }
    await member.first(presence(false));
    expect(await online()).toBe(false);
  });

  it('leave out channels that a user cannot see', async () => {
    using member = await world.listen(world.member);
    await world.say(world.channel('Auction House #moderators'), 'secret');
    await world.say(world.channel('Auction House #general'), 'the end');

    await member.first(isMessage('created', 'the end'));
    expect(JSON.stringify(member.heard)).not.toContain('secret');
  });

  it('report changes of the world: a channel, a role, a permission', async () => {
    const [server] = world.discord.view(world.admin).guilds();
    const guildId = server?.id ?? '';
    const changes = [
      () => world.discord.createChannel({ guildId, name: 'new' }),
      () => world.discord.createRole({ guildId, name: 'Curator' }),
      () =>
        world.discord.setOverwrite(world.channel('Auction House #all-sales'), { id: guildId, type: 'role' }),
      () => world.discord.deleteChannel(world.channel('Auction House #all-sales')),
    ];
    for (const change of changes) {
      using hearing = await world.listen(world.member);
      await hearing.first(({ type }) => type === 'control');
      change();
      expect(await hearing.first(({ type }) => type === 'world')).toEqual({ type: 'world' });
    }
  });

  it('report the panel at once, and again after changes, at most twice a second', async () => {
    using hearing = await world.listen(world.member);
    const begun = Date.now();
    for (let count = 0; count < 10; count += 1)
      await world.post('/web/control', { do: 'cause', cause: 'sale' });

    await hearing.first((event) => event.type === 'control' && event.control.counters.sales === 10);
    const updates = hearing.heard.filter(({ type }) => type === 'control');
    expect(updates[0]).toMatchObject({ control: { counters: { sales: 0 } } });
    expect(updates.length).toBeLessThanOrEqual(2 + (Date.now() - begun) / 500);
  });

  it('end when the page disconnects, without open handles', async () => {
    const hearing = await world.listen(world.member);
    await hearing.first(({ type }) => type === 'control');
    await until(() => world.page.listening() === 1);

    hearing[Symbol.dispose]();

    await until(() => world.page.listening() === 0);
    expect((await world.say(world.channel('Auction House #general'), 'into the void')).status).toBe(200);
  });

  it('end when the server closes, which then answers nobody', async () => {
    await using world = await startPageWorld();
    const hearing = await world.listen(world.member);
    await hearing.first(({ type }) => type === 'control');

    await world.page[Symbol.asyncDispose]();

    await hearing.ended;
    expect(world.page.listening()).toBe(0);
    await expect(fetch(world.page.url)).rejects.toThrow('fetch failed');
  });
});
