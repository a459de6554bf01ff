import { MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { onInteraction, startTestWorld, type TestWorld } from './world.ts';

const WATCH = { type: 3, name: 'Watch this', contexts: [0, 1, 2], integration_types: [0, 1] };

async function withAlert(): Promise<TestWorld & { readonly alert: { readonly id: string } }> {
  const world = await startTestWorld();
  await world.call('PUT', `/applications/${world.applicationId}/commands`, [
    WATCH,
    { name: 'watch', description: 'Watches' },
  ]);
  const { body } = await world.call('POST', `/channels/${world.channelId}/messages`, { content: 'Fox #1' });
  return { ...world, alert: body as { id: string } };
}

describe('a command in the menu of a message', () => {
  it('is sent with the message', async () => {
    await using world = await withAlert();
    const client = await world.connect();
    onInteraction(client, async (interaction) => {
      if (interaction.isMessageContextMenuCommand()) {
        const { targetId, targetMessage } = interaction;
        await interaction.reply({
          content: `${interaction.commandName}: ${targetId} ${targetMessage.content}`,
          flags: MessageFlags.Ephemeral,
        });
      }
    });

    const reply = await world.member.messageCommand(world.alert, 'Watch this');

    expect(reply).toMatchObject({
      outcome: 'message',
      ephemeral: true,
      message: {
        type: 23,
        content: `Watch this: ${world.alert.id} Fox #1`,
        interaction_metadata: { target_message_id: world.alert.id },
      },
    });
  });

  it('is no slash command, nor the other way round', async () => {
    await using world = await withAlert();
    const view = world.discord.view(world.memberId);

    expect(view.commands(world.channelId).map(({ name }) => name)).toEqual(['watch']);
    expect(view.messageCommands(world.channelId).map(({ name }) => name)).toEqual(['Watch this']);
    await expect(world.member.messageCommand(world.alert, 'watch')).rejects.toMatchObject({
      code: 'unknown-command',
    });
    await expect(world.member.command('Watch this')).rejects.toMatchObject({ code: 'unknown-command' });
  });

  it('is missing on an ephemeral message, and on one that the user does not see', async () => {
    await using world = await withAlert();
    const client = await world.connect();
    onInteraction(client, async (interaction) => {
      if (interaction.isChatInputCommand()) {
        await interaction.reply({ content: 'Only you', flags: MessageFlags.Ephemeral });
      }
    });
    const { message } = await world.member.command('watch');
    const own = { id: message?.id ?? '' };

    await expect(world.member.messageCommand(own, 'Watch this')).rejects.toMatchObject({
      code: 'unknown-command',
    });
    await expect(world.owner.messageCommand(own, 'Watch this')).rejects.toMatchObject({
      code: 'unknown-message',
    });
  });

  it('works in direct messages with the bot', async () => {
    await using world = await withAlert();
    const { id } = world.discord.openDirectMessage(world.memberId, world.applicationId);
    const { body } = await world.call('POST', `/channels/${id}/messages`, { content: 'Sold' });
    const client = await world.connect();
    onInteraction(client, async (interaction) => {
      if (interaction.isMessageContextMenuCommand())
        await interaction.reply(interaction.targetMessage.content);
    });
    const person = world.discord.person({ userId: world.memberId, channelId: id });

    expect(await person.messageCommand(body as { id: string }, 'Watch this')).toMatchObject({
      message: { content: 'Sold' },
    });
  });
});
