import { ChannelType, MessageFlags } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted, itemsSold } from '../../support/posted-items.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import {
  configureChannel,
  HOUR_MS,
  messagesIn,
  quietHoursAround,
  SUMMARY_PENDING,
  untilMessages,
  untilSent,
} from './channel.ts';

const isCrossposted = ({ flags }: { readonly flags?: MessageFlags }) =>
  ((flags ?? 0) & MessageFlags.Crossposted) !== 0;

describe('a thread', () => {
  it.each([
    ['public', {}],
    ['private', { private: true }],
  ])('that is %s gets the alerts, its parent channel does not', async (_what, kind) => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const thread = discord.createThread({
      channelId: home.channelId,
      name: 'alerts',
      memberIds: [world.applicationId],
      ...kind,
    }).id;
    await home.follow(thread);

    const due = sellFoxes(world, 1);
    await bot.app.poll();

    expect(itemsPosted((await untilSent(world, thread, 1)).flatMap(({ embeds }) => embeds))).toEqual(due);
    expect(messagesIn(world, home.channelId)).toEqual([]);
  });

  it('that was archived gets the alert and is unarchived', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const thread = discord.createThread({ channelId: home.channelId, name: 'alerts' }).id;
    await home.follow(thread);
    discord.setThread(thread, { archived: true });
    const due = sellFoxes(world, 1);
    await bot.app.poll();
    const messages = await untilSent(world, thread, 1);

    expect(itemsPosted(messages.flatMap(({ embeds }) => embeds))).toEqual(due);
  });

  it('that was archived and locked gets all alerts once it is unlocked', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const thread = discord.createThread({ channelId: home.channelId, name: 'alerts' }).id;
    await home.follow(thread);
    discord.setThread(thread, { archived: true, locked: true });
    const due = sellFoxes(world, 2);
    await bot.app.poll();
    await bot.log.until('channel rejects messages');
    const before = messagesIn(world, thread);

    discord.setThread(thread, { archived: false, locked: false });
    await untilSent(world, thread, 1);

    expect(before).toEqual([]);
    expect(itemsPosted(await world.untilPosted(thread, 2))).toEqual(due);
  });
});

describe('a thread that was archived before the bot started', () => {
  it('follows the language and quiet hours of its server', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const first = await world.start();
    const thread = discord.createThread({ channelId: home.channelId, name: 'alerts' }).id;
    await home.follow(thread);
    await home.admin.command('settings set', { time_zone: 'Asia/Tokyo', language: 'en-ZA' });
    await configureChannel(home, thread, quietHoursAround(world, { before: 1, after: 2 }, 'Asia/Tokyo'));
    await first[Symbol.asyncDispose]();
    discord.setThread(thread, { archived: true });

    const second = await world.start();
    const due = sellFoxes(world, 2);
    await second.app.poll();
    await second.log.until(SUMMARY_PENDING);
    const during = messagesIn(world, thread);
    world.clock.advance(2 * HOUR_MS + 60_000);
    const [summary] = await untilSent(world, thread, 1);
    due.push(...itemsSold(world.marketplace.cause.sale({ collection: FOXES, price: 15n * 10n ** 17n })));
    await second.app.poll();
    const [, single] = await untilSent(world, thread, 2);

    expect(during).toEqual([]);
    expect(itemsPosted([...(summary?.embeds ?? []), ...(single?.embeds ?? [])]).toSorted()).toEqual(
      due.toSorted(),
    );
    expect(single?.embeds[0]?.title).toContain('sold for **1,5 S**');
  });

  it('resumes automatically when it is unlocked', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const first = await world.start();
    const thread = discord.createThread({ channelId: home.channelId, name: 'alerts' }).id;
    await home.follow(thread);
    discord.setThread(thread, { archived: true, locked: true });
    await first[Symbol.asyncDispose]();
    const second = await world.start();
    const due = sellFoxes(world, 1);
    await second.app.poll();
    await second.log.until('channel rejects messages');

    discord.setThread(thread, { archived: false, locked: false });

    expect(itemsPosted(await world.untilPosted(thread, 1))).toEqual(due);
  });
});

/** An announcement channel of the home server. */
function addAnnouncementChannel({ discord, home }: Pick<BotWorld, 'discord' | 'home'>): string {
  return discord.createChannel({ guildId: home.guildId, name: 'news', type: ChannelType.GuildAnnouncement })
    .id;
}

describe('an announcement channel', () => {
  it('has every message published once to the servers that follow it', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const news = addAnnouncementChannel(world);
    await home.follow(news);
    const said = await configureChannel(home, news, { publish: true });
    const requests: string[] = [];
    discord.onRequest(({ route, status }) => {
      if (route?.endsWith('/crosspost')) requests.push(String(status));
    });

    const due = sellFoxes(world, 1);
    await bot.app.poll();
    await untilMessages(world, news, (messages) => messages.some(isCrossposted));
    due.push(...sellFoxes(world, 1));
    await bot.app.poll();
    const published = await untilMessages(
      world,
      news,
      (messages) => messages.filter(isCrossposted).length === 2,
    );

    expect(said).toContain('**Followers** receive the messages');
    expect(itemsPosted(published.flatMap(({ embeds }) => embeds))).toEqual(due);
    expect(requests).toEqual(['200', '200']);
  });

  it('gets alerts unpublished while publishing is off', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const news = addAnnouncementChannel(world);
    await home.follow(news);
    sellFoxes(world, 1);
    await bot.app.poll();
    await untilSent(world, news, 1);
    sellFoxes(world, 1);
    await bot.app.poll();

    expect((await untilSent(world, news, 2)).map(isCrossposted)).toEqual([false, false]);
  });

  it('publishes after a restart when the bot stopped between posting and publishing', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const first = await world.start();
    const news = addAnnouncementChannel(world);
    await home.follow(news);
    await configureChannel(home, news, { publish: true });
    const endFault = discord.faults.add(
      { do: 'answer', status: 500 },
      { method: 'POST', route: /\/crosspost$/ },
    );
    sellFoxes(world, 1);
    await first.app.poll();
    await untilSent(world, news, 1);
    await first[Symbol.asyncDispose]();
    endFault();

    const second = await world.start();
    world.clock.advance(60_000);
    await second.app.poll();

    expect(await untilMessages(world, news, (messages) => messages.every(isCrossposted))).toHaveLength(1);
  });

  it('gets alerts without delay when Discord’s publish limit is reached', async () => {
    await using world = await startBotWorld({
      rateLimits: {
        routes: {
          'POST /channels/:channelId/messages/:messageId/crosspost': { limit: 2, windowMs: HOUR_MS },
        },
      },
    });
    const { home, discord } = world;
    const bot = await world.start();
    const news = addAnnouncementChannel(world);
    await home.follow(news);
    await configureChannel(home, news, { publish: true });
    const statuses: (number | null)[] = [];
    discord.onRequest(({ route, status }) => {
      if (route?.endsWith('/crosspost')) statuses.push(status);
    });
    const due: string[] = [];
    for (let sale = 1; sale <= 4; sale += 1) {
      due.push(...sellFoxes(world, 1));
      await bot.app.poll();
      await untilMessages(world, news, (messages) => messages.length >= sale);
      if (sale <= 2)
        await untilMessages(world, news, (messages) => messages.filter(isCrossposted).length >= sale);
    }
    const before = messagesIn(world, news);

    expect(itemsPosted(before.flatMap(({ embeds }) => embeds))).toEqual(due);
    expect(before.filter(isCrossposted)).toHaveLength(2);
    expect(statuses.filter((status) => status === 429).length).toBeLessThanOrEqual(1);
  });

  it('publishes nothing more once publishing is turned off, not even waiting messages', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const news = addAnnouncementChannel(world);
    await home.follow(news);
    await configureChannel(home, news, { publish: true });
    const endFault = discord.faults.add(
      { do: 'answer', status: 500 },
      { method: 'POST', route: /\/crosspost$/ },
    );
    sellFoxes(world, 1);
    await bot.app.poll();
    await untilSent(world, news, 1);
    const said = await configureChannel(home, news, { reset: 'publishing' });
    endFault();
    world.clock.advance(HOUR_MS);
    sellFoxes(world, 1);
    await bot.app.poll();

    expect(said).not.toContain('**Followers**');
    expect((await untilSent(world, news, 2)).map(isCrossposted)).toEqual([false, false]);
  });

  it('is the only channel type that can publish', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;

    const refused = await admin.command('alerts channel', { channel: channelId, publish: true });

    expect(refused.message?.content).toContain('is not an announcement channel');
  });
});
