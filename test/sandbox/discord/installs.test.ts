import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../sandbox/discord/local-discord.ts';
import { openRawSocket } from './raw-socket.ts';
import { onInteraction, startTestWorld, type TestWorld } from './world.ts';

const EVERYWHERE = { contexts: [0, 1, 2], integration_types: [0, 1] };
const PING = { name: 'ping', description: 'Answers', ...EVERYWHERE };
const COMMANDS = [
  PING,
  { name: 'in-servers', description: 'In servers', contexts: [0], integration_types: [0] },
  { name: 'of-accounts', description: 'For accounts', contexts: [0, 1, 2], integration_types: [1] },
  { name: 'with-the-bot', description: 'In direct messages', contexts: [1], integration_types: [0, 1] },
];

/** The world of the tests with a server in which the bot is not, of which the member is one, too. */
interface Elsewhere extends TestWorld {
  readonly foreignGuildId: string;
  readonly foreignChannelId: string;
  /** The member, in the other server. */
  readonly visitor: Person;
}

async function startElsewhere(): Promise<Elsewhere> {
  const world = await startTestWorld();
  const { discord, ownerId, memberId, applicationId } = world;
  const foreignGuildId = discord.createGuild({ name: 'Elsewhere', ownerId }).id;
  const foreignChannelId = discord.createChannel({ guildId: foreignGuildId, name: 'talk' }).id;
  discord.addMember({ guildId: foreignGuildId, userId: memberId });
  expect((await world.call('PUT', `/applications/${applicationId}/commands`, COMMANDS)).status).toBe(200);
  const visitor = discord.person({ userId: memberId, channelId: foreignChannelId });
  return { ...world, foreignGuildId, foreignChannelId, visitor };
}

function offered({ discord }: TestWorld, userId: string, channelId: string): string[] {
  return discord
    .view(userId)
    .commands(channelId)
    .map(({ name }) => name);
}

/** Runs /ping and returns its INTERACTION_CREATE. */
async function interactionOf(world: TestWorld, person: Person): Promise<Record<string, unknown>> {
  using socket = openRawSocket(world.discord.url);
  socket.identify(world.token);
  await socket.next(({ t }) => t === 'READY');
  const reply = person.command('ping');
  const { d } = await socket.next(({ t }) => t === 'INTERACTION_CREATE');
  const interaction = d as Record<string, unknown>;
  const path = `/interactions/${String(interaction['id'])}/${String(interaction['token'])}/callback`;
  await world.call('POST', path, { type: 4, data: { content: 'pong' } });
  await reply;
  return interaction;
}

describe('the commands that a user sees', () => {
  it.each([
    ['in a server with the bot', false, ['ping', 'in-servers']],
    ['there, of an application in their account', true, ['ping', 'in-servers', 'of-accounts']],
  ])('%s', async (_where, isInstalled, names) => {
    await using world = await startElsewhere();
    if (isInstalled) world.discord.installToAccount(world.memberId, world.applicationId);

    expect(offered(world, world.memberId, world.channelId)).toEqual(names);
  });

  it('in a server without the bot are those for accounts, of an application in their account', async () => {
    await using world = await startElsewhere();
    const { discord, memberId, ownerId, applicationId, foreignChannelId } = world;

    expect(offered(world, memberId, foreignChannelId)).toEqual([]);
    discord.installToAccount(memberId, applicationId);
    expect(offered(world, memberId, foreignChannelId)).toEqual(['ping', 'of-accounts']);
    expect(offered(world, ownerId, foreignChannelId)).toEqual([]);
    discord.removeFromAccount(memberId, applicationId);
    expect(offered(world, memberId, foreignChannelId)).toEqual([]);
  });

  it('in direct messages with the bot need a server in common, or the account', async () => {
    await using world = await startElsewhere();
    const { discord, memberId, applicationId, guildId } = world;
    const { id } = discord.openDirectMessage(memberId, applicationId);

    expect(offered(world, memberId, id)).toEqual(['ping', 'with-the-bot']);
    discord.removeMember(guildId, memberId);
    expect(offered(world, memberId, id)).toEqual([]);
    discord.installToAccount(memberId, applicationId);
    expect(offered(world, memberId, id)).toEqual(['ping', 'of-accounts', 'with-the-bot']);
  });

  it('among people are those of their account', async () => {
    await using world = await startElsewhere();
    const { discord, memberId, ownerId, applicationId } = world;
    const { id } = discord.openPrivateChannel(memberId, ownerId);

    expect(offered(world, memberId, id)).toEqual([]);
    discord.installToAccount(memberId, applicationId);
    expect(offered(world, memberId, id)).toEqual(['ping', 'of-accounts']);
    expect(offered(world, ownerId, id)).toEqual([]);
  });

  it('do not include those of an account for an application that is for servers only', async () => {
    await using world = await startTestWorld();
    const { applicationId } = world.discord.createApplication({ name: 'Servers', integrationTypes: [0] });

    expect(() => world.discord.installToAccount(world.memberId, applicationId)).toThrow('not for accounts');
  });
});

describe('an interaction says where it is and who installed the application', () => {
  it('in a server with the bot: the server, and the user whose account has it', async () => {
    await using world = await startElsewhere();

    expect(await interactionOf(world, world.member)).toMatchObject({
      context: 0,
      guild_id: world.guildId,
      authorizing_integration_owners: { '0': world.guildId },
    });
    world.discord.installToAccount(world.memberId, world.applicationId);
    expect((await interactionOf(world, world.member))['authorizing_integration_owners']).toEqual({
      '0': world.guildId,
      '1': world.memberId,
    });
  });

  it('in a server without the bot: the user, with no permission that the user has not', async () => {
    await using world = await startElsewhere();
    world.discord.installToAccount(world.memberId, world.applicationId);
    world.discord.setOverwrite(world.foreignChannelId, {
      id: world.memberId,
      type: 'member',
      deny: PermissionFlagsBits.AttachFiles,
    });

    const interaction = await interactionOf(world, world.visitor);

    expect(interaction).toMatchObject({
      context: 0,
      guild_id: world.foreignGuildId,
      member: { user: { id: world.memberId } },
    });
    expect(interaction['authorizing_integration_owners']).toEqual({ '1': world.memberId });
    expect(BigInt(String(interaction['app_permissions']))).toBe(
      PermissionFlagsBits.EmbedLinks | PermissionFlagsBits.UseExternalEmojis,
    );
  });

  it('in direct messages with the bot: no server, and the user instead of a member', async () => {
    await using world = await startElsewhere();
    const { id } = world.discord.openDirectMessage(world.memberId, world.applicationId);
    const person = world.discord.person({ userId: world.memberId, channelId: id });

    const interaction = await interactionOf(world, person);

    expect(interaction).toMatchObject({ context: 1, channel_id: id, user: { id: world.memberId } });
    expect(interaction).not.toHaveProperty('guild_id');
    expect(interaction).not.toHaveProperty('member');
    expect(interaction['authorizing_integration_owners']).toEqual({ '0': '0' });
    expect(person.messages().map(({ content }) => content)).toEqual(['pong']);
  });

  it('among people: the user', async () => {
    await using world = await startElsewhere();
    world.discord.installToAccount(world.memberId, world.applicationId);
    const { id } = world.discord.openPrivateChannel(world.memberId, world.ownerId);

    const interaction = await interactionOf(
      world,
      world.discord.person({ userId: world.memberId, channelId: id }),
    );

    expect(interaction).toMatchObject({ context: 2, channel_id: id });
    expect(interaction['authorizing_integration_owners']).toEqual({ '1': world.memberId });
    expect(world.discord.messages(id).map(({ payload }) => payload.content)).toEqual(['pong']);
  });

  it('of direct messages goes to shard 0', async () => {
    await using world = await startElsewhere();
    const { id } = world.discord.openDirectMessage(world.memberId, world.applicationId);
    using other = openRawSocket(world.discord.url);
    other.identify(world.token, { shard: [1, 2] });
    await other.next(({ t }) => t === 'READY');
    using first = openRawSocket(world.discord.url);
    first.identify(world.token, { shard: [0, 2] });
    await first.next(({ t }) => t === 'READY');

    const reply = world.discord.person({ userId: world.memberId, channelId: id }).command('ping');
    const { d } = await first.next(({ t }) => t === 'INTERACTION_CREATE');
    const { id: interactionId, token } = d as { id: string; token: string };
    await world.call('POST', `/interactions/${interactionId}/${token}/callback`, {
      type: 4,
      data: { content: 'pong' },
    });

    expect((await reply).outcome).toBe('message');
    expect(other.received.filter(({ t }) => t === 'INTERACTION_CREATE')).toEqual([]);
  });
});

describe('an answer in a server without the bot', () => {
  /** Answers /ping there, and resolves to what the given follow-ups were answered with. */
  async function answer(world: Elsewhere, followUps = 0) {
    const client = await world.connect();
    const codes: unknown[] = [];
    const done = Promise.withResolvers<void>();
    onInteraction(client, async (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      await interaction.reply({ content: 'pong', embeds: [{ title: 'Fox' }] });
      for (let count = 0; count < followUps; count += 1) {
        await interaction.followUp(`More ${count}`).then(
          () => codes.push(200),
          (error: { code: unknown }) => codes.push(error.code),
        );
      }
      done.resolve();
    });
    const reply = await world.visitor.command('ping');
    await done.promise;
    return { reply, codes };
  }

  it('is seen by everybody where the user may use external applications', async () => {
    await using world = await startElsewhere();
    world.discord.installToAccount(world.memberId, world.applicationId);

    const { reply } = await answer(world);

    expect(reply).toMatchObject({ ephemeral: false, message: { embeds: [{ title: 'Fox' }] } });
    expect(world.discord.messages(world.foreignChannelId)).toMatchObject([
      { payload: { interaction_metadata: { authorizing_integration_owners: { '1': world.memberId } } } },
    ]);
  });

  it('is ephemeral where the user may not', async () => {
    await using world = await startElsewhere();
    world.discord.installToAccount(world.memberId, world.applicationId);
    world.discord.setOverwrite(world.foreignChannelId, {
      id: world.foreignGuildId,
      type: 'role',
      deny: PermissionFlagsBits.UseExternalApps,
    });

    const { reply } = await answer(world);

    expect(reply).toMatchObject({
      ephemeral: true,
      message: { flags: MessageFlags.Ephemeral, embeds: [{ title: 'Fox' }] },
    });
    expect(world.discord.messages(world.foreignChannelId)).toEqual([]);
  });

  it('has no embeds for everybody where the user may not embed links', async () => {
    await using world = await startElsewhere();
    world.discord.installToAccount(world.memberId, world.applicationId);
    world.discord.setOverwrite(world.foreignChannelId, {
      id: world.memberId,
      type: 'member',
      deny: PermissionFlagsBits.EmbedLinks,
    });

    expect((await answer(world)).reply).toMatchObject({
      ephemeral: false,
      message: { content: 'pong', embeds: [] },
    });
  });

  it('has five follow-ups at most', async () => {
    await using world = await startElsewhere();
    world.discord.installToAccount(world.memberId, world.applicationId);

    expect((await answer(world, 6)).codes).toEqual([200, 200, 200, 200, 200, 40094]);
  });

  it('has buttons that others press by the install of who ran the command', async () => {
    await using world = await startElsewhere();
    world.discord.installToAccount(world.memberId, world.applicationId);
    const client = await world.connect();
    const pressed = Promise.withResolvers<unknown>();
    client.on('raw', ({ t, d }: { t: string; d: Record<string, unknown> }) => {
      if (t === 'INTERACTION_CREATE' && d['type'] === 3) pressed.resolve(d['authorizing_integration_owners']);
    });
    onInteraction(client, async (interaction) => {
      if (interaction.isChatInputCommand()) {
        await interaction.reply({
          components: [{ type: 1, components: [{ type: 2, style: 1, custom_id: 'next', label: 'Next' }] }],
          content: 'Page 1',
        });
      } else if (interaction.isButton()) await interaction.update('Page 2');
    });
    const { message } = await world.visitor.command('ping');
    const onlooker = world.discord.person({ userId: world.ownerId, channelId: world.foreignChannelId });

    expect(await onlooker.press({ id: message?.id ?? '' }, 'Next')).toMatchObject({
      outcome: 'updated',
      message: { content: 'Page 2' },
    });
    expect(await pressed.promise).toEqual({ '1': world.memberId });
  });
});

describe('a direct message to a user whose account has the application', () => {
  it('needs no server in common', async () => {
    await using world = await startTestWorld();
    const { id } = world.discord.createUser({ name: 'cy' });
    world.discord.installToAccount(id, world.applicationId);
    const opened = await world.call('POST', '/users/@me/channels', { recipient_id: id });
    const path = `/channels/${(opened.body as { id: string }).id}/messages`;

    expect((await world.call('POST', path, { content: 'Your fox was sold' })).status).toBe(200);
    world.discord.removeFromAccount(id, world.applicationId);
    expect(await world.call('POST', path, { content: 'And another' })).toMatchObject({
      status: 403,
      body: { code: 50278 },
    });
  });
});
