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

  it('is not needed in a private thread that the bot was added to, which is said where it was not', async () => {
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
    const tested = await home.admin.command('alerts test', { subscription: '1' });
    const due = sellFoxes(world, 1);
    await bot.app.look();

    expect(textOf(refused)).toBe(
      `I am not in the private thread <#${secret}>. Mention me there, which adds me, or give me “Manage Threads” in its channel, then try again.`,
    );
    expect(textOf(tested)).toMatch(/^🧪/);
    expect(told((await world.untilPosted(secret, 2)).slice(1))).toEqual(due);
  });

  it('is asked for anew when the bot was taken out of the private thread, and given by adding it again', async () => {
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
    await bot.app.look();
    await bot.log.until('takes no messages');

    const refused = textOf(await home.admin.command('alerts resume', { subscription: '1' }));
    discord.addThreadMember(secret, applicationId);

    expect(refused).toMatch(/^I am not in the private thread/);
    expect(told(await world.untilPosted(secret, 1))).toEqual(due);
  });

  it('is not what is asked for where the channel is gone', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home, discord } = world;
    const gone = home.addChannel('gone');
    await home.follow(gone);
    discord.deleteChannel(gone);

    for (const command of ['alerts resume', 'alerts test', 'alerts edit']) {
      expect(textOf(await home.admin.command(command, { subscription: '1' }))).toContain(
        `I do not see <#${gone}>: it was deleted, or it is a closed thread. Open the thread again, or choose another channel.`,
      );
    }
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
    expect(textOf(confirmed)).toMatch(/^✅ .* \(alert #1\)/);
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
