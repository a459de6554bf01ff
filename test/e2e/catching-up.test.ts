import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../support/bot-world.ts';
import { countAlertsPosted, itemsPosted } from '../support/posted-items.ts';
import { sellFoxes } from '../support/sell-foxes.ts';

describe('events before the first poll', () => {
  it('are not posted, whether old or recent', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    sellFoxes(world, 3);
    const bot = await world.start();
    await home.follow(home.channelId);

    await bot.app.poll();
    const due = sellFoxes(world, 1);
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 1))).toEqual(due);
    expect(bot.log.linesWith('first poll of the feed done')).toHaveLength(1);
  });
});

describe('old events before the first poll', () => {
  it('are not posted when a later poll reads further back than the first one', async () => {
    await using world = await startBotWorld({ maxLimit: 500 });
    const { home } = world;
    sellFoxes(world, 200);
    world.clock.advance(120_000);
    const bot = await world.start();
    await home.follow(home.channelId);

    const due = sellFoxes(world, 150);
    await bot.app.poll();
    const summary = await world.untilPosted(home.channelId, 1);
    const last = sellFoxes(world, 1);
    await bot.app.poll();
    const embeds = await world.untilPosted(home.channelId, 2);

    expect(countAlertsPosted(embeds)).toBe(151);
    expect(due).toEqual(expect.arrayContaining([...itemsPosted(summary)]));
    expect(itemsPosted(embeds.slice(1))).toEqual(last);
  });
});

describe('events while the bot was stopped', () => {
  it('are posted after the start, in order, and more than ten in batches of up to ten', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    await bot[Symbol.asyncDispose]();

    const due = sellFoxes(world, 25);
    await world.start();

    expect(itemsPosted(await world.untilPosted(home.channelId, 25))).toEqual(due);
    const sizes = world.discord.messages(home.channelId).map(({ payload }) => payload.embeds.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(10);
    expect(sizes.length).toBeLessThanOrEqual(5);
  });

  it('are not posted when they are older than six hours', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    await bot[Symbol.asyncDispose]();

    sellFoxes(world, 2);
    world.clock.advance(6 * 3_600_000 + 60_000);
    const due = sellFoxes(world, 1);
    const again = await world.start();

    expect(itemsPosted(await world.untilPosted(home.channelId, 1))).toEqual(due);
    expect(again.log.linesWith('events older than six hours')[0]?.['stale']).toBe(2);
  });

  it('are not repeated by a restart', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const first = sellFoxes(world, 3);
    await bot.app.poll();
    await world.untilPosted(home.channelId, 3);

    await bot[Symbol.asyncDispose]();
    await (await world.start())[Symbol.asyncDispose]();
    const last = await world.start();
    const second = sellFoxes(world, 1);
    await last.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 4))).toEqual([...first, ...second]);
  });
});
