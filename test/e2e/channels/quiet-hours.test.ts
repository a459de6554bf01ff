import type { APIMessage } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { itemsLinked } from '../../../sandbox/demo/pages.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import { sold, told } from '../../support/told.ts';
import { HELD, HOUR_MS, messagesIn, quietAround, tune, untilSent } from './channel.ts';

const COIN = 10n ** 18n;

/** The items that a summary names, in its order. */
const named = (message: APIMessage | undefined) => itemsLinked(message?.embeds[0]?.description ?? '');

describe('quiet hours', () => {
  it('hold alerts back into one summary that names each of them, and end by themselves', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const said = await tune(home, home.channelId, quietAround(world, { before: 1, after: 2 }));
    const due: string[] = [];
    for (const price of [5n, 70n, 6n]) {
      due.push(...sold(marketplace.cause.sale({ collection: FOXES, price: price * COIN })));
      await bot.app.look();
      world.clock.leap(20 * 60_000);
    }
    await bot.log.until(HELD);
    const during = messagesIn(world, home.channelId);

    world.clock.leap(2 * HOUR_MS);
    const [summary] = await untilSent(world, home.channelId, 1);
    const after = sold(marketplace.cause.sale({ collection: FOXES }));
    await bot.app.look();
    const [, single] = await untilSent(world, home.channelId, 2);

    expect(said).toMatch(/Quiet hours: from \d\d:\d\d to \d\d:\d\d \(UTC\)/);
    expect(during).toEqual([]);
    expect(summary?.embeds).toHaveLength(1);
    expect(summary?.embeds[0]?.title).toMatch(/^3 alerts in 40 min/);
    expect(named(summary).toSorted()).toEqual(due.toSorted());
    expect(named(summary)[0]).toBe(due[1]);
    expect(summary?.embeds[0]?.description).toContain('sold for **70 S**');
    expect(told(single?.embeds ?? [])).toEqual(after);
  });

  it('lose nothing when they last longer than six hours, which is when alerts expire', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    await tune(home, home.channelId, quietAround(world, { before: 1, after: 10 }));
    const due = sellFoxes(world, 2);
    await bot.app.look();
    await bot.log.until(HELD);

    world.clock.leap(10 * HOUR_MS + 60_000);
    const [summary] = await untilSent(world, home.channelId, 1);

    expect(named(summary).toSorted()).toEqual(due.toSorted());
  });

  it('count what they cannot name, so that every alert is told once', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    await tune(home, home.channelId, quietAround(world, { before: 1, after: 2 }));
    const due = sellFoxes(world, 45);
    await bot.app.look();
    await bot.log.until(HELD);

    world.clock.leap(2 * HOUR_MS + 60_000);
    const [summary] = await untilSent(world, home.channelId, 1);
    const counted = Number(
      /\*\*And also\*\*\n💰 (\d+) sales/.exec(summary?.embeds[0]?.description ?? '')?.[1],
    );

    expect(summary?.embeds[0]?.title).toMatch(/^45 alerts/);
    expect(named(summary).filter((item) => !due.includes(item))).toEqual([]);
    expect(named(summary).length + counted).toBe(45);
  });

  it('ping nobody, not with their summary either', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const { id: roleId } = discord.createRole({ guildId: home.guildId, name: 'whales', mentionable: true });
    await tune(home, home.channelId, { ping_role: roleId, ...quietAround(world, { before: 1, after: 2 }) });
    sellFoxes(world, 1);
    await bot.app.look();
    await bot.log.until(HELD);

    world.clock.leap(2 * HOUR_MS + 60_000);
    const [summary] = await untilSent(world, home.channelId, 1);

    expect(summary?.mention_roles).toEqual([]);
  });

  it('sum an auction up as it stands when they end: what was bid in them, and what it came to', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.subscribe(home.channelId, { alerts: 'auctions', collection: FOXES });
    await tune(home, home.channelId, quietAround(world, { before: 1, after: 6 }));
    const bid = async (coins: bigint) => {
      marketplace.cause.bid({ amount: coins * COIN });
      await bot.app.look();
    };
    marketplace.cause.auction({ collection: FOXES, startingPrice: 10n * COIN, endsInMs: 2 * HOUR_MS });
    await bot.app.look();
    await bid(10n);
    await bid(30n);
    world.clock.leap(1.9 * HOUR_MS);
    await bot.app.look();
    world.clock.leap(0.2 * HOUR_MS);
    await bot.app.look();
    await bot.app.look();
    marketplace.cause.auction({ collection: FOXES, startingPrice: 10n * COIN, endsInMs: 20 * HOUR_MS });
    await bot.app.look();
    await bid(44n);
    await bid(55n);
    const during = messagesIn(world, home.channelId);

    world.clock.leap(4 * HOUR_MS);
    const [summary] = await untilSent(world, home.channelId, 1);
    const [, ended, running, ...others] = (summary?.embeds[0]?.description ?? '').split('\n');
    await bid(66n);
    const [, next] = await untilSent(world, home.channelId, 2);

    expect(during).toEqual([]);
    expect(summary?.embeds[0]?.title).toMatch(/^4 alerts in 2 h/);
    expect(ended).toMatch(/^🔨⏰🏁 \[.+\]\(.+\) sold at auction for \*\*30 S\*\* · 3 alerts · <t:\d+:R>$/u);
    expect(running).toMatch(
      /^🔨 \[.+\]\(.+\) is up for auction, highest bid \*\*55 S\*\* · ends <t:\d+:R>$/u,
    );
    expect(others).toEqual([]);
    expect(next?.embeds[0]?.title).toMatch(/^Bid of 66 S on /);
  });

  it('are of this channel only', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const awake = home.addChannel('awake');
    await home.follow(home.channelId);
    await home.follow(awake);
    await tune(home, home.channelId, quietAround(world, { before: 1, after: 2 }));

    const due = sellFoxes(world, 1);
    await bot.app.look();
    await bot.log.until(HELD);

    expect(told(await world.untilPosted(awake, 1))).toEqual(due);
    expect(messagesIn(world, home.channelId)).toEqual([]);
  });

  it('go by the clocks of the server’s time zone, and move with it', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    // Quiet by the clocks of Tokyo, nine hours ahead of UTC.
    await tune(home, home.channelId, quietAround(world, { before: 1, after: 2 }, 'Asia/Tokyo'));
    const awake = sellFoxes(world, 1);
    await bot.app.look();
    const before = await world.untilPosted(home.channelId, 1);

    const set = await home.admin.command('settings set', { time_zone: 'Asia/Tokyo' });
    const shown = await home.admin.command('alerts channel', { channel: home.channelId });
    const asleep = sellFoxes(world, 1);
    await bot.app.look();
    await bot.log.until(HELD);
    const held = messagesIn(world, home.channelId).length;
    await home.admin.command('settings set', { time_zone: 'UTC' });
    const [, summary] = await untilSent(world, home.channelId, 2);

    expect(told(before)).toEqual(awake);
    expect(set.message?.content).toContain('Time zone: Asia/Tokyo, where it is ');
    expect(shown.message?.content).toContain('(Asia/Tokyo)');
    expect(held).toBe(1);
    expect(named(summary)).toEqual(asleep);
  });

  it('outlive a restart of the bot, with what they hold', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const first = await world.start();
    await home.follow(home.channelId);
    await tune(home, home.channelId, quietAround(world, { before: 1, after: 2 }));
    const due = sellFoxes(world, 1);
    await first.app.look();
    await first.log.until(HELD);
    await first[Symbol.asyncDispose]();

    const second = await world.start();
    due.push(...sellFoxes(world, 1));
    await second.app.look();
    await second.log.until(HELD);
    const during = messagesIn(world, home.channelId);
    world.clock.leap(2 * HOUR_MS + 60_000);
    const [summary] = await untilSent(world, home.channelId, 1);

    expect(during).toEqual([]);
    expect(named(summary).toSorted()).toEqual(due.toSorted());
  });

  it('end at once when they are taken away', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    await tune(home, home.channelId, quietAround(world, { before: 1, after: 2 }));
    const due = sellFoxes(world, 1);
    await bot.app.look();
    await bot.log.until(HELD);

    await tune(home, home.channelId, { reset: 'quiet hours' });

    expect(named((await untilSent(world, home.channelId, 1)).at(0))).toEqual(due);
  });
});
