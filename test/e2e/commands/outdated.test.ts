import {
  ApplicationCommandOptionType,
  ButtonStyle,
  ComponentType,
  TextInputStyle,
} from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startBotWorld } from '../../support/bot-world.ts';

const OUTDATED = 'This is from an older version of the bot. Run the command again.';

describe('a leftover of an earlier version of the bot', () => {
  it.each([
    'v0:next:1',
    // The format before screens had ids of their own: a list of collections, and a token.
    '1C.AWNFeF2KAAE.2',
    '1k.AWNFeF2KAAE.wA.Bw',
  ])('can be a button: a press of %s is answered', async (customId) => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const left = await world.requestAsBot('POST', `/channels/${home.channelId}/messages`, {
      content: 'page 1 of 3',
      components: [
        {
          type: ComponentType.ActionRow,
          components: [
            { type: ComponentType.Button, style: ButtonStyle.Primary, label: 'Next', custom_id: customId },
          ],
        },
      ],
    });

    const reply = await home.member.press(z.looseObject({ id: z.string() }).parse(left), 'Next');

    expect(reply.message?.content).toBe(OUTDATED);
    expect(reply.ephemeral).toBe(true);
  });

  it('can be a modal: a submission is answered', async () => {
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

  it('can be a command of servers in direct messages: the answer says where it works', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { discord, applicationId } = world;
    const { adminId: userId } = world.home;
    await world.requestAsBot('POST', `/applications/${applicationId}/commands`, {
      name: 'settings',
      description: 'Was for direct messages once',
      options: [{ type: ApplicationCommandOptionType.Subcommand, name: 'view', description: 'Shows them' }],
    });
    const { id: channelId } = discord.openDirectMessage(userId, applicationId);

    const reply = await discord.person({ userId, channelId }).command('settings view');

    expect(reply.message?.content).toBe(
      'This works only in servers that have the bot. Use it in one of them.',
    );
  });

  it('can be a removed command: the answer says so', async () => {
    await using world = await startBotWorld();
    await world.start();
    await world.requestAsBot('POST', `/applications/${world.applicationId}/commands`, {
      name: 'old',
      description: 'Was there once',
    });

    expect((await world.home.member.command('old')).message?.content).toBe(OUTDATED);
  });
});
