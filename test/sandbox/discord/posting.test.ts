import {
  AttachmentBuilder,
  type Client,
  DiscordAPIError,
  type GuildTextBasedChannel,
  MessageFlags,
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

const contents = (world: TestWorld): string[] =>
  world.discord.messages(world.channelId).map((message) => message.payload.content);

describe('messages through discord.js', () => {
  it('are edited and deleted, and keep their former payloads', async () => {
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

  it('have uploaded files, which are served', async () => {
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

  it('notify only those in allowed_mentions', async () => {
    await using world = await startTestWorld();
    const channel = await channelOf(await world.connect(), world.channelId);
    const text = `<@${world.memberId}> @everyone`;

    const loud = await channel.send(text);
    const quiet = await channel.send({ content: text, allowedMentions: { parse: [] } });

    expect([loud.mentions.users.size, loud.mentions.everyone]).toEqual([1, false]);
    expect([quiet.mentions.users.size, quiet.mentions.everyone]).toEqual([0, false]);
  });

  it('reply to an existing message, and are refused for a missing one', async () => {
    await using world = await startTestWorld();
    const channel = await channelOf(await world.connect(), world.channelId);
    const first = await channel.send('First');

    const reply = await first.reply('Second');

    expect(reply.reference?.messageId).toBe(first.id);
    await first.delete();
    await expect(first.reply('Third')).rejects.toBeInstanceOf(DiscordAPIError);
  });

  it('reach users in direct messages while they share a server', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    const user = await client.users.fetch(world.memberId);

    await user.send('Your alert was paused');
    const { id } = world.discord.openDirectMessage(world.memberId, world.applicationId);
    world.discord.removeMember(world.guildId, world.memberId);

    expect(world.discord.messages(id)).toHaveLength(1);
    await expect(user.send('Still there?')).rejects.toMatchObject({ code: 50278 });
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

  it('that leaves an empty message is refused with 50006', async () => {
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

describe('an address of a host that Discord refuses', () => {
  it('has the message refused, and every field with it named', async () => {
    await using world = await startTestWorld();
    world.discord.refuseHosts('refused.example');
    const embed = { title: 'Sold', thumbnail: { url: 'https://a.refused.example/1.png' } };
    const author = { name: 'Foxes', icon_url: 'https://refused.example/2.png' };

    const answer = await post(world, { embeds: [{ title: 'Fine' }, { ...embed, author }] });

    const wrong = { _errors: [{ code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' }] };
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 50035,
        errors: { embeds: { 1: { thumbnail: { url: wrong }, author: { icon_url: wrong } } } },
      },
    });
    world.discord.refuseHosts('refused.example', false);
    expect((await post(world, { embeds: [embed] })).status).toBe(200);
  });

  it('is one with a name that has an underscore', async () => {
    await using world = await startTestWorld();
    const answer = await post(world, { embeds: [{ thumbnail: { url: 'https://team_name.example.com/1' } }] });
    expect(answer).toMatchObject({ status: 400, body: { code: 50035 } });
  });
});
