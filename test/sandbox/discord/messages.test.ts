import {
  AttachmentBuilder,
  type Client,
  DiscordAPIError,
  type GuildTextBasedChannel,
  MessageFlags,
  PermissionFlagsBits,
} from 'discord.js';
import { describe, expect, it } from 'vitest';
import { startTestWorld, type TestWorld } from './world.ts';

async function channelOf(client: Client, id: string): Promise<GuildTextBasedChannel> {
  const channel = await client.channels.fetch(id);
  if (channel?.isTextBased() !== true || channel.isDMBased()) {
    throw new Error(`Channel ${id} should be a text channel of a server.`);
  }
  return channel;
}

const post = (world: TestWorld, body: unknown) =>
  world.call('POST', `/channels/${world.channelId}/messages`, body);

const deny = (world: TestWorld, permission: bigint): void =>
  world.discord.setOverwrite(world.channelId, { id: world.applicationId, type: 'member', deny: permission });

const contents = (world: TestWorld): string[] =>
  world.discord.messages(world.channelId).map((message) => message.payload.content);

describe('a nonce', () => {
  it('is answered with the message that is already there when it is enforced', async () => {
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

  it('is not told in the history', async () => {
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

  it('keep its embeds beside content without Embed Links: they vanish silently', async () => {
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

  it('edit what another bot wrote (50005) or touch what is not there (10008)', async () => {
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

  it('use a revoked token: 401, until it has the new one', async () => {
    await using world = await startTestWorld();

    world.discord.revokeToken(world.applicationId);

    expect(await world.call('GET', '/users/@me')).toMatchObject({
      status: 401,
      body: { message: '401: Unauthorized', code: 0 },
    });
  });
});

describe('messages through discord.js', () => {
  it('are edited and deleted, and keep what they were', async () => {
    await using world = await startTestWorld();
    const channel = await channelOf(await world.connect(), world.channelId);

    const sent = await channel.send('Sold for 1');
    const edited = await sent.edit('Sold for 2');
    const stored = world.discord.messages(world.channelId)[0];

    expect(edited.editedAt).not.toBeNull();
    expect(stored?.edits.map(({ before }) => before.content)).toEqual(['Sold for 1']);
    await sent.delete();
    expect(contents(world)).toEqual([]);
  });

  it('carry uploaded files, which are served again', async () => {
    await using world = await startTestWorld();
    const channel = await channelOf(await world.connect(), world.channelId);

    const sent = await channel.send({
      embeds: [{ title: 'Punk', image: { url: 'attachment://punk.png' } }],
      files: [new AttachmentBuilder(Buffer.from('picture'), { name: 'punk.png' })],
    });

    const url = sent.embeds[0]?.image?.url ?? '';
    expect(url).toMatch(/punk\.png$/);
    expect(await (await fetch(url)).text()).toBe('picture');
  });

  it('notify only those whom allowed_mentions lets them', async () => {
    await using world = await startTestWorld();
    const channel = await channelOf(await world.connect(), world.channelId);
    const text = `<@${world.memberId}> @everyone`;

    const loud = await channel.send(text);
    const quiet = await channel.send({ content: text, allowedMentions: { parse: [] } });

    expect([loud.mentions.users.size, loud.mentions.everyone]).toEqual([1, false]);
    expect([quiet.mentions.users.size, quiet.mentions.everyone]).toEqual([0, false]);
  });

  it('reply to a message that is there, and are refused when it is not', async () => {
    await using world = await startTestWorld();
    const channel = await channelOf(await world.connect(), world.channelId);
    const first = await channel.send('First');

    const reply = await first.reply('Second');

    expect(reply.reference?.messageId).toBe(first.id);
    await first.delete();
    await expect(first.reply('Third')).rejects.toBeInstanceOf(DiscordAPIError);
  });

  it('reach people in direct messages while they share a server', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    const user = await client.users.fetch(world.memberId);

    await user.send('Your alert was paused');
    const { id } = world.discord.openDirectMessage(world.memberId, world.applicationId);
    world.discord.removeMember(world.guildId, world.memberId);

    expect(world.discord.messages(id)).toHaveLength(1);
    await expect(user.send('Still there?')).rejects.toMatchObject({ code: 50007 });
  });

  it('are published from an announcement channel, once', async () => {
    await using world = await startTestWorld();
    const { id } = world.discord.createChannel({ guildId: world.guildId, name: 'news', type: 5 });
    const channel = await channelOf(await world.connect(), id);

    const sent = await channel.send('News');
    await sent.crosspost();

    expect(world.discord.messages(id)[0]?.payload.flags).toBe(MessageFlags.Crossposted);
    await expect(sent.crosspost()).rejects.toMatchObject({ code: 40033 });
  });
});

describe('an edit', () => {
  it('keeps files that it does not name, and drops them when it lists none', async () => {
    await using world = await startTestWorld();
    const channel = await channelOf(await world.connect(), world.channelId);
    const sent = await channel.send({ files: [new AttachmentBuilder(Buffer.from('a'), { name: 'a.txt' })] });

    const renamed = await sent.edit('With words');
    const bare = await sent.edit({ attachments: [] });

    expect(renamed.attachments.map(({ name }) => name)).toEqual(['a.txt']);
    expect(bare.attachments.size).toBe(0);
  });

  it('that leaves nothing is refused with 50006', async () => {
    await using world = await startTestWorld();
    const { body } = await post(world, { content: 'Sold' });
    const path = `/channels/${world.channelId}/messages/${(body as { id: string }).id}`;

    expect(await world.call('PATCH', path, { content: '' })).toMatchObject({
      status: 400,
      body: { code: 50006 },
    });
    expect(contents(world)).toEqual(['Sold']);
  });

  it('of a message with Components V2 need not repeat the flag, and may not add content', async () => {
    await using world = await startTestWorld();
    const text = (content: string) => [{ type: 10, content }];
    const { body } = await post(world, { flags: MessageFlags.IsComponentsV2, components: text('One') });
    const path = `/channels/${world.channelId}/messages/${(body as { id: string }).id}`;

    expect(await world.call('PATCH', path, { components: text('Two') })).toMatchObject({
      status: 200,
      body: { flags: MessageFlags.IsComponentsV2, components: [{ content: 'Two' }] },
    });
    expect(await world.call('PATCH', path, { content: 'Words' })).toMatchObject({
      status: 400,
      body: { code: 50035 },
    });
  });
});
