import { describe, expect, it } from 'vitest';
import { onInteraction, startTestWorld } from './world.ts';

describe('the local Discord, to the real discord.js client', () => {
  it('lets a bot log in and receive its server and channels', async () => {
    await using world = await startTestWorld();

    const client = await world.connect();

    expect(client.user.username).toBe('Gavel');
    expect(client.application.id).toBe(world.applicationId);
    const guild = client.guilds.cache.get(world.guildId);
    expect(guild?.available).toBe(true);
    expect(guild?.channels.cache.get(world.channelId)?.name).toBe('sales');
    expect(guild?.members.me?.permissions.has('SendMessages')).toBe(true);
  });

  it('registers commands, dispatches a slash command and shows its answer to the user', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    onInteraction(client, async (interaction) => {
      if (interaction.isChatInputCommand()) {
        await interaction.reply(`Hello ${interaction.options.getString('name', true)}`);
      }
    });
    await client.application.commands.set([
      {
        name: 'hello',
        description: 'Greets',
        options: [{ type: 3, name: 'name', description: 'Whom', required: true }],
      },
    ]);

    const reply = await world.member.command('hello', { name: 'Ada' });

    expect(reply).toMatchObject({ outcome: 'message', ephemeral: false, message: { content: 'Hello Ada' } });
    expect(world.discord.messages(world.channelId).map((message) => message.payload.content)).toEqual([
      'Hello Ada',
    ]);
  });

  it('accepts a message and answers as discord.js expects', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    const channel = await client.channels.fetch(world.channelId);
    if (channel?.isSendable() !== true) {
      throw new Error('The channel should be sendable.');
    }

    const sent = await channel.send({
      embeds: [{ title: 'Sold', color: 0xff0000 }],
      nonce: '7',
      enforceNonce: true,
    });

    expect(sent.embeds[0]?.title).toBe('Sold');
    expect(sent.nonce).toBe('7');
    expect(world.discord.messages(world.channelId)).toHaveLength(1);
  });
});
