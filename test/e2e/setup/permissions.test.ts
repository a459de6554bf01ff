import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { BotServer } from '../../support/bot-server.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';
import { told } from '../../support/told.ts';
import { allow, begun, deny, listOf, textOf } from './set-up.ts';

const plain = (_world: BotWorld, home: BotServer) => {
  const id = home.addChannel('alerts');
  return { id, governedBy: id };
};
const thread = ({ discord }: BotWorld, home: BotServer) => {
  const governedBy = home.addChannel('talk');
  return { id: discord.createThread({ channelId: governedBy, name: 'alerts' }).id, governedBy };
};

describe('a permission that the bot lacks in the very channel', () => {
  it.each([
    ['View Channel', Bits.ViewChannel, plain],
    ['Send Messages', Bits.SendMessages, plain],
    ['Embed Links', Bits.EmbedLinks, plain],
    ['View Channel', Bits.ViewChannel, thread],
    ['Send Messages in Threads', Bits.SendMessagesInThreads, thread],
    ['Embed Links', Bits.EmbedLinks, thread],
  ])(
    'is told at once with its remedy, and once “%s” is given the alert is set up',
    async (name, bit, make) => {
      await using world = await startBotWorld();
      const { home } = world;
      const bot = await world.start();
      const { id: channel, governedBy } = make(world, home);
      deny(world, governedBy, bit);

      const refused = await home.admin.command('alerts add', { channel });
      const nothingYet = await listOf(home.admin);
      allow(world, governedBy);
      await home.follow(channel);
      const due = sellFoxes(world, 1);
      await bot.app.look();

      expect(textOf(refused)).toBe(
        `I cannot post in <#${channel}> yet. Give me “${name}” there (channel settings → Permissions), then try again.`,
      );
      expect(refused.ephemeral).toBe(true);
      expect(refused.message?.components ?? []).toEqual([]);
      expect(nothingYet).toMatch(/^No channel follows anything/);
      expect(told(await world.untilPosted(channel, 1))).toEqual(due);
    },
  );

  it('is named together with all others that are missing', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    deny(world, channelId, Bits.ViewChannel | Bits.SendMessages | Bits.EmbedLinks);

    const refused = await admin.command('alerts add', { channel: channelId });

    expect(textOf(refused)).toContain('Give me “View Channel”, “Send Messages”, “Embed Links” there');
  });

  it('is asked for in a locked thread', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home, discord } = world;
    const locked = discord.createThread({ channelId: home.channelId, name: 'old', locked: true }).id;

    expect(textOf(await home.admin.command('alerts add', { channel: locked }))).toContain(
      'Give me “Manage Threads” there',
    );
  });

  it('keeps a set-up from being confirmed when it was taken away meanwhile, and no longer than that', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    const draft = await begun(admin, { channel: channelId });
    deny(world, channelId, Bits.EmbedLinks);

    const refused = await admin.press(draft, 'Confirm');
    const nothingYet = await listOf(admin);
    allow(world, channelId);
    const confirmed = await admin.press(draft, 'Confirm');

    expect(textOf(refused)).toContain('Give me “Embed Links” there');
    expect(nothingYet).toMatch(/^No channel follows anything/);
    expect(textOf(confirmed)).toMatch(/^✅ .* \(subscription #1\)/);
  });

  it('is recommended where alerts come through without it', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    deny(world, channelId, Bits.ReadMessageHistory);

    const draft = await begun(admin, { channel: channelId });

    expect(draft.content).toContain('⚠️ It is good to give me “Read Message History” there. Without it, ');
  });
});
