import { PermissionFlagsBits as Bits, ChannelType, type Client, type ThreadChannel } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { onInteraction, startTestWorld, type TestWorld } from './world.ts';

const say = ({ call }: TestWorld, threadId: string, content = 'Sold') =>
  call('POST', `/channels/${threadId}/messages`, { content });

const idOf = ({ body }: { body: unknown }): string => (body as { id: string }).id;

const refusal = (status: number, code: number) => ({ status, body: { code } });

function botRole({ discord, ownerId }: TestWorld): string {
  const [guild] = discord.view(ownerId).guilds();
  return guild?.roles.find(({ name }) => name === 'Gavel')?.id ?? '';
}

function allow(world: TestWorld, more: bigint): void {
  const base = Bits.ViewChannel | Bits.SendMessages | Bits.EmbedLinks | Bits.ReadMessageHistory;
  world.discord.setRolePermissions(world.guildId, botRole(world), base | more);
}

async function threadOf(client: Client, id: string): Promise<ThreadChannel> {
  const channel = await client.channels.fetch(id);
  if (channel?.isThread() !== true) throw new Error(`Channel ${id} should be a thread.`);
  return channel;
}

describe('a message in a thread', () => {
  it('needs Send Messages in Threads and not Send Messages', async () => {
    await using world = await startTestWorld();
    const { id } = world.discord.createThread({ channelId: world.channelId, name: 'Sales' });
    world.discord.setOverwrite(world.channelId, {
      id: world.guildId,
      type: 'role',
      deny: Bits.SendMessagesInThreads,
    });

    expect(await say(world, id)).toMatchObject(refusal(403, 50013));
    expect((await say(world, world.channelId)).status).toBe(200);
    world.discord.setOverwrite(world.channelId, {
      id: botRole(world),
      type: 'role',
      deny: Bits.SendMessages,
    });
    world.discord.setOverwrite(world.channelId, { id: world.guildId, type: 'role' });
    expect((await say(world, id)).status).toBe(200);
    expect(await say(world, world.channelId)).toMatchObject(refusal(403, 50013));
  });

  it('unarchives the thread', async () => {
    await using world = await startTestWorld();
    const fields = { channelId: world.channelId, name: 'Sales', archived: true };
    const { id } = world.discord.createThread(fields);

    expect((await say(world, id)).status).toBe(200);

    expect((await world.call('GET', `/channels/${id}`)).body).toMatchObject({
      thread_metadata: { archived: false },
      message_count: 1,
      member_count: 2,
    });
  });

  it('is refused with 160005 in a locked one, unless the bot manages threads', async () => {
    await using world = await startTestWorld();
    const fields = { channelId: world.channelId, name: 'Sales', locked: true };
    const { id } = world.discord.createThread(fields);

    expect(await say(world, id)).toMatchObject(refusal(403, 160005));
    allow(world, Bits.ManageThreads);
    expect((await say(world, id)).status).toBe(200);
  });

  it('cannot be edited with 50083 while the thread is archived, but deleted', async () => {
    await using world = await startTestWorld();
    const { id } = world.discord.createThread({ channelId: world.channelId, name: 'Sales' });
    const path = `/channels/${id}/messages/${idOf(await say(world, id))}`;
    world.discord.setThread(id, { archived: true });

    expect(await world.call('PATCH', path, { content: 'Sold twice' })).toMatchObject(refusal(400, 50083));
    expect((await world.call('DELETE', path)).status).toBe(204);
    world.discord.setThread(id, { archived: false });
    expect((await say(world, id)).status).toBe(200);
  });
});

describe('a private thread', () => {
  it('is visible to its members and to those with Manage Threads', async () => {
    await using world = await startTestWorld();
    const fields = { channelId: world.channelId, name: 'Staff', private: true };
    const { id } = world.discord.createThread(fields);

    expect(await say(world, id)).toMatchObject(refusal(403, 50001));
    expect(world.discord.view(world.memberId).canViewChannel(id)).toBe(false);
    world.discord.addThreadMember(id, world.applicationId);
    expect((await say(world, id)).status).toBe(200);
    world.discord.removeThreadMember(id, world.applicationId);
    expect(await say(world, id)).toMatchObject(refusal(403, 50001));
    allow(world, Bits.ManageThreads);
    expect((await say(world, id)).status).toBe(200);
  });

  it('reaches the bot’s client when the bot is added, and only then', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    const fields = { channelId: world.channelId, name: 'Staff', private: true };
    const { id } = world.discord.createThread(fields);
    const { id: seen } = world.discord.createThread({ channelId: world.channelId, name: 'Sales' });
    await expect.poll(() => client.channels.cache.has(seen)).toBe(true);
    expect(client.channels.cache.has(id)).toBe(false);

    world.discord.addThreadMember(id, world.applicationId);

    await expect.poll(() => client.channels.cache.get(id)?.type).toBe(ChannelType.PrivateThread);
  });
});

describe('threads at the gateway', () => {
  it('are part of GUILD_CREATE while they are active', async () => {
    await using world = await startTestWorld();
    const { channelId } = world;
    const open = world.discord.createThread({ channelId, name: 'Sales' });
    const archived = world.discord.createThread({ channelId, name: 'Old', archived: true });
    const hidden = world.discord.createThread({ channelId, name: 'Staff', private: true });

    const { channels } = await world.connect();

    expect([open, archived, hidden].map(({ id }) => channels.cache.has(id))).toEqual([true, false, false]);
  });

  it('are dispatched when they open, are archived and are deleted', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    const { id } = world.discord.createThread({ channelId: world.channelId, name: 'Sales' });
    await expect.poll(() => client.channels.cache.has(id)).toBe(true);

    world.discord.setThread(id, { archived: true });
    await expect.poll(async () => (await threadOf(client, id)).archived).toBe(true);
    world.discord.deleteChannel(id);

    await expect.poll(() => client.channels.cache.has(id)).toBe(false);
  });
});

describe('a bot’s own threads', () => {
  it('start at a message with its id, once', async () => {
    await using world = await startTestWorld();
    allow(world, Bits.CreatePublicThreads);
    const id = idOf(await say(world, world.channelId));
    const path = `/channels/${world.channelId}/messages/${id}/threads`;

    expect(await world.call('POST', path, { name: 'About it' })).toMatchObject({
      status: 201,
      body: { id, type: ChannelType.PublicThread, parent_id: world.channelId },
    });
    expect(await world.call('POST', path, { name: 'Again' })).toMatchObject(refusal(400, 160004));
  });

  it('are archived by the bot that opened them, and unarchived by whoever may write there', async () => {
    await using world = await startTestWorld();
    allow(world, Bits.CreatePublicThreads);
    const own = idOf(await world.call('POST', `/channels/${world.channelId}/threads`, { name: 'Mine' }));
    const other = world.discord.createThread({ channelId: world.channelId, name: 'Theirs' }).id;
    const change = (id: string, body: unknown) => world.call('PATCH', `/channels/${id}`, body);

    expect((await change(own, { archived: true })).status).toBe(200);
    expect(await change(own, { name: 'Ours' })).toMatchObject(refusal(400, 50083));
    expect(await change(other, { archived: true })).toMatchObject(refusal(403, 50013));
    world.discord.setThread(other, { archived: true });
    expect((await change(other, { archived: false })).status).toBe(200);
    world.discord.setThread(other, { archived: true, locked: true });
    expect(await change(other, { archived: false })).toMatchObject(refusal(403, 50013));
  });
});

describe('a user and threads', () => {
  const COMMAND = {
    name: 'alerts',
    description: 'Alerts',
    options: [{ type: 7, name: 'where', description: 'Where', channel_types: [0, 5, 10, 11, 12] }],
  };

  it('may choose a visible one for a channel option', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    onInteraction(client, async (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      const { name, type } = interaction.options.getChannel('where', true);
      await interaction.reply(`${name} ${type === ChannelType.PublicThread}`);
    });
    await client.application.commands.set([COMMAND]);
    const { id } = world.discord.createThread({ channelId: world.channelId, name: 'Old', archived: true });

    const reply = await world.member.command('alerts', { where: id });

    expect(reply.message?.content).toBe('Old true');
    const hidden = world.discord.createThread({ channelId: world.channelId, name: 'Staff', private: true });
    await expect(world.member.command('alerts', { where: hidden.id })).rejects.toMatchObject({
      code: 'invalid-value',
    });
  });

  it('runs commands in one, but in no archived one', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    onInteraction(client, async (interaction) => {
      if (interaction.isChatInputCommand()) await interaction.reply(`In ${interaction.channel?.isThread()}`);
    });
    await client.application.commands.set([COMMAND]);
    const { id } = world.discord.createThread({ channelId: world.channelId, name: 'Sales' });
    const person = world.discord.person({ userId: world.memberId, channelId: id });

    expect((await person.command('alerts')).message?.content).toBe('In true');
    world.discord.setThread(id, { archived: true });
    await expect(person.command('alerts')).rejects.toMatchObject({ code: 'archived-thread' });
  });
});
