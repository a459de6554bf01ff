import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { messagesIn, untilSent } from '../channels/channel.ts';
import { deny, listOf, secondAdmin, startDraft } from '../setup/set-up.ts';
import {
  isNotice,
  NOTICE_DELAY_MS,
  STOPPED,
  suspended,
  suspendedWithoutDirectMessages,
  untilDirectMessages,
} from './suspend-channel.ts';

describe('when a channel is suspended', () => {
  it('its creator gets one direct message with reason and remedy, and nothing is posted in public', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched, FOXES);
    await home.subscribe(watched, { collection: FOXES, alerts: 'listings' });
    deny(world, watched, Bits.SendMessages);

    await suspended(world, bot, 2);
    const [notice] = await untilDirectMessages(world, 1);

    expect(notice?.content).toMatch(
      new RegExp(
        `^<@\\d+> Alerts in <#${watched}> have stopped: I can’t post there\\. 2 alerts are waiting\\.\\n` +
          'To continue, give me “Send Messages” there\\. Posting then resumes where it stopped\\.',
      ),
    );
    expect(messagesIn(world, home.channelId)).toEqual([]);
    expect(home.member.directMessages()).toEqual([]);
  });

  it('the notice is posted once in the nearest channel when direct messages are refused, with a mention of the creator', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    discord.setAcceptsDirectMessages(home.adminId, false);
    const watched = home.addChannel('watched');
    await home.follow(watched, FOXES);
    deny(world, watched, Bits.SendMessages);

    await suspendedWithoutDirectMessages(world, bot);
    const [notice] = await untilSent(world, home.channelId, 1);
    world.clock.advance(60_000);
    await bot.log.until('posted');

    expect(notice?.content).toContain(`Alerts in <#${watched}> have stopped: I can’t post there.`);
    if (notice === undefined) throw new Error('There is no notice.');
    expect([home.admin.isPinged(notice), home.member.isPinged(notice)]).toEqual([true, false]);
    expect(messagesIn(world, home.channelId)).toHaveLength(1);
    expect(home.admin.directMessages()).toEqual([]);
  });

  it('the notice is posted in the nearest channel after a restart when the bot stopped after the refused direct message', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const first = await world.start();
    discord.setAcceptsDirectMessages(home.adminId, false);
    const watched = home.addChannel('watched');
    await home.follow(watched, FOXES);
    deny(world, watched, Bits.SendMessages);
    await suspended(world, first);
    await first.log.until(STOPPED, 2);
    await first[Symbol.asyncDispose]();

    await world.start();
    world.clock.advance(NOTICE_DELAY_MS);

    expect((await untilSent(world, home.channelId, 1)).filter(isNotice)).toHaveLength(1);
  });

  it('the notice about a thread is posted in its parent channel, with the permission for threads', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const parent = home.addChannel('parent');
    const thread = discord.createThread({ channelId: parent, name: 'alerts' }).id;
    await home.follow(thread, FOXES);
    deny(world, parent, Bits.SendMessagesInThreads);
    discord.setAcceptsDirectMessages(home.adminId, false);

    await suspendedWithoutDirectMessages(world, bot);
    const [notice] = await untilSent(world, parent, 1);

    expect(notice?.content).toContain(
      `Alerts in <#${thread}> have stopped: I can’t post there. 1 alert is waiting.\nTo continue, give me “Send Messages in Threads” there.`,
    );
  });

  it('the notice prefers a channel of the same category', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const { id: parentId } = discord.createChannel({
      guildId: home.guildId,
      name: 'market',
      type: ChannelType.GuildCategory,
    });
    const inside = (name: string) => discord.createChannel({ guildId: home.guildId, name, parentId }).id;
    const between = home.addChannel('between');
    const sibling = inside('sibling');
    home.addChannel('other');
    const watched = inside('watched');
    const bot = await world.start();
    await home.follow(watched, FOXES);
    deny(world, watched, Bits.ViewChannel);
    discord.setAcceptsDirectMessages(home.adminId, false);

    await suspendedWithoutDirectMessages(world, bot);
    const [notice] = await untilSent(world, sibling, 1);

    expect(notice?.content).toContain(`Alerts in <#${watched}> have stopped: I can’t see the channel`);
    expect([home.channelId, between].flatMap((id) => messagesIn(world, id))).toEqual([]);
  });

  it('the notice is sent as a direct message where the bot can post in no other channel', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId, FOXES);
    deny(world, home.channelId, Bits.SendMessages);

    await suspended(world, bot);
    const [notice] = await untilDirectMessages(world, 1);

    expect(notice?.content).toContain(`Alerts in <#${home.channelId}> have stopped: I can’t post there.`);
    expect(home.member.directMessages()).toEqual([]);
  });

  it('the notice is sent as a direct message to all creators, also where one of them refuses it', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const manager = discord.createRole({
      guildId: home.guildId,
      name: 'managers',
      permissions: Bits.ManageGuild,
    });
    const join = (name: string) => {
      const { id: userId } = discord.createUser({ name });
      discord.addMember({ guildId: home.guildId, userId, roleIds: [manager.id] });
      return { userId, person: discord.person({ userId, channelId: home.channelId }) };
    };
    const [closed, open] = [join('closed'), join('open')];
    for (const { person } of [closed, open]) {
      const alerts = person === open.person ? 'listings' : 'sales';
      await person.press(
        await startDraft(person, { channel: home.channelId, collection: FOXES, alerts }),
        'Confirm',
      );
    }
    deny(world, home.channelId, Bits.SendMessages);
    discord.setAcceptsDirectMessages(closed.userId, false);

    await suspended(world, bot);

    await waitUntil({
      read: () => (open.person.directMessages().length > 0 ? true : undefined),
      listen: (changed) => discord.onMessage(changed),
      what: () => 'a direct message',
    });
    expect(open.person.directMessages().map(({ content }) => content)).toEqual([
      expect.stringContaining(`Alerts in <#${home.channelId}> have stopped: I can’t post there.`),
    ]);
    expect(home.admin.directMessages()).toEqual([]);
    expect(messagesIn(world, home.channelId)).toEqual([]);
  });

  it('the notice is posted once in public when all creators refuse direct messages', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const other = secondAdmin(world);
    const watched = home.addChannel('watched');
    await home.follow(watched, FOXES);
    await other.person.press(
      await startDraft(other.person, { channel: watched, collection: FOXES, alerts: 'listings' }),
      'Confirm',
    );
    deny(world, watched, Bits.SendMessages);
    for (const id of [home.adminId, other.id]) discord.setAcceptsDirectMessages(id, false);

    await suspendedWithoutDirectMessages(world, bot, 2);
    const [notice] = await untilSent(world, home.channelId, 1);
    world.clock.advance(60_000);
    await bot.log.until('posted');

    expect(notice?.content).toContain(`<@${home.adminId}> <@${other.id}> Alerts in`);
    expect(messagesIn(world, home.channelId)).toHaveLength(1);
  });

  it('the notice is sent once when Discord refuses for an unknown reason, after any number of tries', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const first = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched, FOXES);
    const endFault = discord.faults.add(
      { do: 'answer', status: 403, code: 50_013 },
      { method: 'POST', where: ({ params }) => params['channelId'] === watched },
    );
    const due = await suspended(world, first);
    await untilDirectMessages(world, 1);
    // The bot tries again after any change in the server and after a start.
    discord.setRolePermissions(
      home.guildId,
      home.guildId,
      Bits.ViewChannel | Bits.SendMessages | Bits.AddReactions,
    );
    await first.log.until(STOPPED, 2);
    world.clock.advance(NOTICE_DELAY_MS);
    await first[Symbol.asyncDispose]();
    const second = await world.start();
    await second.log.until(STOPPED);
    world.clock.advance(NOTICE_DELAY_MS);
    endFault();
    await home.admin.command('alerts resume', { alert: '1' });
    const posted = await world.untilPosted(watched, 1);
    const before = home.admin.directMessages();
    discord.faults.add(
      { do: 'answer', status: 403, code: 50_013 },
      { method: 'POST', where: ({ params }) => params['channelId'] === watched },
    );
    await suspended(world, second);
    const after = await untilDirectMessages(world, 2);

    expect(itemsPosted(posted)).toEqual(due);
    expect(before.filter(isNotice)).toHaveLength(1);
    expect(after.filter(isNotice)).toHaveLength(2);
  });

  it('the notice is sent after the start when the bot stopped before sending it, for any reason of Discord', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const first = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched, FOXES);
    discord.faults.add(
      { do: 'answer', status: 403, code: 50_013 },
      { method: 'POST', where: ({ params }) => params['channelId'] === watched },
    );
    sellFoxes(world, 1);
    await first.app.poll();
    await first.log.until(STOPPED);
    await first[Symbol.asyncDispose]();

    const second = await world.start();
    await second.log.until(STOPPED);
    world.clock.advance(NOTICE_DELAY_MS);

    expect((await untilDirectMessages(world, 1)).filter(isNotice)).toHaveLength(1);
  });

  it('other channels are not affected when its creator refuses direct messages', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const other = world.addServer('other');
    const bot = await world.start();
    await home.follow(home.channelId, FOXES);
    await other.follow(other.channelId, FOXES);
    deny(world, home.channelId, Bits.SendMessages);
    discord.setAcceptsDirectMessages(home.adminId, false);

    const due = await suspended(world, bot);
    await bot.log.until(STOPPED, 2); // the channel, then the direct messages
    due.push(...sellFoxes(world, 1));
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(other.channelId, 2))).toEqual(due);
    expect(home.admin.directMessages()).toEqual([]);
    expect(await listOf(home.admin)).toContain('⚠ stopped: I can’t post there');
  });

  it('the notice is not repeated while it stays suspended: not with more alerts, after days or after a restart', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const first = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched, FOXES);
    deny(world, watched, Bits.SendMessages);
    await suspended(world, first);
    await untilDirectMessages(world, 1);
    await first.log.until('posted');

    sellFoxes(world, 2);
    await first.app.poll();
    world.clock.advance(3 * 24 * 3_600_000);
    await first.app.poll();
    await first[Symbol.asyncDispose]();
    const second = await world.start();
    world.clock.advance(NOTICE_DELAY_MS);
    await home.follow(home.channelId, FOXES);
    const due = sellFoxes(world, 1);
    await second.app.poll();
    const messages = await untilSent(world, home.channelId, 1);

    expect(home.admin.directMessages().filter(isNotice)).toHaveLength(1);
    expect(itemsPosted(messages.flatMap(({ embeds }) => embeds))).toEqual(due);
  });
});
