import { MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { onInteraction, startTestWorld } from './world.ts';

const PING = { name: 'ping', description: 'Answers' };

describe('answering a slash command', () => {
  it('shows an ephemeral answer to the requester and to nobody else', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    onInteraction(client, async (interaction) => {
      if (interaction.isChatInputCommand()) {
        await interaction.reply({ content: 'Only you', flags: MessageFlags.Ephemeral });
      }
    });
    await client.application.commands.set([PING]);

    const reply = await world.member.command('ping');

    expect(reply).toMatchObject({ outcome: 'message', ephemeral: true });
    expect(world.member.messages().map((message) => message.content)).toEqual(['Only you']);
    expect(world.owner.messages()).toEqual([]);
    expect(world.discord.messages(world.channelId)).toEqual([]);
  });

  it('waits for the edit of a deferred answer', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    const seen: string[] = [];
    world.discord.onMessage(({ kind, message }) => seen.push(`${kind} ${message.payload.flags ?? 0}`));
    onInteraction(client, async (interaction) => {
      if (interaction.isChatInputCommand()) {
        await interaction.deferReply();
        await interaction.editReply({ embeds: [{ title: 'Found' }] });
      }
    });
    await client.application.commands.set([PING]);

    const reply = await world.member.command('ping');

    expect(reply.outcome).toBe('message');
    expect(reply.message?.embeds[0]?.title).toBe('Found');
    expect(reply.answeredAfterMs).toBeGreaterThanOrEqual(reply.acknowledgedAfterMs ?? Infinity);
    expect(seen).toEqual([`created ${MessageFlags.Loading}`, 'edited 0']);
  });

  it('edits the original with the first follow-up after a deferral, and posts the second', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    const done = Promise.withResolvers<void>();
    onInteraction(client, async (interaction) => {
      if (interaction.isChatInputCommand()) {
        await interaction.deferReply();
        await interaction.followUp('First');
        await interaction.followUp('Second');
        done.resolve();
      }
    });
    await client.application.commands.set([PING]);

    await world.member.command('ping');
    await done.promise;

    expect(world.discord.messages(world.channelId).map(({ payload }) => payload.content)).toEqual([
      'First',
      'Second',
    ]);
  });

  it('lets the bot fetch, edit and delete @original', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    const fetched = Promise.withResolvers<string>();
    onInteraction(client, async (interaction) => {
      if (interaction.isChatInputCommand()) {
        await interaction.reply('One');
        const original = await interaction.fetchReply();
        await interaction.editReply('Two');
        await interaction.deleteReply();
        fetched.resolve(original.content);
      }
    });
    await client.application.commands.set([PING]);

    await world.member.command('ping');

    expect(await fetched.promise).toBe('One');
    expect(world.discord.messages(world.channelId)).toEqual([]);
  });

  it('answers with the message where withResponse is asked for', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    const id = Promise.withResolvers<string | undefined>();
    onInteraction(client, async (interaction) => {
      if (interaction.isChatInputCommand()) {
        const response = await interaction.reply({ content: 'Hello', withResponse: true });
        id.resolve(response.resource?.message?.id);
      }
    });
    await client.application.commands.set([PING]);

    const reply = await world.member.command('ping');

    expect(await id.promise).toBe(reply.message?.id);
  });

  it('refuses a second answer with 40060', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    const refused = Promise.withResolvers<unknown>();
    onInteraction(client, async (interaction) => {
      if (interaction.isChatInputCommand()) {
        await interaction.reply('One');
        const path = `/interactions/${interaction.id}/${interaction.token}/callback`;
        refused.resolve((await world.call('POST', path, { type: 4, data: { content: 'Two' } })).body);
      }
    });
    await client.application.commands.set([PING]);

    await world.member.command('ping');

    expect(await refused.promise).toMatchObject({ code: 40060 });
  });

  it('refuses a body that Discord refuses with 50035 and lets the bot try again', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    const refused = Promise.withResolvers<unknown>();
    onInteraction(client, async (interaction) => {
      if (interaction.isChatInputCommand()) {
        await interaction.reply('x'.repeat(2001)).catch((error: unknown) => refused.resolve(error));
        await interaction.reply('Short');
      }
    });
    await client.application.commands.set([PING]);

    const reply = await world.member.command('ping');

    expect(await refused.promise).toMatchObject({ code: 50035 });
    expect(reply.message?.content).toBe('Short');
  });

  it('gives the handler the user, the place and the permissions', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    onInteraction(client, async (interaction) => {
      if (interaction.isChatInputCommand() && interaction.inCachedGuild()) {
        const channel = interaction.options.getChannel('channel', true);
        const rights = [
          interaction.memberPermissions.has('ManageGuild'),
          interaction.appPermissions.has('SendMessages'),
        ];
        await interaction.reply(`${interaction.member.user.username} ${channel.id} ${rights.join(' ')}`);
      }
    });
    await client.application.commands.set([
      { ...PING, options: [{ type: 7, name: 'channel', description: 'Where', required: true }] },
    ]);

    const byMember = await world.member.command('ping', { channel: world.channelId });
    const byOwner = await world.owner.command('ping', { channel: world.channelId });

    expect(byMember.message?.content).toBe(`bob ${world.channelId} false true`);
    expect(byOwner.message?.content).toBe(`ada ${world.channelId} true true`);
  });
});

describe('autocomplete', () => {
  it('submits the typed text and shows the choices', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    onInteraction(client, async (interaction) => {
      if (interaction.isAutocomplete()) {
        const typed = interaction.options.getFocused(true);
        await interaction.respond([{ name: `${typed.name}: ${typed.value}`, value: '0x1' }]);
      }
    });
    const option = { type: 3, name: 'collection', description: 'Which', required: true, autocomplete: true };
    await client.application.commands.set([
      {
        name: 'collection',
        description: 'Looks up',
        options: [{ type: 1, name: 'info', description: 'One', options: [option] }],
      },
    ]);

    const choices = await world.member.autocomplete('collection info', { collection: 'so' }, 'collection');

    expect(choices).toEqual([{ name: 'collection: so', value: '0x1' }]);
  });
});
