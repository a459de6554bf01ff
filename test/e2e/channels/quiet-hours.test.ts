import type { APIMessage } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { linkedItems } from '../../../sandbox/demo/page-links.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted, itemsSold } from '../../support/posted-items.ts';
import { screenText } from '../../support/screen-text.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import {
  configureChannel,
  HOUR_MS,
  messagesIn,
  quietHoursAround,
  SUMMARY_PENDING,
  untilSent,
} from './channel.ts';

const COIN = 10n ** 18n;

/** The items that a summary names, in order. */
const named = (message: APIMessage | undefined) =>
  (message?.embeds ?? []).flatMap(({ description }) => linkedItems(description ?? ''));

describe('quiet hours', () => {
  it('hold alerts back for one summary that names all of them, and end on time', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const said = await configureChannel(
      home,
      home.channelId,
      quietHoursAround(world, { before: 1, after: 2 }),
    );
    const due: string[] = [];
    for (const price of [5n, 70n, 6n]) {
      due.push(...itemsSold(marketplace.cause.sale({ collection: FOXES, price: price * COIN })));
      await bot.app.poll();
      world.clock.advance(20 * 60_000);
    }
    await bot.log.until(SUMMARY_PENDING);
    const during = messagesIn(world, home.channelId);

    world.clock.advance(2 * HOUR_MS);
    const [summary] = await untilSent(world, home.channelId, 1);
    const after = itemsSold(marketplace.cause.sale({ collection: FOXES }));
    await bot.app.poll();
    const [, single] = await untilSent(world, home.channelId, 2);

    expect(said).toMatch(/\*\*Quiet hours\*\* \d\d:\d\d to \d\d:\d\d \(UTC\)/);
    expect(during).toEqual([]);
    expect(summary?.embeds).toHaveLength(1);
    expect(summary?.embeds[0]?.title).toMatch(/^3 alerts in 40m/);
    expect(named(summary).toSorted()).toEqual(due.toSorted());
    expect(named(summary)[0]).toBe(due[1]);
    expect(summary?.embeds[0]?.description).toContain(') · **70 S**');
    expect(itemsPosted(single?.embeds ?? [])).toEqual(after);
  });

  it('lose nothing when they last longer than the six hours after which alerts expire', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    await configureChannel(home, home.channelId, quietHoursAround(world, { before: 1, after: 10 }));
    const due = sellFoxes(world, 2);
    await bot.app.poll();
    await bot.log.until(SUMMARY_PENDING);

    world.clock.advance(10 * HOUR_MS + 60_000);
    const [summary] = await untilSent(world, home.channelId, 1);

    expect(named(summary).toSorted()).toEqual(due.toSorted());
  });

  it('end with a summary that counts what it cannot name, so that every alert is posted once', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    await configureChannel(home, home.channelId, quietHoursAround(world, { before: 1, after: 2 }));
    const due = sellFoxes(world, 55);
    await bot.app.poll();
    await bot.log.until(SUMMARY_PENDING);

    world.clock.advance(2 * HOUR_MS + 60_000);
    const [summary] = await untilSent(world, home.channelId, 1);
    const text = (summary?.embeds ?? []).map(({ description }) => description).join('\n\n');
    const counted = Number(/\*\*And (\d+) more alerts\*\*\nLantern Foxes: /.exec(text)?.[1]);

    expect(summary?.embeds[0]?.title).toMatch(/^55 alerts/);
    expect(text).toMatch(/^💰 55 sales · \*\*[\d,.]+ S\*\* · .+ to .+$/mu);
    expect(named(summary).filter((item) => !due.includes(item))).toEqual([]);
    expect(named(summary).length + counted).toBe(55);
  });

  it('suppress pings, also in the summary', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const { id: roleId } = discord.createRole({ guildId: home.guildId, name: 'whales', mentionable: true });
    await configureChannel(home, home.channelId, {
      ping_role: roleId,
      ...quietHoursAround(world, { before: 1, after: 2 }),
    });
    sellFoxes(world, 1);
    await bot.app.poll();
    await bot.log.until(SUMMARY_PENDING);

    world.clock.advance(2 * HOUR_MS + 60_000);
    const [summary] = await untilSent(world, home.channelId, 1);

    expect(summary?.mention_roles).toEqual([]);
  });

  it('summarise an auction by its state at their end, with its bids and result', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.subscribe(home.channelId, { alerts: 'auctions', collection: FOXES });
    await configureChannel(home, home.channelId, quietHoursAround(world, { before: 1, after: 6 }));
    const bid = async (coins: bigint) => {
      marketplace.cause.bid({ amount: coins * COIN });
      await bot.app.poll();
    };
    marketplace.cause.auction({ collection: FOXES, startingPrice: 10n * COIN, endsInMs: 2 * HOUR_MS });
    await bot.app.poll();
    await bid(10n);
    await bid(30n);
    world.clock.advance(1.9 * HOUR_MS);
    await bot.app.poll();
    world.clock.advance(0.2 * HOUR_MS);
    await bot.app.poll();
    await bot.app.poll();
    marketplace.cause.auction({ collection: FOXES, startingPrice: 10n * COIN, endsInMs: 20 * HOUR_MS });
    await bot.app.poll();
    await bid(44n);
    await bid(55n);
    const during = messagesIn(world, home.channelId);

    world.clock.advance(4 * HOUR_MS);
    const [summary] = await untilSent(world, home.channelId, 1);
    const [, , ended, running, ...others] = (summary?.embeds[0]?.description ?? '').split('\n');
    await bid(66n);
    const [, next] = await untilSent(world, home.channelId, 2);

    expect(during).toEqual([]);
    expect(summary?.embeds[0]?.title).toMatch(/^4 alerts in 2h/);
    expect(ended).toMatch(/^🔨⏰🏁 \[.+\]\(.+\) sold at auction for \*\*30 S\*\* · 3 alerts$/u);
    expect(running).toMatch(
      /^🔨 \[.+\]\(.+\) is up for auction, highest bid \*\*55 S\*\* · end: <t:\d+:R>$/u,
    );
    expect(others).toEqual([]);
    expect(next?.embeds[0]?.title).toMatch(/^Bid of 66 S on /);
  });

  it('apply to this channel only', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const awake = home.addChannel('awake');
    await home.follow(home.channelId);
    await home.follow(awake);
    await configureChannel(home, home.channelId, quietHoursAround(world, { before: 1, after: 2 }));

    const due = sellFoxes(world, 1);
    await bot.app.poll();
    await bot.log.until(SUMMARY_PENDING);

    expect(itemsPosted(await world.untilPosted(awake, 1))).toEqual(due);
    expect(messagesIn(world, home.channelId)).toEqual([]);
  });

  it('follow the server’s time zone, also when it changes', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    // Quiet in Tokyo time, nine hours ahead of UTC.
    await configureChannel(
      home,
      home.channelId,
      quietHoursAround(world, { before: 1, after: 2 }, 'Asia/Tokyo'),
    );
    const awake = sellFoxes(world, 1);
    await bot.app.poll();
    const before = await world.untilPosted(home.channelId, 1);

    const set = await home.admin.command('settings set', { time_zone: 'Asia/Tokyo' });
    const shown = await home.admin.command('alerts channel', { channel: home.channelId });
    const asleep = sellFoxes(world, 1);
    await bot.app.poll();
    await bot.log.until(SUMMARY_PENDING);
    const held = messagesIn(world, home.channelId).length;
    await home.admin.command('settings set', { time_zone: 'UTC' });
    const [, summary] = await untilSent(world, home.channelId, 2);

    expect(itemsPosted(before)).toEqual(awake);
    expect(screenText(set.message)).toContain('**Time zone** Asia/Tokyo (now ');
    expect(screenText(shown.message)).toContain('(Asia/Tokyo)');
    expect(held).toBe(1);
    expect(named(summary)).toEqual(asleep);
  });

  it('survive a restart of the bot with the alerts held back', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const first = await world.start();
    await home.follow(home.channelId);
    await configureChannel(home, home.channelId, quietHoursAround(world, { before: 1, after: 2 }));
    const due = sellFoxes(world, 1);
    await first.app.poll();
    await first.log.until(SUMMARY_PENDING);
    await first[Symbol.asyncDispose]();

    const second = await world.start();
    due.push(...sellFoxes(world, 1));
    await second.app.poll();
    await second.log.until(SUMMARY_PENDING);
    const during = messagesIn(world, home.channelId);
    world.clock.advance(2 * HOUR_MS + 60_000);
    const [summary] = await untilSent(world, home.channelId, 1);

    expect(during).toEqual([]);
    expect(named(summary).toSorted()).toEqual(due.toSorted());
  });

  it('end at once when they are removed', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    await configureChannel(home, home.channelId, quietHoursAround(world, { before: 1, after: 2 }));
    const due = sellFoxes(world, 1);
    await bot.app.poll();
    await bot.log.until(SUMMARY_PENDING);

    await configureChannel(home, home.channelId, { reset: 'quiet hours' });

    expect(named((await untilSent(world, home.channelId, 1)).at(0))).toEqual(due);
  });
});
