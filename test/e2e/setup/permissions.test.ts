import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { BotServer } from '../../support/bot-server.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';
import { allow, deny, listOf, startDraft, textOf } from './set-up.ts';

const plain = (_world: BotWorld, home: BotServer) => {
  const id = home.addChannel('alerts');
  return { id, permissionChannelId: id };
};
const thread = ({ discord }: BotWorld, home: BotServer) => {
  const permissionChannelId = home.addChannel('talk');
  return {
    id: discord.createThread({ channelId: permissionChannelId, name: 'alerts' }).id,
    permissionChannelId,
  };
};

describe('a permission that the bot is missing in the channel', () => {
  it.each([
    ['View Channel', Bits.ViewChannel, plain],
    ['Send Messages', Bits.SendMessages, plain],
    ['Embed Links', Bits.EmbedLinks, plain],
    ['View Channel', Bits.ViewChannel, thread],
    ['Send Messages in Threads', Bits.SendMessagesInThreads, thread],
    ['Embed Links', Bits.EmbedLinks, thread],
  ])(
    'is reported at once with its remedy, and once “%s” is granted the alert can be added',
    async (name, bit, make) => {
      await using world = await startBotWorld();
      const { home } = world;
      const bot = await world.start();
      const { id: channel, permissionChannelId } = make(world, home);
      deny(world, permissionChannelId, bit);

      const refused = await home.admin.command('alerts add', { channel });
      const listBefore = await listOf(home.admin);
      allow(world, permissionChannelId);
      await home.follow(channel);
      const due = sellFoxes(world, 1);
      await bot.app.poll();

      expect(textOf(refused)).toBe(
        `I can’t post in <#${channel}>. Give me “${name}” there (Edit Channel → Permissions), then try again.`,
      );
      expect(refused.ephemeral).toBe(true);
      expect(refused.message?.components ?? []).toEqual([]);
      expect(listBefore).toMatch(/^No alerts yet/);
      expect(itemsPosted(await world.untilPosted(channel, 1))).toEqual(due);
    },
  );

  it('is named together with all others that are missing', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    deny(world, channelId, Bits.ViewChannel | Bits.SendMessages | Bits.EmbedLinks);

    const refused = await admin.command('alerts add', { channel: channelId });

    expect(textOf(refused)).toContain('Give me “View Channel”, “Send Messages”, and “Embed Links” there');
  });

  it('is required in a locked thread', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home, discord } = world;
    const locked = discord.createThread({ channelId: home.channelId, name: 'old', locked: true }).id;

    expect(textOf(await home.admin.command('alerts add', { channel: locked }))).toContain(
      'Give me “Manage Threads” there',
    );
  });

  it('is not required in a private thread with the bot; without it, the answer says to add the bot', async () => {
    await using world = await startBotWorld();
    const first = await world.start();
    const { home, discord, applicationId } = world;
    const talk = home.addChannel('talk');
    const secret = discord.createThread({ channelId: talk, name: 'secret', private: true }).id;

    const refused = await home.admin.command('alerts add', { channel: secret });
    discord.addThreadMember(secret, applicationId);
    await home.follow(secret);
    await first[Symbol.asyncDispose]();
    const bot = await world.start();
    const tested = await home.admin.command('alerts test', { alert: '1' });
    const due = sellFoxes(world, 1);
    await bot.app.poll();

    expect(textOf(refused)).toBe(
      `I’m not in the private thread <#${secret}>. Mention me there to add me, or give me “Manage Threads” in its parent channel, then try again.`,
    );
    expect(textOf(tested)).toMatch(/^🧪/);
    expect(itemsPosted((await world.untilPosted(secret, 2)).slice(1))).toEqual(due);
  });

  it('is missing again when the bot was removed from the private thread, until it is added again', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    const { home, discord, applicationId } = world;
    const talk = home.addChannel('talk');
    const secret = discord.createThread({
      channelId: talk,
      name: 'secret',
      private: true,
      memberIds: [applicationId],
    }).id;
    await home.follow(secret);
    discord.removeThreadMember(secret, applicationId);
    const due = sellFoxes(world, 1);
    await bot.app.poll();
    await bot.log.until('channel rejects messages');

    const refused = textOf(await home.admin.command('alerts resume', { alert: '1' }));
    discord.addThreadMember(secret, applicationId);

    expect(refused).toMatch(/^I’m not in the private thread/);
    expect(itemsPosted(await world.untilPosted(secret, 1))).toEqual(due);
  });

  it('is not named when the channel was deleted', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home, discord } = world;
    const gone = home.addChannel('gone');
    await home.follow(gone);
    discord.deleteChannel(gone);

    for (const command of ['alerts resume', 'alerts test', 'alerts edit']) {
      expect(textOf(await home.admin.command(command, { alert: '1' }))).toContain(
        `I can’t find <#${gone}>. It was deleted, or it is a closed thread. Open the thread, or choose another channel.`,
      );
    }
  });

  it('prevents the confirmation of a set-up only while it is missing', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    const draft = await startDraft(admin, { channel: channelId });
    deny(world, channelId, Bits.EmbedLinks);

    const refused = await admin.press(draft, 'Confirm');
    const listBefore = await listOf(admin);
    allow(world, channelId);
    const confirmed = await admin.press(draft, 'Confirm');

    expect(textOf(refused)).toContain('Give me “Embed Links” there');
    expect(listBefore).toMatch(/^No alerts yet/);
    expect(textOf(confirmed)).toMatch(/^✅ Alert #1 added/);
  });

  it('is recommended where alerts can be posted without it', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    deny(world, channelId, Bits.ReadMessageHistory);

    const draft = await startDraft(admin, { channel: channelId });

    expect(draft.content).toContain('⚠️ Recommended: “Read Message History”. Without it, ');
  });
});
