import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../sandbox/discord/local-discord.ts';
import { type Bot, type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import { told } from '../../support/told.ts';
import { untilHeard } from '../../support/until-heard.ts';
import { messagesIn, untilSent } from '../channels/channel.ts';
import { messageOf } from '../lookups/reading.ts';
import { allow, begun, deny, listOf, secondAdmin, textOf } from '../setup/set-up.ts';

const STOPPED = 'takes no messages';
/** Longer than the bot waits before it tells anybody. */
const SOON_MS = 5_000;

/** Sells foxes until Discord refuses them, and lets the moment come at which people are told. */
async function suspended(world: BotWorld, bot: Bot, sales = 1): Promise<string[]> {
  const stops = bot.log.having(STOPPED).length;
  const due = sellFoxes(world, sales);
  await bot.app.look();
  await bot.log.until(STOPPED, stops + 1);
  world.clock.leap(SOON_MS);
  return due;
}

/** The same with people who take no direct messages, until they can be told where all read it. */
async function toldInPublic(world: BotWorld, bot: Bot, people = 1): Promise<void> {
  await suspended(world, bot);
  await bot.log.until(STOPPED, 1 + people);
  world.clock.leap(SOON_MS);
}

/** Waits until an admin has so many direct messages, and answers them. */
function untilWritten(world: BotWorld, count: number) {
  const { admin } = world.home;
  return untilHeard({
    look: () => (admin.directMessages().length >= count ? admin.directMessages() : undefined),
    listen: (changed) => world.discord.onMessage(changed),
    what: () => `${count} direct messages`,
  });
}

/** What `/alerts health` says of stopped channels. */
async function stoppedIn(person: Person): Promise<string> {
  const { embeds } = messageOf(await person.command('alerts health'));
  return embeds[0]?.fields?.find(({ name }) => name === 'Stopped channels')?.value ?? '';
}

const isNotice = ({ content }: { readonly content: string }) => content.includes('I had to stop the alerts');

describe('when a channel is suspended', () => {
  it('the one who set it up is told once, alone, with reason and remedy, and nobody reads it in public', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched, FOXES);
    await home.subscribe(watched, { collection: FOXES, alerts: 'listings' });
    deny(world, watched, Bits.SendMessages);

    await suspended(world, bot, 2);
    const [notice] = await untilWritten(world, 1);

    expect(notice?.content).toMatch(
      new RegExp(
        `^<@\\d+> I had to stop the alerts in <#${watched}>: I may not post there\\. 2 alerts wait for it\\.\\n` +
          'Please give me “Send Messages” there; then I go on by myself where I stopped\\.',
      ),
    );
    expect(messagesIn(world, home.channelId)).toEqual([]);
    expect(home.member.directMessages()).toEqual([]);
  });

  it('is told in the nearest channel where nobody can be told alone, once, with a mention of who set it up', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    discord.setTakesDirectMessages(home.adminId, false);
    const watched = home.addChannel('watched');
    await home.follow(watched, FOXES);
    deny(world, watched, Bits.SendMessages);

    await toldInPublic(world, bot);
    const [notice] = await untilSent(world, home.channelId, 1);
    world.clock.leap(60_000);
    await bot.log.until('posted');

    expect(notice?.content).toContain(`I had to stop the alerts in <#${watched}>: I may not post there.`);
    if (notice === undefined) throw new Error('There is no notice.');
    expect([home.admin.isPinged(notice), home.member.isPinged(notice)]).toEqual([true, false]);
    expect(messagesIn(world, home.channelId)).toHaveLength(1);
    expect(home.admin.directMessages()).toEqual([]);
  });

  it('is told in the nearest channel after a start too, where the bot ended when it had been refused alone', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const first = await world.start();
    discord.setTakesDirectMessages(home.adminId, false);
    const watched = home.addChannel('watched');
    await home.follow(watched, FOXES);
    deny(world, watched, Bits.SendMessages);
    await suspended(world, first);
    await first.log.until(STOPPED, 2);
    await first[Symbol.asyncDispose]();

    await world.start();
    world.clock.leap(SOON_MS);

    expect((await untilSent(world, home.channelId, 1)).filter(isNotice)).toHaveLength(1);
  });

  it('is told of a thread in the channel above it, with the permission that threads ask for', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const parent = home.addChannel('parent');
    const thread = discord.createThread({ channelId: parent, name: 'alerts' }).id;
    await home.follow(thread, FOXES);
    deny(world, parent, Bits.SendMessagesInThreads);
    discord.setTakesDirectMessages(home.adminId, false);

    await toldInPublic(world, bot);
    const [notice] = await untilSent(world, parent, 1);

    expect(notice?.content).toContain(
      `in <#${thread}>: I may not post there. 1 alert waits for it.\nPlease give me “Send Messages in Threads” there;`,
    );
  });

  it('is told in a channel of its category before any other', async () => {
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
    discord.setTakesDirectMessages(home.adminId, false);

    await toldInPublic(world, bot);
    const [notice] = await untilSent(world, sibling, 1);

    expect(notice?.content).toContain(`<#${watched}>: I may not see the channel`);
    expect([home.channelId, between].flatMap((id) => messagesIn(world, id))).toEqual([]);
  });

  it('is told by direct message where the bot can write in no channel either', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId, FOXES);
    deny(world, home.channelId, Bits.SendMessages);

    await suspended(world, bot);
    const [notice] = await untilWritten(world, 1);

    expect(notice?.content).toContain(
      `I had to stop the alerts in <#${home.channelId}>: I may not post there.`,
    );
    expect(home.member.directMessages()).toEqual([]);
  });

  it('is told by direct message to everybody who set it up, also where one of them takes none', async () => {
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
        await begun(person, { channel: home.channelId, collection: FOXES, alerts }),
        'Confirm',
      );
    }
    deny(world, home.channelId, Bits.SendMessages);
    discord.setTakesDirectMessages(closed.userId, false);

    await suspended(world, bot);

    await untilHeard({
      look: () => (open.person.directMessages().length > 0 ? true : undefined),
      listen: (changed) => discord.onMessage(changed),
      what: () => 'a direct message',
    });
    expect(open.person.directMessages().map(({ content }) => content)).toEqual([
      expect.stringContaining(`I had to stop the alerts in <#${home.channelId}>: I may not post there.`),
    ]);
    expect(home.admin.directMessages()).toEqual([]);
    expect(messagesIn(world, home.channelId)).toEqual([]);
  });

  it('is told once in public where several set it up and none of them takes direct messages', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const other = secondAdmin(world);
    const watched = home.addChannel('watched');
    await home.follow(watched, FOXES);
    await other.person.press(
      await begun(other.person, { channel: watched, collection: FOXES, alerts: 'listings' }),
      'Confirm',
    );
    deny(world, watched, Bits.SendMessages);
    for (const id of [home.adminId, other.id]) discord.setTakesDirectMessages(id, false);

    await toldInPublic(world, bot, 2);
    const [notice] = await untilSent(world, home.channelId, 1);
    world.clock.leap(60_000);
    await bot.log.until('posted');

    expect(notice?.content).toContain(`<@${home.adminId}> <@${other.id}> I had to stop`);
    expect(messagesIn(world, home.channelId)).toHaveLength(1);
  });

  it('is told once where Discord refuses for reasons of its own, however often that is tried', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const first = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched, FOXES);
    const heal = discord.faults.add(
      { do: 'answer', status: 403, code: 50_013 },
      { method: 'POST', where: ({ params }) => params['channelId'] === watched },
    );
    const due = await suspended(world, first);
    await untilWritten(world, 1);
    // Any change in the server may be the one that helps, so the bot tries again; so does a start.
    discord.setRolePermissions(
      home.guildId,
      home.guildId,
      Bits.ViewChannel | Bits.SendMessages | Bits.AddReactions,
    );
    await first.log.until(STOPPED, 2);
    world.clock.leap(SOON_MS);
    await first[Symbol.asyncDispose]();
    const second = await world.start();
    await second.log.until(STOPPED);
    world.clock.leap(SOON_MS);
    heal();
    await home.admin.command('alerts resume', { subscription: '1' });
    const posted = await world.untilPosted(watched, 1);
    const before = home.admin.directMessages();
    discord.faults.add(
      { do: 'answer', status: 403, code: 50_013 },
      { method: 'POST', where: ({ params }) => params['channelId'] === watched },
    );
    await suspended(world, second);
    const after = await untilWritten(world, 2);

    expect(told(posted)).toEqual(due);
    expect(before.filter(isNotice)).toHaveLength(1);
    expect(after.filter(isNotice)).toHaveLength(2);
  });

  it('is told after the start where the bot ended before it could tell, whatever Discord’s reasons', async () => {
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
    await first.app.look();
    await first.log.until(STOPPED);
    await first[Symbol.asyncDispose]();

    const second = await world.start();
    await second.log.until(STOPPED);
    world.clock.leap(SOON_MS);

    expect((await untilWritten(world, 1)).filter(isNotice)).toHaveLength(1);
  });

  it('harms nobody where the one who set it up takes no direct messages either', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const other = world.addServer('other');
    const bot = await world.start();
    await home.follow(home.channelId, FOXES);
    await other.follow(other.channelId, FOXES);
    deny(world, home.channelId, Bits.SendMessages);
    discord.setTakesDirectMessages(home.adminId, false);

    const due = await suspended(world, bot);
    await bot.log.until(STOPPED, 2); // the channel, then the direct messages
    due.push(...sellFoxes(world, 1));
    await bot.app.look();

    expect(told(await world.untilPosted(other.channelId, 2))).toEqual(due);
    expect(home.admin.directMessages()).toEqual([]);
    expect(await listOf(home.admin)).toContain('⚠ stopped: I may not post there');
  });

  it('is not told again while it stays so: not with more alerts, not after days, not after a restart', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const first = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched, FOXES);
    deny(world, watched, Bits.SendMessages);
    await suspended(world, first);
    await untilWritten(world, 1);
    await first.log.until('posted');

    sellFoxes(world, 2);
    await first.app.look();
    world.clock.leap(3 * 24 * 3_600_000);
    await first.app.look();
    await first[Symbol.asyncDispose]();
    const second = await world.start();
    world.clock.leap(SOON_MS);
    await home.follow(home.channelId, FOXES);
    const due = sellFoxes(world, 1);
    await second.app.look();
    const messages = await untilSent(world, home.channelId, 1);

    expect(home.admin.directMessages().filter(isNotice)).toHaveLength(1);
    expect(told(messages.flatMap(({ embeds }) => embeds))).toEqual(due);
  });

  it('goes on after /alerts resume with everything that waited, in order, once the reason is gone', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched, FOXES);
    // Discord refuses for a reason of its own, which the gateway does not tell of, as with a bot in time-out.
    const refusing = discord.faults.add(
      { do: 'answer', status: 403, code: 50_013 },
      { method: 'POST', where: ({ params }) => params['channelId'] === watched },
    );
    const due = await suspended(world, bot, 2);
    await untilWritten(world, 1);
    const early = textOf(await home.admin.command('alerts resume', { subscription: '1' }));
    await bot.log.until(STOPPED, 2);
    refusing();
    due.push(...sellFoxes(world, 1));
    await bot.app.look();

    const resumed = textOf(await home.admin.command('alerts resume', { subscription: '1' }));

    expect(early).toContain('is active');
    expect(resumed).toContain('▶ Alert #1 is active');
    expect(told(await world.untilPosted(watched, 3))).toEqual(due);
    expect(await listOf(home.admin)).toContain('▶ active');
  });

  it('goes on by itself when the permission is given back, and a second time is told anew', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched, FOXES);
    deny(world, watched, Bits.SendMessages);
    const due = await suspended(world, bot);
    await untilWritten(world, 1);
    allow(world, watched);
    await world.untilPosted(watched, 1);
    await bot.log.until('posted', 2);

    deny(world, watched, Bits.SendMessages);
    due.push(...(await suspended(world, bot)));
    const notices = await untilWritten(world, 2);
    allow(world, watched);

    expect(told(await world.untilPosted(watched, 2))).toEqual(due);
    expect(notices.filter(isNotice)).toHaveLength(2);
  });

  it('cannot be resumed while the permission is missing, and says which', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId, FOXES);
    deny(world, home.channelId, Bits.EmbedLinks | Bits.SendMessages);
    await suspended(world, bot);

    expect(textOf(await home.admin.command('alerts resume', { subscription: '1' }))).toContain(
      'Give me “Send Messages”, “Embed Links” there',
    );
    expect(await listOf(home.admin)).toContain('⚠ stopped');
  });

  it.each([
    ['Send Messages', Bits.SendMessages],
    ['Embed Links', Bits.EmbedLinks],
    ['View Channel', Bits.ViewChannel],
    ['Send Messages” and “Embed Links', Bits.SendMessages | Bits.EmbedLinks],
  ])(
    'is told with the same remedy everywhere: notice, health and list ask for “%s” and no more',
    async (names, bits) => {
      await using world = await startBotWorld();
      const { home } = world;
      const bot = await world.start();
      const watched = home.addChannel('watched');
      await home.follow(watched, FOXES);
      deny(world, watched, bits);

      await suspended(world, bot);
      const [notice] = await untilWritten(world, 1);
      const health = await stoppedIn(home.admin);
      const list = await listOf(home.admin);

      expect(notice?.content).toContain(`Please give me “${names}” there; then I go on by myself`);
      expect(health).toContain(`give me “${names}” there, and I go on by myself`);
      expect(list).toContain(`give me “${names}” there, and I go on by myself`);
    },
  );

  it('is told with the same remedy everywhere where no permission is missing: to resume it', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched, FOXES);
    discord.faults.add(
      { do: 'answer', status: 403, code: 50_013 },
      { method: 'POST', where: ({ params }) => params['channelId'] === watched },
    );

    await suspended(world, bot);
    const [notice] = await untilWritten(world, 1);

    for (const text of [notice?.content, await stoppedIn(home.admin), await listOf(home.admin)]) {
      expect(text).toContain('use `/alerts resume`');
      expect(text).toContain('no permission there that I know of');
      expect(text).not.toContain('by myself');
      expect(text).not.toContain('give me');
    }
  });
});
