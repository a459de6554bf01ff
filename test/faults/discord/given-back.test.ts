import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { BOT_PERMISSIONS } from '../../support/bot-server.ts';
import { type Bot, type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { messageRequests } from '../../support/message-requests.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';

const STOPPED = 'channel rejects messages';
const GOES_ON = 'permissions restored; queue resumed';

function deny({ discord, applicationId }: BotWorld, channelId: string, denied: bigint): void {
  discord.setOverwrite(channelId, { id: applicationId, type: 'member', deny: denied });
}

/** Sells a fox that is refused in a channel; answers what is due there. */
async function refused(world: BotWorld, bot: Bot): Promise<string[]> {
  const due = sellFoxes(world, 1);
  await bot.app.poll();
  await bot.log.until(STOPPED);
  return due;
}

describe('a channel that was taken from the bot', () => {
  it.each([
    ['View Channel', Bits.ViewChannel],
    ['Send Messages', Bits.SendMessages],
    ['Embed Links', Bits.EmbedLinks],
  ])('goes on by itself once %s is given back, with all that was due and in order', async (_name, denied) => {
    await using world = await startBotWorld();
    const { home, discord, applicationId } = world;
    const bot = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched);
    deny(world, watched, denied);

    const due = await refused(world, bot);
    due.push(...sellFoxes(world, 1));
    await bot.app.poll();
    discord.removeOverwrite(watched, applicationId);

    expect(itemsPosted(await world.untilPosted(watched, 2))).toEqual(due);
    expect(bot.log.linesWith(GOES_ON)).toHaveLength(1);
  });

  it('goes on by itself when the permission comes back with a role', async () => {
    await using world = await startBotWorld();
    const { home, discord, applicationId } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const { id: roleId } = discord.createRole({
      guildId: home.guildId,
      name: 'bots',
      permissions: Bits.SendMessages,
    });
    discord.setOverwrite(home.channelId, { id: roleId, type: 'role', allow: Bits.SendMessages });
    discord.setOverwrite(home.channelId, { id: home.guildId, type: 'role', deny: Bits.SendMessages });

    const due = await refused(world, bot);
    discord.setMemberRoles(home.guildId, applicationId, [roleId]);

    expect(itemsPosted(await world.untilPosted(home.channelId, 1))).toEqual(due);
  });

  it('goes on by itself when the permission came back while the bot was away', async () => {
    await using world = await startBotWorld();
    const { home, discord, applicationId } = world;
    const before = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched);
    deny(world, watched, Bits.SendMessages);
    const due = await refused(world, before);
    await before[Symbol.asyncDispose]();

    discord.removeOverwrite(watched, applicationId);
    await world.start();

    expect(itemsPosted(await world.untilPosted(watched, 1))).toEqual(due);
  });

  it('stays stopped while another permission is still missing', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched);
    const requests = messageRequests(world.discord);
    deny(world, watched, Bits.SendMessages | Bits.EmbedLinks);
    await refused(world, bot);

    deny(world, watched, Bits.EmbedLinks);
    deny(world, watched, Bits.SendMessages);
    await home.admin.command('alerts list');

    expect(requests.all.filter(({ status }) => status === 403)).toHaveLength(1);
    expect(bot.log.linesWith(GOES_ON)).toEqual([]);
  });

  it('costs one more request, not one for every change, where Discord refuses for reasons of its own', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched);
    const requests = messageRequests(discord);
    discord.faults.add(
      { do: 'answer', status: 403, code: 50_013 },
      { method: 'POST', where: ({ params }) => params['channelId'] === watched },
    );
    await refused(world, bot);

    discord.setOverwrite(watched, { id: home.guildId, type: 'role', allow: Bits.AddReactions });
    await bot.log.until(STOPPED, 2);
    for (const allow of [Bits.AttachFiles, Bits.AddReactions, Bits.AttachFiles]) {
      discord.setOverwrite(watched, { id: home.guildId, type: 'role', allow });
      await home.admin.command('alerts list');
    }

    expect(requests.all.filter(({ status }) => status === 403)).toHaveLength(2);
  });
});

describe('a channel in which Discord refused for reasons of its own', () => {
  it('is tried again by itself after a minute, with one message and one notice', async () => {
    await using world = await startBotWorld();
    const { home, discord, clock } = world;
    const bot = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched);
    const requests = messageRequests(discord);
    const over = discord.faults.add(
      { do: 'answer', status: 403, code: 50_013 },
      { method: 'POST', where: ({ params }) => params['channelId'] === watched },
    );
    const notices = () =>
      discord
        .view(home.adminId)
        .directMessages()
        .flatMap(({ id }) => discord.messages(id));
    const due = await refused(world, bot);
    clock.advance(5_000);
    await expect.poll(notices).toHaveLength(1);
    clock.advance(60_000);
    await bot.log.until(STOPPED, 2);
    over();
    clock.advance(4 * 60_000);
    expect(requests.all.filter(({ status }) => status === 403)).toHaveLength(2);
    clock.advance(2 * 60_000);

    expect(itemsPosted(await world.untilPosted(watched, 1))).toEqual(due);
    expect(notices()).toHaveLength(1);
  });
});

describe('a server that sent the bot away and invites it again', () => {
  it('finds its rules as they were, and gets what was due', async () => {
    await using world = await startBotWorld();
    const { discord, applicationId } = world;
    const left = world.addServer('left');
    const bot = await world.start();
    await left.follow(left.channelId);
    discord.kickBot(left.guildId, applicationId);

    const due = await refused(world, bot);
    discord.installBot({ guildId: left.guildId, applicationId, permissions: BOT_PERMISSIONS });
    due.push(...sellFoxes(world, 1));
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(left.channelId, 2))).toEqual(due);
    const reply = await left.admin.command('alerts list');
    expect(reply.message?.embeds[0]?.description).toContain(`<#${left.channelId}>`);
  });

  it('does not get what is older than six hours by then', async () => {
    await using world = await startBotWorld();
    const { discord, applicationId, clock } = world;
    const left = world.addServer('left');
    const bot = await world.start();
    await left.follow(left.channelId);
    discord.kickBot(left.guildId, applicationId);
    await refused(world, bot);

    clock.advance(7 * 3_600_000);
    const due = sellFoxes(world, 1);
    await bot.app.poll();
    discord.installBot({ guildId: left.guildId, applicationId, permissions: BOT_PERMISSIONS });

    expect(itemsPosted(await world.untilPosted(left.channelId, 1))).toEqual(due);
    expect(bot.log.linesWith('expired unposted')).toHaveLength(1);
  });
});

describe('a thread', () => {
  it('that is archived is opened by its next alert', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const { id: thread } = discord.createThread({ channelId: home.channelId, name: 'foxes' });
    const bot = await world.start();
    await home.follow(thread);
    discord.setThread(thread, { archived: true });

    const due = sellFoxes(world, 1);
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(thread, 1))).toEqual(due);
    expect(bot.log.linesWith(STOPPED)).toEqual([]);
  });

  it('that is locked takes no alerts, and gets them once it is unlocked', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const { id: thread } = discord.createThread({ channelId: home.channelId, name: 'foxes' });
    const bot = await world.start();
    await home.follow(thread);
    discord.setThread(thread, { archived: true, locked: true });

    const due = await refused(world, bot);
    discord.setThread(thread, { archived: false, locked: false });

    expect(itemsPosted(await world.untilPosted(thread, 1))).toEqual(due);
  });
});
