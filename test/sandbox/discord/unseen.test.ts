import { MessageFlags } from 'discord.js';
import { expect, it } from 'vitest';
import { onInteraction, startTestWorld } from './world.ts';

it('what is unseen is answered, and shown and reported to nobody', async () => {
  await using world = await startTestWorld();
  const client = await world.connect();
  onInteraction(client, async (interaction) => {
    if (interaction.isChatInputCommand()) {
      await interaction.reply({ content: 'Only you', flags: MessageFlags.Ephemeral });
    }
  });
  await client.application.commands.set([{ name: 'ping', description: 'Answers' }]);
  const { discord, memberId: userId, channelId } = world;
  const actions: string[] = [];
  discord.onInteraction(({ when }) => actions.push(when));

  const reply = await discord.person({ userId, channelId, isUnseen: true }).command('ping');

  expect(reply).toMatchObject({ ephemeral: true, message: { content: 'Only you' } });
  expect(discord.view(userId).messages(channelId)).toEqual([]);
  expect(actions).toEqual([]);
  await world.member.command('ping');
  expect(discord.view(userId).messages(channelId)).toHaveLength(1);
  expect(actions).toEqual(['begun', 'answered']);
});
