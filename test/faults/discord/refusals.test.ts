import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { RestRequest } from '../../../sandbox/discord/rest/route.ts';
import { BOT_PERMISSIONS } from '../../support/bot-server.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { messageRequests } from '../../support/message-requests.ts';
import { itemsPosted, itemsSold } from '../../support/posted-items.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
const INVALID = { do: 'answer', status: 400, code: 50_035 } as const;

async function listOf({ home }: BotWorld): Promise<string> {
  const reply = await home.admin.command('alerts list');
  return reply.message?.embeds[0]?.description ?? '';
}

/** Whether a request wants to post an embed that shows this item. */
function contains(item: string): (request: RestRequest) => boolean {
  return ({ body }) => {
    const text = JSON.stringify(body);
    return text.includes('"embeds"') && text.includes(`/item/${item}`);
  };
}

describe('a channel in which the bot may not post any more', () => {
  it.each([
    ['50013', PermissionFlagsBits.SendMessages, 'I can’t post there'],
    ['50001', PermissionFlagsBits.ViewChannel, 'I can’t see the channel'],
  ])('is asked once (%s), then waits for its admin, and loses nothing', async (code, denied, reason) => {
    await using world = await startBotWorld();
    const { home, discord, marketplace } = world;
    const bot = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched);
    const requests = messageRequests(discord);
    discord.setOverwrite(watched, { id: world.applicationId, type: 'member', deny: denied });

    const due = [...itemsSold(marketplace.cause.sale())];
    await bot.app.poll();
    const stopped = await bot.log.until('channel rejects messages');
    for (let turn = 0; turn < 3; turn += 1) {
      due.push(...itemsSold(marketplace.cause.sale()));
      world.clock.advance(60_000);
      await bot.app.poll();
    }
    expect(String(stopped['code'])).toBe(code);
    expect(await listOf(world)).toMatch(new RegExp(`⚠ stopped: ${reason}.+ 4 .*wait`));
    expect(requests.all.filter(({ status }) => status === 403)).toHaveLength(1);

    discord.removeOverwrite(watched, world.applicationId);
    const resumed = await home.admin.command('alerts resume', { alert: '1' });

    expect(resumed.message?.content).toContain('is active');
    expect(itemsPosted(await world.untilPosted(watched, 4))).toEqual(due);
    await bot.log.until('posted', 2); // the notice to the admin was the first
    expect(await listOf(world)).toMatch(/-# ▶ active · last post <t:\d+:R> · /);
  });

  it('because it is timed out is asked once, and goes on by itself when the time-out is over', async () => {
    await using world = await startBotWorld();
    const { home, discord, marketplace, clock } = world;
    const bot = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched);
    const requests = messageRequests(discord);
    discord.timeOutMember(home.guildId, world.applicationId, clock.now() + 4_000);

    const due = itemsSold(marketplace.cause.sale());
    await bot.app.poll();
    await bot.log.until('channel rejects messages');

    expect(itemsPosted(await world.untilPosted(watched, 1))).toEqual(due);
    await bot.log.until('permissions restored');
    expect(requests.all.filter(({ status }) => status === 403)).toHaveLength(1);
  });

  it('does not keep other channels from theirs', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const silent = home.addChannel('silent');
    await home.follow(silent);
    await home.follow(home.channelId);
    world.discord.setOverwrite(silent, {
      id: world.applicationId,
      type: 'member',
      deny: PermissionFlagsBits.SendMessages,
    });

    const due = [...itemsSold(world.marketplace.cause.sale())];
    await bot.app.poll();
    await bot.log.until('channel rejects messages');
    due.push(...itemsSold(world.marketplace.cause.sale()));
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 2))).toEqual(due);
  });
});

describe('a channel that was deleted', () => {
  it('is asked once and then never again, and the list says why', async () => {
    await using world = await startBotWorld();
    const { home, marketplace, discord } = world;
    const bot = await world.start();
    const doomed = home.addChannel('doomed');
    await home.follow(doomed);
    await home.follow(home.channelId);
    const requests = messageRequests(discord);
    discord.deleteChannel(doomed);

    const due = [...itemsSold(marketplace.cause.sale())];
    await bot.app.poll();
    await bot.log.until('channel rejects messages');
    due.push(...itemsSold(marketplace.cause.sale()));
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 2))).toEqual(due);
    expect(requests.all.filter(({ status }) => status === 404)).toHaveLength(1);
    expect(await listOf(world)).toContain('⚠ stopped: the channel was deleted');
  });
});

describe('a server that sent the bot away', () => {
  it('is asked once a channel, and goes on where it was once the bot is back', async () => {
    await using world = await startBotWorld();
    const { discord, marketplace } = world;
    const left = world.addServer('left');
    const bot = await world.start();
    await left.follow(left.channelId);
    await world.home.follow(world.home.channelId);
    const requests = messageRequests(discord);
    discord.kickBot(left.guildId, world.applicationId);

    const due = [...itemsSold(marketplace.cause.sale())];
    await bot.app.poll();
    await bot.log.until('channel rejects messages');
    due.push(...itemsSold(marketplace.cause.sale()));
    await bot.app.poll();
    await world.untilPosted(world.home.channelId, 2);
    expect(requests.all.filter(({ status }) => status === 403)).toHaveLength(1);

    discord.installBot({
      guildId: left.guildId,
      applicationId: world.applicationId,
      permissions: BOT_PERMISSIONS,
    });

    expect(itemsPosted(await world.untilPosted(left.channelId, 2))).toEqual(due);
  });
});

describe('a message that Discord refuses in this form', () => {
  it('is posted as plain text instead, with name, price and link', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    await world.home.follow(world.home.channelId);
    world.discord.faults.add(INVALID, {
      ...POSTING,
      where: ({ body }) => JSON.stringify(body).includes('"embeds"'),
    });

    const [sale] = world.marketplace.cause.sale({ price: 2n * 10n ** 18n });
    await bot.app.poll();
    await bot.log.until('posted');

    const [message, ...more] = world.discord.messages(world.home.channelId);
    expect(more).toEqual([]);
    expect(message?.payload.embeds).toEqual([]);
    for (const words of [sale?.tokenName, '2 S', `<https://explorer.example/tx/${sale?.txHash}>`]) {
      expect(message?.payload.content).toContain(words);
    }
  });

  it('costs the others of its batch nothing: they keep their embeds and their order', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    await world.home.follow(world.home.channelId);
    const due = Array.from({ length: 5 }).flatMap(() => itemsSold(world.marketplace.cause.sale()));
    world.discord.faults.add(INVALID, { ...POSTING, where: contains(due[2] ?? '') });

    await bot.app.poll();
    await world.untilPosted(world.home.channelId, 4);

    const told3rd = world.discord.messages(world.home.channelId).map(({ payload }) => payload.content !== '');
    expect(itemsPosted(world.embeds(world.home.channelId))).toEqual(
      due.filter((_item, index) => index !== 2),
    );
    expect(told3rd.indexOf(true)).toBe(2);
    expect(told3rd.filter(Boolean)).toHaveLength(1);
  });

  it('is given up in every form only for itself, and the log says so once', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    await world.home.follow(world.home.channelId);
    const [bad] = world.marketplace.cause.sale();
    world.discord.faults.add(INVALID, {
      ...POSTING,
      where: ({ body }) => JSON.stringify(body).includes(bad?.txHash ?? '?'),
    });

    await bot.app.poll();
    await bot.log.until('in every layout');
    const due = itemsSold(world.marketplace.cause.sale());
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(world.home.channelId, 1))).toEqual(due);
    expect(bot.log.linesWith('in every layout')).toHaveLength(1);
  });
});
