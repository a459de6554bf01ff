import { once } from 'node:events';
import { GatewayOpcodes } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { isDocumentPresent, readDocument } from './openapi-document.ts';
import { openRawSocket } from './raw-socket.ts';
import { startTestWorld, type TestWorld } from './world.ts';

const V2 = 1 << 15;
const URL_OF_PICTURE = 'https://example.com/1.png';
const GUILDS_AND_MESSAGES = 1 | (1 << 9) | (1 << 12);

const media = { media: { url: URL_OF_PICTURE } };
const CONTAINER = {
  type: 17,
  components: [
    { type: 10, content: 'A cat' },
    { type: 14 },
    { type: 12, items: [media] },
    { type: 9, components: [{ type: 10, content: 'Another' }], accessory: { type: 11, ...media } },
    { type: 1, components: [{ type: 2, style: 1, custom_id: 'next', label: 'Next' }] },
  ],
};

async function posted({ call, channelId }: TestWorld, body: unknown): Promise<Record<string, unknown>> {
  const answer = await call('POST', `/channels/${channelId}/messages`, body);
  expect(answer.status).toBe(200);
  return Object(answer.body);
}

describe('Components V2 in an answer', () => {
  it('contain the defaults that Discord fills in', async () => {
    await using world = await startTestWorld();

    const { components } = await posted(world, {
      flags: V2,
      components: [CONTAINER, { type: 14, spacing: 2 }],
    });

    const shown = { url: URL_OF_PICTURE, proxy_url: URL_OF_PICTURE, width: null, height: null };
    expect(components).toMatchObject([
      {
        accent_color: null,
        spoiler: false,
        components: [
          { content: 'A cat' },
          { divider: true, spacing: 1 },
          { items: [{ description: null, spoiler: false, media: shown }] },
          { accessory: { description: null, spoiler: false, media: shown } },
          { components: [{ label: 'Next' }] },
        ],
      },
      { divider: true, spacing: 2 },
    ]);
  });

  it('keep what was sent', async () => {
    await using world = await startTestWorld();
    const sent = { ...CONTAINER, accent_color: 0xff00ff, spoiler: true };
    const separator = { type: 14, divider: false, spacing: 2 };

    const { components } = await posted(world, { flags: V2, components: [sent, separator] });

    expect(components).toMatchObject([{ accent_color: 0xff00ff, spoiler: true }, separator]);
  });

  it('show an uploaded file at its address', async () => {
    await using world = await startTestWorld();
    const form = new FormData();
    const gallery = { type: 12, items: [{ media: { url: 'attachment://cat.png' } }] };
    const file = { type: 13, file: { url: 'attachment://cat.png' } };
    form.set('payload_json', JSON.stringify({ flags: V2, components: [gallery, file] }));
    form.set('files[0]', new Blob(['cat']), 'cat.png');

    const response = await fetch(`${world.discord.apiUrl}/v10/channels/${world.channelId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bot ${world.token}` },
      body: form,
    });
    const { components, attachments } = Object(await response.json());

    const [{ url, id }] = attachments;
    const stored = { url, proxy_url: url, content_type: 'image/png', attachment_id: id };
    expect(components).toMatchObject([
      { items: [{ media: stored }] },
      { file: stored, name: 'cat.png', size: 3, spoiler: false },
    ]);
  });

  const why = isDocumentPresent ? '' : ' (skipped: ../shared/discord/openapi.json is not here)';
  it.skipIf(!isDocumentPresent)(`are right by Discord’s OpenAPI document${why}`, async () => {
    await using world = await startTestWorld();
    const document = readDocument();

    const message = await posted(world, { flags: V2, components: [CONTAINER, { type: 14 }] });

    expect(document.check('MessageResponse', message)).toBeNull();
    const [container] = message['components'] as unknown[];
    expect(document.check('ContainerComponentResponse', container)).toBeNull();
  });
});

describe('the gateway, asked for what it does not support', () => {
  it.each(['v=10&encoding=etf', 'v=10&encoding=json&compress=zlib-stream', 'v=10&compress=zstd-stream'])(
    'refuses ?%s instead of sending plain JSON',
    async (query) => {
      await using world = await startTestWorld();
      const socket = new WebSocket(`${world.discord.url.replace('http:', 'ws:')}/?${query}`);

      const [error] = await Promise.race([
        once(socket, 'unexpected-response').then(([, { statusCode }]) => [statusCode]),
        once(socket, 'message').then(([raw]) => [String(raw)]),
      ]);
      socket.terminate();

      expect(error).toBe(400);
    },
  );

  it.each([2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1])('closes on intents of %d with 4013', async (intents) => {
    await using world = await startTestWorld();
    using socket = openRawSocket(world.discord.url);

    socket.identify(world.token, { intents });
    const ready = socket.next(({ t }) => t === 'READY').then(() => 'READY');

    expect(await Promise.race([socket.closed, ready])).toBe(4013);
  });

  it('answers requests for soundboard sounds with empty lists', async () => {
    await using world = await startTestWorld();
    using socket = openRawSocket(world.discord.url);
    socket.identify(world.token);
    await socket.next(({ t }) => t === 'READY');

    socket.send({ op: GatewayOpcodes.RequestSoundboardSounds, d: { guild_ids: [world.guildId, '1'] } });
    const sounds = socket.next(({ t }) => t === 'SOUNDBOARD_SOUNDS').then(({ d }) => d);

    expect(await Promise.race([socket.closed, sounds])).toEqual({
      guild_id: world.guildId,
      soundboard_sounds: [],
    });
  });
});

describe('the server in gateway events', () => {
  it('has channels without the server’s id, and threads with it', async () => {
    await using world = await startTestWorld();
    const { channelId, guildId } = world;
    world.discord.setRolePermissions(guildId, guildId, 8n);
    await world.call('POST', `/channels/${channelId}/threads`, { name: 'Thread', type: 11 });
    using socket = openRawSocket(world.discord.url);
    socket.identify(world.token);

    const { d } = await socket.next(({ t }) => t === 'GUILD_CREATE');

    const { channels, threads } = d as Record<string, readonly object[]>;
    expect(channels).toHaveLength(1);
    expect(channels?.filter((channel) => 'guild_id' in channel)).toEqual([]);
    expect(threads).toMatchObject([{ guild_id: guildId }]);
  });

  it('has the author’s membership in new and edited messages', async () => {
    await using world = await startTestWorld();
    using socket = openRawSocket(world.discord.url);
    socket.identify(world.token, { intents: GUILDS_AND_MESSAGES });
    await socket.next(({ t }) => t === 'GUILD_CREATE');
    const { id } = await posted(world, { content: 'Sold' });
    await world.call('PATCH', `/channels/${world.channelId}/messages/${String(id)}`, { content: 'Sold!' });
    const dm = Object(
      (await world.call('POST', '/users/@me/channels', { recipient_id: world.memberId })).body,
    );
    await world.call('POST', `/channels/${dm.id}/messages`, { content: 'Hello' });

    const created = await socket.next(({ t }) => t === 'MESSAGE_CREATE');
    const edited = await socket.next(({ t }) => t === 'MESSAGE_UPDATE');
    const direct = await socket.next(({ t, d }) => t === 'MESSAGE_CREATE' && !('guild_id' in Object(d)));

    const member = { roles: [expect.any(String)], joined_at: expect.any(String), nick: null };
    expect(created.d).toMatchObject({ guild_id: world.guildId, member });
    expect(edited.d).toMatchObject({ guild_id: world.guildId, member });
    expect(Object(created.d).member).not.toHaveProperty('user');
    expect(direct.d).not.toHaveProperty('member');
  });
});

describe('a version of the API', () => {
  it.each([
    ['/api/v10', 200],
    ['/api/v9', 200],
    ['/api', 200],
    ['/api/v5', 400],
    ['/api/v11', 400],
  ])('%s/users/@me is answered with %i', async (base, status) => {
    await using world = await startTestWorld();

    const response = await fetch(`${world.discord.url}${base}/users/@me`, {
      headers: { authorization: `Bot ${world.token}` },
    });

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject(
      status === 200 ? { id: world.applicationId } : { code: 50041 },
    );
  });

  it.each(['/api/v9', '/api'])('%s has the same routes, parameters, 404 and 405', async (base) => {
    await using world = await startTestWorld();
    const ask = async (method: string, path: string) => {
      const response = await fetch(`${world.discord.url}${base}${path}`, {
        method,
        headers: { authorization: `Bot ${world.token}` },
      });
      return [response.status, Object(await response.json())] as const;
    };

    expect(await ask('GET', `/channels/${world.channelId}`)).toMatchObject([200, { id: world.channelId }]);
    expect((await ask('GET', '/nothing'))[0]).toBe(404);
    expect((await ask('DELETE', '/users/@me'))[0]).toBe(405);
  });
});
