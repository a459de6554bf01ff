import { REST } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { makeRequest } from '#src/discord/rest/request.ts';
import { onInteraction, startTestWorld, type TestWorld } from './world.ts';

const V2 = 1 << 15;
const ERROR = { message: '500: Internal Server Error', code: 0 };

const text = (content: string) => ({ type: 10, content });
const v2 = (...components: unknown[]) => ({ flags: V2, components });
/** Galleries with a total number of pictures, at most 10 each. */
const galleries = (pictures: number) =>
  Array.from({ length: Math.ceil(pictures / 10) }, (_, index) => ({
    type: 12,
    items: Array.from({ length: Math.min(10, pictures - index * 10) }, () => ({
      media: { url: 'https://example.com/1.png' },
    })),
  }));
const section = (content: string) => ({
  type: 9,
  components: [text(content)],
  accessory: { type: 11, media: { url: 'https://example.com/1.png' } },
});

const post = ({ call, channelId }: TestWorld, body: unknown) =>
  call('POST', `/channels/${channelId}/messages`, body);

/** 10,170 bytes with the 12 for each of two texts: 2,536 characters of four bytes and two of one. */
const LARGEST = [text('😀'.repeat(2_536)), text('ab')];

describe('a valid message that Discord answers with 500', () => {
  it.each<[string, unknown, number]>([
    ['10,170 bytes of text, 12 of them for each text', v2(...LARGEST), 200],
    ['one byte more', v2(...LARGEST.slice(0, 1), text('abc')), 500],
    ['one byte more inside a container', v2({ type: 17, components: [LARGEST[0], text('abc')] }), 500],
    ['the same text in one part fewer', v2(text(`${'😀'.repeat(2_536)}${'a'.repeat(14)}`)), 200],
    ['4,000 characters of one byte', v2(text('a'.repeat(4_000))), 200],
    ['64 pictures', v2(...galleries(64)), 200],
    ['65 pictures', v2(...galleries(65)), 500],
    ['64 pictures and the thumbnail of a section', v2(...galleries(64), section('a')), 500],
  ])('%s', async (_what, body, status) => {
    await using world = await startTestWorld({ rateLimits: false });

    const answer = await post(world, body);

    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(status === 500 ? ERROR : { flags: V2 });
    expect(world.discord.messages(world.channelId)).toHaveLength(status === 200 ? 1 : 0);
  });

  it('has to be valid first: too many characters are answered with 50035', async () => {
    await using world = await startTestWorld();

    expect(await post(world, v2(text('😀'.repeat(4_001))))).toMatchObject({
      status: 400,
      body: { code: 50035 },
    });
  });

  it('is also refused as an edit and as an interaction response', async () => {
    await using world = await startTestWorld({ rateLimits: false });
    const client = await world.connect({ rest: { retries: 0 } });
    const tooLarge = v2(text('😀'.repeat(2_540)));
    const failed = new Promise((resolve) => client.once('error', resolve));
    onInteraction(client, (interaction) =>
      interaction.isRepliable() ? interaction.reply(tooLarge as never) : Promise.resolve(),
    );
    await client.application.commands.set([{ name: 'ping', description: 'Answers' }]);
    const posted = await post(world, v2(text('a')));
    const path = `/channels/${world.channelId}/messages/${(posted.body as { id: string }).id}`;

    expect(await world.call('PATCH', path, tooLarge)).toMatchObject({ status: 500, body: ERROR });
    expect(await world.call('PATCH', path, { components: tooLarge.components })).toMatchObject({
      status: 500,
    });
    void world.member.command('ping').catch(() => undefined);
    expect(await failed).toMatchObject({ status: 500 });
  });
});

describe('a fault for a text in a message', () => {
  const BUTTON = { type: 2, style: 5, label: 'Fox 7', url: 'https://example.com' };
  const MESSAGES = '/channels/:channelId/messages';
  const poison = ({ discord }: TestWorld) =>
    discord.faults.add(
      { do: 'answer', status: 500 },
      { method: 'POST', route: MESSAGES, bodyIncludes: 'Fox 7' },
    );

  it.each<[string, object]>([
    ['content', { content: 'Sold: Fox 7' }],
    ['an embed', { embeds: [{ title: 'Fox 7 was sold' }] }],
    [
      'a field of an embed among others',
      { embeds: [{ title: 'a' }, { fields: [{ name: 'Token', value: 'Fox 7' }] }] },
    ],
    ['a text of Components V2', v2({ type: 17, components: [section('Fox 7')] })],
    ['a button', { content: 'Sold', components: [{ type: 1, components: [BUTTON] }] }],
  ])('meets it in %s', async (_where, body) => {
    await using world = await startTestWorld();
    poison(world);

    expect((await post(world, body)).status).toBe(500);
  });

  it('applies to every request with that text and to no other', async () => {
    await using world = await startTestWorld({ rateLimits: false });
    poison(world);

    for (const content of ['Fox 7', 'Fox 8', 'Fox 7', 'Fox', 'Fox 7']) await post(world, { content });

    expect(world.discord.messages(world.channelId).map(({ payload }) => payload.content)).toEqual([
      'Fox 8',
      'Fox',
    ]);
  });

  it('applies to requests with files, and may be a pattern', async () => {
    await using world = await startTestWorld();
    world.discord.faults.add({ do: 'answer', status: 500 }, { bodyIncludes: /^Fox \d$/ });
    const rest = new REST({ makeRequest, api: world.discord.apiUrl, retries: 0 }).setToken(world.token);
    const sent = (content: string) =>
      rest.post(`/channels/${world.channelId}/messages`, {
        body: { content },
        files: [{ name: 'a.png', data: Buffer.from('a') }],
      });

    await expect(sent('Fox 7')).rejects.toMatchObject({ status: 500 });
    await expect(sent('Fox 77')).resolves.toMatchObject({ content: 'Fox 77' });
  });
});
