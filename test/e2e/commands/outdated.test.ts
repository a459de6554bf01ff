import { ButtonStyle, ComponentType, TextInputStyle } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startBotWorld } from '../../support/bot-world.ts';

const OUTDATED =
  'This does not work any more: it belongs to an earlier version of me. Please run the command again.';

describe('something that an earlier version of the bot left behind', () => {
  it('is a button: who presses it is told', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const left = await world.asBot('POST', `/channels/${home.channelId}/messages`, {
      content: 'page 1 of 3',
      components: [
        {
          type: ComponentType.ActionRow,
          components: [
            { type: ComponentType.Button, style: ButtonStyle.Primary, label: 'Next', custom_id: 'v0:next:1' },
          ],
        },
      ],
    });

    const reply = await home.member.press(z.looseObject({ id: z.string() }).parse(left), 'Next');

    expect(reply.message?.content).toBe(OUTDATED);
    expect(reply.ephemeral).toBe(true);
  });

  it('is a form: who submits it is told', async () => {
    await using world = await startBotWorld();
    await world.start();
    const field = {
      type: ComponentType.TextInput,
      custom_id: 'name',
      label: 'Name',
      style: TextInputStyle.Short,
    };
    const modal = {
      customId: 'v0:edit',
      title: 'Edit',
      components: [{ type: ComponentType.ActionRow, components: [field] }],
      applicationId: world.applicationId,
      messageId: null,
    };

    const reply = await world.home.member.submit(modal, { name: 'x' });

    expect(reply.message?.content).toBe(OUTDATED);
    expect(reply.ephemeral).toBe(true);
  });

  it('is a command in direct messages: who runs it is told where it works', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { discord, applicationId } = world;
    await world.asBot('POST', `/applications/${applicationId}/commands`, {
      name: 'status',
      description: 'Was for direct messages once',
    });
    const { id: userId } = discord.createUser({ name: 'stranger' });
    const { id: channelId } = discord.openDirectMessage(userId, applicationId);

    const reply = await discord.person({ userId, channelId }).command('status');

    expect(reply.message?.content).toBe(
      'I work in servers that I was invited to, not here. Please run the command there.',
    );
  });

  it('is a command that is still shown somewhere: who runs it is told', async () => {
    await using world = await startBotWorld();
    await world.start();
    await world.asBot('POST', `/applications/${world.applicationId}/commands`, {
      name: 'old',
      description: 'Was there once',
    });

    expect((await world.home.member.command('old')).message?.content).toBe(OUTDATED);
  });
});
