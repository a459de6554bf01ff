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

  it('shows an update after a deferred update', async () => {
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

  it('submits the values chosen in a select menu', async () => {
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

  it('opens a modal and submits its values', async () => {
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
  it('work on an ephemeral message, for its only reader', async () => {
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

  it('resolve channels and roles chosen in select menus', async () => {
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
