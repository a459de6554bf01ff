import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  ComponentType,
  MessageFlags,
  ModalBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import { describe, expect, it } from 'vitest';
import { onInteraction, startTestWorld } from './world.ts';

const PING = { name: 'ping', description: 'Answers' };

const buttons = (...customIds: string[]) =>
  new ActionRowBuilder<ButtonBuilder>().addComponents(
    customIds.map((id) => new ButtonBuilder().setCustomId(id).setLabel(id).setStyle(ButtonStyle.Primary)),
  );

describe('answering a slash command', () => {
  it('shows an ephemeral answer to the one who asked and to nobody else', async () => {
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

  it('gives the handler who asked, where, and with which permissions', async () => {
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
  it('hands over what is typed and shows the choices', async () => {
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

describe('components and modals', () => {
  it('updates the message whose button was pressed', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    onInteraction(client, async (interaction) => {
      if (interaction.isChatInputCommand()) {
        await interaction.reply({ content: 'Page 1', components: [buttons('next')] });
      } else if (interaction.isButton()) {
        await interaction.update({ content: `Page 2 of ${interaction.message.content}`, components: [] });
      }
    });
    await client.application.commands.set([PING]);

    const first = await world.member.command('ping');
    const second = await world.member.press(first.message ?? { id: '' }, 'next');

    expect(second).toMatchObject({
      outcome: 'updated',
      message: { content: 'Page 2 of Page 1', components: [] },
    });
    expect(second.message?.id).toBe(first.message?.id);
  });

  it('sees an update that comes after a deferred one', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    onInteraction(client, async (interaction) => {
      if (interaction.isChatInputCommand()) {
        await interaction.reply({ content: 'Page 1', components: [buttons('next')] });
      } else if (interaction.isButton()) {
        await interaction.deferUpdate();
        await interaction.editReply('Page 2');
      }
    });
    await client.application.commands.set([PING]);

    const first = await world.member.command('ping');
    const second = await world.member.press(first.message ?? { id: '' }, 'next');

    expect(second).toMatchObject({ outcome: 'updated', message: { content: 'Page 2' } });
  });

  it('hands over what was chosen in a select menu', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    const menu = new StringSelectMenuBuilder()
      .setCustomId('kinds')
      .setMaxValues(2)
      .addOptions(['sale', 'listing', 'offer'].map((kind) => ({ label: kind, value: kind })));
    onInteraction(client, async (interaction) => {
      if (interaction.isChatInputCommand()) {
        const row = new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(menu);
        await interaction.reply({ content: 'Which?', components: [row] });
      } else if (interaction.isStringSelectMenu()) {
        await interaction.reply({ content: interaction.values.join(' and '), flags: MessageFlags.Ephemeral });
      }
    });
    await client.application.commands.set([PING]);

    const first = await world.member.command('ping');
    const second = await world.owner.select(first.message ?? { id: '' }, 'kinds', ['sale', 'offer']);

    expect(second).toMatchObject({
      outcome: 'message',
      ephemeral: true,
      message: { content: 'sale and offer' },
    });
  });

  it('opens a modal and hands over what was filled in', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    const input = new TextInputBuilder()
      .setCustomId('price')
      .setLabel('Price')
      .setStyle(TextInputStyle.Short);
    onInteraction(client, async (interaction) => {
      if (interaction.isChatInputCommand()) {
        const row = new ActionRowBuilder<TextInputBuilder>().addComponents(input);
        await interaction.showModal(
          new ModalBuilder().setCustomId('edit').setTitle('Edit').addComponents(row),
        );
      } else if (interaction.isModalSubmit()) {
        await interaction.reply(`At least ${interaction.fields.getTextInputValue('price')}`);
      }
    });
    await client.application.commands.set([PING]);

    const opened = await world.member.command('ping');
    if (opened.modal === null) {
      throw new Error('A modal should be open.');
    }
    const submitted = await world.member.submit(opened.modal, { price: '5' });

    expect(opened).toMatchObject({ outcome: 'modal', modal: { title: 'Edit' }, message: null });
    expect(submitted).toMatchObject({ outcome: 'message', message: { content: 'At least 5' } });
  });
});

describe('interactions in other places', () => {
  it('go on in an ephemeral message, which only its reader can use', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    onInteraction(client, async (interaction) => {
      if (interaction.isChatInputCommand()) {
        const flags = MessageFlags.Ephemeral;
        await interaction.reply({ content: 'Page 1', components: [buttons('next')], flags });
      } else if (interaction.isButton()) {
        await interaction.update('Page 2');
      }
    });
    await client.application.commands.set([PING]);

    const first = await world.member.command('ping');
    const message = first.message ?? { id: '' };

    await expect(world.owner.press(message, 'next')).rejects.toMatchObject({ code: 'unknown-message' });
    expect(await world.member.press(message, 'next')).toMatchObject({ outcome: 'updated', ephemeral: true });
    expect(world.member.messages().map(({ content }) => content)).toEqual(['Page 2']);
  });

  it('work in direct messages, without a member', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    onInteraction(client, async (interaction) => {
      if (interaction.isChatInputCommand()) {
        await interaction.reply(
          `${interaction.user.username} ${interaction.inGuild()} ${interaction.context}`,
        );
      }
    });
    await client.application.commands.set([PING, { ...PING, name: 'servers', contexts: [0] }]);
    const { id } = world.discord.openDirectMessage(world.memberId, world.applicationId);
    const person = world.discord.person({ userId: world.memberId, channelId: id });

    expect((await person.command('ping')).message?.content).toBe('bob false 1');
    await expect(person.command('servers')).rejects.toMatchObject({ code: 'unknown-command' });
  });

  it('resolve channels and roles that were chosen in their menus', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    const role = world.discord.createRole({ guildId: world.guildId, name: 'Traders' });
    const menu = (type: ComponentType.ChannelSelect | ComponentType.RoleSelect, custom_id: string) => ({
      type: ComponentType.ActionRow as const,
      components: [{ type, custom_id }],
    });
    onInteraction(client, async (interaction) => {
      if (interaction.isChatInputCommand()) {
        const rows = [menu(ComponentType.ChannelSelect, 'where'), menu(ComponentType.RoleSelect, 'who')];
        await interaction.reply({ content: 'Choose', components: rows });
      } else if (interaction.isChannelSelectMenu()) {
        await interaction.reply(String(interaction.channels.first()?.id));
      } else if (interaction.isRoleSelectMenu()) {
        await interaction.reply(String(interaction.roles.first()?.name));
      }
    });
    await client.application.commands.set([PING]);

    const message = (await world.member.command('ping')).message ?? { id: '' };

    expect((await world.member.select(message, 'where', [world.channelId])).message?.content).toBe(
      world.channelId,
    );
    expect((await world.member.select(message, 'who', [role.id])).message?.content).toBe('Traders');
    await expect(world.member.select(message, 'who', ['1'])).rejects.toMatchObject({ code: 'invalid-value' });
  });
});
