import { once } from 'node:events';
import { ChannelType, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { startTestWorld, type TestWorld } from './world.ts';

const PING = { name: 'ping', description: 'Answers' };

/** A client whose bot is an administrator of its server. */
async function withAdministrator() {
  const world = await startTestWorld();
  world.discord.setRolePermissions(world.guildId, world.guildId, PermissionFlagsBits.Administrator);
  const client = await world.connect();
  const guild = await client.guilds.fetch(world.guildId);
  return { world, client, guild };
}

const commands = (world: TestWorld, guildId?: string): string =>
  `/applications/${world.applicationId}${guildId === undefined ? '' : `/guilds/${guildId}`}/commands`;

describe('channels through discord.js', () => {
  it('are created, edited and deleted, and the cache is updated', async () => {
    const { world, client, guild } = await withAdministrator();
    await using _ = world;

    const made = await guild.channels.create({ name: 'alerts', type: ChannelType.GuildText, topic: 'Sales' });
    const changed = once(client, 'channelUpdate');
    await made.setName('auctions');
    await changed;
    const deleted = once(client, 'channelDelete');
    await made.delete();
    await deleted;

    expect(made.topic).toBe('Sales');
    expect(guild.channels.cache.has(made.id)).toBe(false);
  });

  it('apply permission overwrites at once', async () => {
    const { world, guild } = await withAdministrator();
    await using _ = world;
    const made = await guild.channels.create({ name: 'secret' });
    const outsider = world.discord.createUser({ name: 'cat' });
    world.discord.addMember({ guildId: guild.id, userId: outsider.id });
    world.discord.setRolePermissions(guild.id, guild.id, PermissionFlagsBits.ViewChannel);
    const person = world.discord.person({ userId: outsider.id, channelId: made.id });

    world.discord.setRolePermissions(guild.id, guild.members.me?.roles.botRole?.id ?? '', 8n);
    await made.permissionOverwrites.edit(guild.id, { ViewChannel: false });

    await expect(person.command('ping')).rejects.toMatchObject({ code: 'cannot-see-channel' });
  });

  it('open threads and forum posts, in which the bot may write', async () => {
    const { world, client, guild } = await withAdministrator();
    await using _ = world;
    const forum = await guild.channels.create({ name: 'forum', type: ChannelType.GuildForum });
    const text = await client.channels.fetch(world.channelId);
    if (text?.type !== ChannelType.GuildText) {
      throw new Error('The channel should be a text channel.');
    }

    const post = await forum.threads.create({ name: 'Punk 1', message: { content: 'Sold' } });
    const thread = await text.threads.create({ name: 'Talk' });
    await thread.send('Hello');

    expect(world.discord.messages(post.id).map(({ id }) => id)).toEqual([post.id]);
    expect(world.discord.messages(thread.id)).toHaveLength(1);
  });
});

describe('roles and members through discord.js', () => {
  it('give and take permissions', async () => {
    const { world, guild } = await withAdministrator();
    await using _ = world;

    const role = await guild.roles.create({ name: 'Curators', permissions: ['ManageGuild'] });
    const member = await guild.members.fetch(world.memberId);
    await member.roles.add(role);

    expect((await member.fetch(true)).permissions.has('ManageGuild')).toBe(true);
    await role.delete();
    expect((await member.fetch(true)).roles.cache.has(role.id)).toBe(false);
  });

  it('are refused to a bot without the permission, and unknown outside the server', async () => {
    await using world = await startTestWorld();
    const stranger = world.discord.createUser({ name: 'dan' });

    const role = await world.call('POST', `/guilds/${world.guildId}/roles`, { name: 'Mine' });
    const channel = await world.call('POST', `/guilds/${world.guildId}/channels`, { name: 'mine' });
    const member = await world.call('GET', `/guilds/${world.guildId}/members/${stranger.id}`);

    expect(role).toMatchObject({ status: 403, body: { code: 50013 } });
    expect(channel).toMatchObject({ status: 403, body: { code: 50013 } });
    expect(member).toMatchObject({ status: 404, body: { code: 10007 } });
  });
});

describe('registered commands', () => {
  it('keep their ids on a bulk overwrite, which removes all others', async () => {
    await using world = await startTestWorld();
    const put = async (...definitions: unknown[]) => {
      const { body } = await world.call('PUT', commands(world), definitions);
      return (body as { id: string; name: string }[]).map(({ id, name }) => ({ id, name }));
    };

    const [ping] = await put(PING, { ...PING, name: 'pong' });
    const again = await put({ ...PING, description: 'Answers now' });

    expect(again).toEqual([ping]);
    expect(world.discord.commandNames(world.applicationId)).toEqual(['ping']);
  });

  it('are created with 201 and replaced with 200, edited, and deleted', async () => {
    await using world = await startTestWorld();

    const made = await world.call('POST', commands(world, world.guildId), PING);
    const replaced = await world.call('POST', commands(world, world.guildId), {
      ...PING,
      description: 'Two',
    });
    const { id } = made.body as { id: string };
    const path = `${commands(world, world.guildId)}/${id}`;
    const changed = await world.call('PATCH', path, { name: 'pong' });
    const deleted = await world.call('DELETE', path);

    expect([made.status, replaced.status, changed.status, deleted.status]).toEqual([201, 200, 200, 204]);
    expect(changed.body).toMatchObject({ id, name: 'pong', description: 'Two' });
    expect(deleted.headers.has('content-type')).toBe(false);
    expect(await world.call('GET', path)).toMatchObject({ status: 404, body: { code: 10063 } });
  });

  it('of a server come before global ones of the same name', async () => {
    await using world = await startTestWorld();
    await world.call('PUT', commands(world), [PING]);
    await world.call('PUT', commands(world, world.guildId), [
      { ...PING, options: [{ type: 3, name: 'who', description: 'Whom', required: true }] },
    ]);

    await expect(world.member.command('ping')).rejects.toMatchObject({ code: 'missing-option' });
  });

  it('are refused for another application and for servers without the bot with 50001, and with 50035 when wrong', async () => {
    await using world = await startTestWorld();
    const { id: elsewhere } = world.discord.createGuild({ name: 'Elsewhere', ownerId: world.ownerId });

    expect(await world.call('PUT', '/applications/1/commands', [])).toMatchObject({ body: { code: 50001 } });
    expect(await world.call('PUT', commands(world, elsewhere), [])).toMatchObject({ body: { code: 50001 } });
    expect(await world.call('PUT', commands(world), [{ name: 'A b', description: '' }])).toMatchObject({
      status: 400,
      body: { code: 50035, errors: { 0: { name: { _errors: [{}] }, description: { _errors: [{}] } } } },
    });
  });
});
