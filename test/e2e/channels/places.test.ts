import { ChannelType, MessageFlags } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import { sold, told } from '../../support/told.ts';
import { HELD, HOUR_MS, messagesIn, quietAround, tune, untilMessages, untilSent } from './channel.ts';

const crossposted = ({ flags }: { readonly flags?: MessageFlags }) =>
  ((flags ?? 0) & MessageFlags.Crossposted) !== 0;

describe('a thread', () => {
  it.each([
    ['public', {}],
    ['private', { private: true }],
  ])('that is %s is told, and its channel is not', async (_what, kind) => {
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
    await bot.app.look();

    expect(told((await untilSent(world, thread, 1)).flatMap(({ embeds }) => embeds))).toEqual(due);
    expect(messagesIn(world, home.channelId)).toEqual([]);
  });

  it('that was archived is told all the same, and is open again', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const thread = discord.createThread({ channelId: home.channelId, name: 'alerts' }).id;
    await home.follow(thread);
    discord.setThread(thread, { archived: true });
    const due = sellFoxes(world, 1);
    await bot.app.look();
    const messages = await untilSent(world, thread, 1);

    expect(told(messages.flatMap(({ embeds }) => embeds))).toEqual(due);
  });

  it('that was archived and locked waits for whoever may unlock it, and then is told everything', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const thread = discord.createThread({ channelId: home.channelId, name: 'alerts' }).id;
    await home.follow(thread);
    discord.setThread(thread, { archived: true, locked: true });
    const due = sellFoxes(world, 2);
    await bot.app.look();
    await bot.log.until('takes no messages');
    const before = messagesIn(world, thread);

    discord.setThread(thread, { archived: false, locked: false });
    await untilSent(world, thread, 1);

    expect(before).toEqual([]);
    expect(told(await world.untilPosted(thread, 2))).toEqual(due);
  });
});

describe('a thread that was archived before the bot started', () => {
  it('is told in the language of its server, and not in its quiet hours', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const first = await world.start();
    const thread = discord.createThread({ channelId: home.channelId, name: 'alerts' }).id;
    await home.follow(thread);
    await home.admin.command('settings set', { time_zone: 'Asia/Tokyo', language: 'de' });
    await tune(home, thread, quietAround(world, { before: 1, after: 2 }, 'Asia/Tokyo'));
    await first[Symbol.asyncDispose]();
    discord.setThread(thread, { archived: true });

    const second = await world.start();
    const due = sellFoxes(world, 2);
    await second.app.look();
    await second.log.until(HELD);
    const during = messagesIn(world, thread);
    world.clock.leap(2 * HOUR_MS + 60_000);
    const [summary] = await untilSent(world, thread, 1);
    due.push(...sold(world.marketplace.cause.sale({ collection: FOXES, price: 15n * 10n ** 17n })));
    await second.app.look();
    const [, single] = await untilSent(world, thread, 2);

    expect(during).toEqual([]);
    expect(told([...(summary?.embeds ?? []), ...(single?.embeds ?? [])]).toSorted()).toEqual(due.toSorted());
    expect(single?.embeds[0]?.title).toContain('sold for 1,5 S');
  });

  it('goes on by itself when it is unlocked', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const first = await world.start();
    const thread = discord.createThread({ channelId: home.channelId, name: 'alerts' }).id;
    await home.follow(thread);
    discord.setThread(thread, { archived: true, locked: true });
    await first[Symbol.asyncDispose]();
    const second = await world.start();
    const due = sellFoxes(world, 1);
    await second.app.look();
    await second.log.until('takes no messages');

    discord.setThread(thread, { archived: false, locked: false });

    expect(told(await world.untilPosted(thread, 1))).toEqual(due);
  });
});

/** An announcement channel of the home server. */
function addNews({ discord, home }: Pick<BotWorld, 'discord' | 'home'>): string {
  return discord.createChannel({ guildId: home.guildId, name: 'news', type: ChannelType.GuildAnnouncement })
    .id;
}

describe('an announcement channel', () => {
  it('is published to the servers that follow it, every message once', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const news = addNews(world);
    await home.follow(news);
    const said = await tune(home, news, { publish: true });
    const requests: string[] = [];
    discord.onRequest(({ route, status }) => {
      if (route?.endsWith('/crosspost')) requests.push(String(status));
    });

    const due = sellFoxes(world, 1);
    await bot.app.look();
    await untilMessages(world, news, (messages) => messages.some(crossposted));
    due.push(...sellFoxes(world, 1));
    await bot.app.look();
    const published = await untilMessages(
      world,
      news,
      (messages) => messages.filter(crossposted).length === 2,
    );

    expect(said).toContain('Published to servers that follow the channel: yes');
    expect(told(published.flatMap(({ embeds }) => embeds))).toEqual(due);
    expect(requests).toEqual(['200', '200']);
  });

  it('is told and not published while nobody asked for that', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const news = addNews(world);
    await home.follow(news);
    sellFoxes(world, 1);
    await bot.app.look();
    await untilSent(world, news, 1);
    sellFoxes(world, 1);
    await bot.app.look();

    expect((await untilSent(world, news, 2)).map(crossposted)).toEqual([false, false]);
  });

  it('is published after a restart where the bot stopped between the message and that', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const first = await world.start();
    const news = addNews(world);
    await home.follow(news);
    await tune(home, news, { publish: true });
    const heal = discord.faults.add({ do: 'answer', status: 500 }, { method: 'POST', route: /\/crosspost$/ });
    sellFoxes(world, 1);
    await first.app.look();
    await untilSent(world, news, 1);
    await first[Symbol.asyncDispose]();
    heal();

    const second = await world.start();
    world.clock.leap(60_000);
    await second.app.look();

    expect(await untilMessages(world, news, (messages) => messages.every(crossposted))).toHaveLength(1);
  });

  it('is told without delay when more is posted than Discord publishes in an hour', async () => {
    await using world = await startBotWorld({
      rateLimits: {
        routes: {
          'POST /channels/:channelId/messages/:messageId/crosspost': { limit: 2, windowMs: HOUR_MS },
        },
      },
    });
    const { home, discord } = world;
    const bot = await world.start();
    const news = addNews(world);
    await home.follow(news);
    await tune(home, news, { publish: true });
    const statuses: (number | null)[] = [];
    discord.onRequest(({ route, status }) => {
      if (route?.endsWith('/crosspost')) statuses.push(status);
    });
    const due: string[] = [];
    for (let sale = 1; sale <= 4; sale += 1) {
      due.push(...sellFoxes(world, 1));
      await bot.app.look();
      await untilMessages(world, news, (messages) => messages.length >= sale);
      if (sale <= 2)
        await untilMessages(world, news, (messages) => messages.filter(crossposted).length >= sale);
    }
    const before = messagesIn(world, news);

    expect(told(before.flatMap(({ embeds }) => embeds))).toEqual(due);
    expect(before.filter(crossposted)).toHaveLength(2);
    expect(statuses.filter((status) => status === 429).length).toBeLessThanOrEqual(1);
  });

  it('is published no more once that is turned off, what waits for it included', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const news = addNews(world);
    await home.follow(news);
    await tune(home, news, { publish: true });
    const heal = discord.faults.add({ do: 'answer', status: 500 }, { method: 'POST', route: /\/crosspost$/ });
    sellFoxes(world, 1);
    await bot.app.look();
    await untilSent(world, news, 1);
    const said = await tune(home, news, { reset: 'publishing' });
    heal();
    world.clock.leap(HOUR_MS);
    sellFoxes(world, 1);
    await bot.app.look();

    expect(said).toContain('Published to servers that follow the channel: no');
    expect((await untilSent(world, news, 2)).map(crossposted)).toEqual([false, false]);
  });

  it('is the only kind that can be published', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;

    const refused = await admin.command('alerts channel', { channel: channelId, publish: true });

    expect(refused.message?.content).toContain('is no announcement channel');
  });
});
