import { ActionRowBuilder, ButtonBuilder, ButtonStyle, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { startTestWorld, type TestWorld } from './world.ts';

const COMMANDS = [
  {
    name: 'alerts',
    description: 'Alerts',
    default_member_permissions: PermissionFlagsBits.ManageGuild.toString(),
    options: [
      {
        type: 1,
        name: 'add',
        description: 'Adds one',
        options: [
          { type: 7, name: 'channel', description: 'Where', required: true, channel_types: [0, 5] },
          { type: 3, name: 'kind', description: 'What', choices: [{ name: 'Sale', value: 'sale' }] },
          { type: 4, name: 'limit', description: 'How many', min_value: 1, max_value: 5 },
        ],
      },
    ],
  },
];

async function withCommands(): Promise<TestWorld> {
  const world = await startTestWorld();
  const { status } = await world.call('PUT', `/applications/${world.applicationId}/commands`, COMMANDS);
  expect(status).toBe(200);
  return world;
}

describe('a simulated user, restricted as by Discord’s client', () => {
  it.each([
    ['an unknown command', 'nothing', {}, 'unknown-command'],
    ['a command without its subcommand', 'alerts', {}, 'unknown-command'],
    ['an unknown option', 'alerts add', { colour: 'red' }, 'unknown-option'],
    ['a missing required option', 'alerts add', { kind: 'sale' }, 'missing-option'],
    ['a channel that does not exist', 'alerts add', { channel: '1' }, 'invalid-value'],
  ])('refuses %s', async (_what, name, options, code) => {
    await using world = await withCommands();

    await expect(world.owner.command(name, options)).rejects.toMatchObject({ code });
  });

  it('offers no choices for an unknown option', async () => {
    await using world = await withCommands();

    await expect(
      world.owner.autocomplete('alerts add', { channel: world.channelId }, 'colour'),
    ).rejects.toMatchObject({ code: 'unknown-option' });
  });

  it.each([
    ['a value that is no choice', { kind: 'mint' }],
    ['a number beyond the largest', { limit: 6 }],
    ['text for a number', { limit: 'three' }],
  ])('refuses %s', async (_what, options) => {
    await using world = await withCommands();

    await expect(
      world.owner.command('alerts add', { channel: world.channelId, ...options }),
    ).rejects.toMatchObject({ code: 'invalid-value' });
  });

  it('refuses a channel of a type that the option does not take', async () => {
    await using world = await withCommands();
    const { id } = world.discord.createChannel({ guildId: world.guildId, name: 'Voice', type: 2 });

    await expect(world.owner.command('alerts add', { channel: id })).rejects.toMatchObject({
      code: 'invalid-value',
    });
  });

  it('hides a command from members without its default permissions', async () => {
    await using world = await withCommands();

    await expect(world.member.command('alerts add', { channel: world.channelId })).rejects.toMatchObject({
      code: 'hidden-command',
    });
  });

  it('does not let a user act in a channel that they cannot see', async () => {
    await using world = await withCommands();
    world.discord.setOverwrite(world.channelId, {
      id: world.memberId,
      type: 'member',
      deny: PermissionFlagsBits.ViewChannel,
    });

    await expect(world.member.command('alerts add')).rejects.toMatchObject({ code: 'cannot-see-channel' });
    expect(world.member.messages()).toEqual([]);
  });

  it('refuses to press a button that is missing, disabled or a link', async () => {
    await using world = await startTestWorld();
    const row = new ActionRowBuilder<ButtonBuilder>().addComponents(
      new ButtonBuilder().setCustomId('off').setLabel('Off').setStyle(ButtonStyle.Primary).setDisabled(true),
      new ButtonBuilder().setURL('https://example.com').setLabel('Site').setStyle(ButtonStyle.Link),
    );
    await world.call('POST', `/channels/${world.channelId}/messages`, {
      content: 'Hi',
      components: [row.toJSON()],
    });
    const message = world.member.messages()[0] ?? { id: '' };

    await expect(world.member.press(message, 'Gone')).rejects.toMatchObject({ code: 'unknown-component' });
    await expect(world.member.press(message, 'Off')).rejects.toMatchObject({ code: 'disabled-component' });
    await expect(world.member.press(message, 'Site')).rejects.toMatchObject({ code: 'unknown-component' });
    await expect(world.member.press({ id: '1' }, 'Off')).rejects.toMatchObject({ code: 'unknown-message' });
  });
});
