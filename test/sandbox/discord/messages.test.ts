import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { startTestWorld, type TestWorld } from './world.ts';

const post = (world: TestWorld, body: unknown) =>
  world.call('POST', `/channels/${world.channelId}/messages`, body);

const deny = (world: TestWorld, permission: bigint): void =>
  world.discord.setOverwrite(world.channelId, { id: world.applicationId, type: 'member', deny: permission });

const contents = (world: TestWorld): string[] =>
  world.discord.messages(world.channelId).map((message) => message.payload.content);

describe('a nonce', () => {
  it('is answered with the existing message when it is enforced', async () => {
    await using world = await startTestWorld();

    const first = await post(world, { content: 'Sold', nonce: 'a', enforce_nonce: true });
    const again = await post(world, { content: 'Sold again', nonce: 'a', enforce_nonce: true });

    expect(first.body).toMatchObject({ content: 'Sold', nonce: 'a' });
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(contents(world)).toEqual(['Sold']);
  });

  it('does nothing without enforcement, in another channel, or after the window', async () => {
    let at = Date.now();
    await using world = await startTestWorld({ now: () => at });
    const other = world.discord.createChannel({ guildId: world.guildId, name: 'other' });
    const body = { content: 'Sold', nonce: 'a', enforce_nonce: true };

    await post(world, body);
    await post(world, { content: 'Loose', nonce: 'a' });
    await world.call('POST', `/channels/${other.id}/messages`, body);
    at += 5 * 60_000 + 1;
    await post(world, body);

    expect(contents(world)).toEqual(['Sold', 'Loose', 'Sold']);
    expect(world.discord.messages(other.id)).toHaveLength(1);
  });

  it('of a deleted message is answered with 10008', async () => {
    await using world = await startTestWorld();
    const body = { content: 'Sold', nonce: 'a', enforce_nonce: true };
    const { body: posted } = await post(world, body);
    await world.call('DELETE', `/channels/${world.channelId}/messages/${(posted as { id: string }).id}`);

    expect(await post(world, body)).toMatchObject({ status: 404, body: { code: 10008 } });
  });

  it('is not part of the history', async () => {
    await using world = await startTestWorld();
    await post(world, { content: 'Sold', nonce: 'a', enforce_nonce: true });

    const { body } = await world.call('GET', `/channels/${world.channelId}/messages`);

    expect(body).toMatchObject([{ content: 'Sold' }]);
    expect(body).not.toMatchObject([{ nonce: 'a' }]);
  });
});

describe('the list of messages', () => {
  it('pages newest first by limit, before, after and around', async () => {
    await using world = await startTestWorld({ rateLimits: false });
    for (const content of ['1', '2', '3', '4', '5']) {
      await post(world, { content });
    }
    const id = (index: number): string => world.discord.messages(world.channelId)[index]?.id ?? '';
    const list = async (query: string): Promise<string[]> => {
      const { body } = await world.call('GET', `/channels/${world.channelId}/messages?${query}`);
      return (body as { content: string }[]).map((message) => message.content);
    };

    expect(await list('limit=2')).toEqual(['5', '4']);
    expect(await list(`limit=2&before=${id(3)}`)).toEqual(['3', '2']);
    expect(await list(`limit=2&after=${id(0)}`)).toEqual(['3', '2']);
    expect(await list(`limit=3&around=${id(2)}`)).toEqual(['4', '3', '2']);
  });

  it('fails with 500 in a channel that cannot be listed, which shows each message by its id', async () => {
    await using world = await startTestWorld();
    await post(world, { content: '1' });
    const list = `/channels/${world.channelId}/messages`;
    const [message] = world.discord.messages(world.channelId);
    world.discord.setListable(world.channelId, false);

    expect((await world.call('GET', list)).status).toBe(500);
    expect((await world.call('GET', `${list}/${message?.id ?? ''}`)).status).toBe(200);

    world.discord.setListable(world.channelId, true);
    expect((await world.call('GET', list)).status).toBe(200);
  });

  it('is empty without Read Message History and refused with 50001 without View Channel', async () => {
    await using world = await startTestWorld();
    await post(world, { content: 'Sold' });
    const path = `/channels/${world.channelId}/messages`;

    deny(world, PermissionFlagsBits.ReadMessageHistory);
    expect(await world.call('GET', path)).toMatchObject({ status: 200, body: [] });
    deny(world, PermissionFlagsBits.ViewChannel);
    expect(await world.call('GET', path)).toMatchObject({ status: 403, body: { code: 50001 } });
  });

  it('refuses a limit of 101 with 50035', async () => {
    await using world = await startTestWorld();

    const answer = await world.call('GET', `/channels/${world.channelId}/messages?limit=101`);

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 50035, errors: { limit: { _errors: [{}] } } },
    });
  });
});

describe('what a bot may not do', () => {
  it.each<[string, bigint, unknown, { status: number; code: number }]>([
    [
      'post without View Channel',
      PermissionFlagsBits.ViewChannel,
      { content: 'Hi' },
      { status: 403, code: 50001 },
    ],
    [
      'post without Send Messages',
      PermissionFlagsBits.SendMessages,
      { content: 'Hi' },
      { status: 403, code: 50013 },
    ],
    [
      'post embeds alone without Embed Links',
      PermissionFlagsBits.EmbedLinks,
      { embeds: [{ title: 'Hi' }] },
      { status: 403, code: 50013 },
    ],
    ['post nothing', 0n, { content: '' }, { status: 400, code: 50006 }],
    ['post 2,001 characters', 0n, { content: 'x'.repeat(2001) }, { status: 400, code: 50035 }],
  ])('%s', async (_what, denied, body, { status, code }) => {
    await using world = await startTestWorld();
    deny(world, denied);

    expect(await post(world, body)).toMatchObject({ status, body: { code } });
    expect(contents(world)).toEqual([]);
  });

  it('keep its embeds beside content without Embed Links: they are dropped silently', async () => {
    await using world = await startTestWorld();
    deny(world, PermissionFlagsBits.EmbedLinks);

    const answer = await post(world, { content: 'Sold', embeds: [{ title: 'Hi' }] });

    expect(answer).toMatchObject({ status: 200, body: { content: 'Sold', embeds: [] } });
  });

  it.each([
    ['an unknown channel', 'GET', '/channels/1', 404, 10003],
    ['an unknown server', 'GET', '/guilds/1', 404, 10004],
    ['an unknown user', 'GET', '/users/1', 404, 10013],
    ['an unknown route', 'GET', '/nothing', 404, 0],
    ['a method that a route does not have', 'PUT', '/users/@me', 405, 0],
  ])('reach %s', async (_what, method, path, status, code) => {
    await using world = await startTestWorld();

    expect(await world.call(method, path)).toMatchObject({ status, body: { code } });
  });

  it('edit another bot’s message (50005) or a missing one (10008)', async () => {
    await using world = await startTestWorld();
    const rival = world.discord.createApplication({ name: 'Rival' });
    world.discord.installBot({ guildId: world.guildId, applicationId: rival.applicationId, permissions: 0n });
    const response = await fetch(`${world.discord.apiUrl}/v10/channels/${world.channelId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bot ${rival.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'Mine' }),
    });
    const path = `/channels/${world.channelId}/messages`;
    const { id } = (await response.json()) as { id: string };

    expect(await world.call('PATCH', `${path}/${id}`, { content: 'Ours' })).toMatchObject({
      body: { code: 50005 },
    });
    expect(await world.call('DELETE', `${path}/${id}`)).toMatchObject({ body: { code: 50013 } });
    expect(await world.call('GET', `${path}/1`)).toMatchObject({ status: 404, body: { code: 10008 } });
  });

  it('read the stand-in’s clock in the date of every answer', async () => {
    const now = Date.UTC(2031, 4, 5, 6, 7, 8);
    await using world = await startTestWorld({ now: () => now });
    for (const path of ['/users/@me', '/channels/1']) {
      const { headers } = await world.call('GET', path);
      expect(headers.get('date')).toBe('Mon, 05 May 2031 06:07:08 GMT');
    }
  });

  it('use a revoked token: 401, until it has the new one', async () => {
    await using world = await startTestWorld();

    world.discord.revokeToken(world.applicationId);

    expect(await world.call('GET', '/users/@me')).toMatchObject({
      status: 401,
      body: { message: '401: Unauthorized', code: 0 },
    });
  });
});
