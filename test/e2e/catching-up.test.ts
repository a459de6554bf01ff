import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../support/bot-world.ts';
import { sellFoxes } from '../support/sell-foxes.ts';
import { countTold, told } from '../support/told.ts';

describe('what happened before the first look', () => {
  it('is not told, whether it is old or a moment ago', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    sellFoxes(world, 3);
    const bot = await world.start();
    await home.follow(home.channelId);

    await bot.app.look();
    const due = sellFoxes(world, 1);
    await bot.app.look();

    expect(told(await world.untilPosted(home.channelId, 1))).toEqual(due);
    expect(bot.log.having('first look at the feed taken')).toHaveLength(1);
  });
});

describe('what happened long before the first look', () => {
  it('is not told when a later look reaches further back than the first one did', async () => {
    await using world = await startBotWorld({ maxLimit: 500 });
    const { home } = world;
    sellFoxes(world, 200);
    world.clock.leap(120_000);
    const bot = await world.start();
    await home.follow(home.channelId);

    const due = sellFoxes(world, 150);
    await bot.app.look();
    const [summary] = await world.untilPosted(home.channelId, 1);
    const last = sellFoxes(world, 1);
    await bot.app.look();
    const embeds = await world.untilPosted(home.channelId, 2);

    expect(countTold(embeds)).toBe(151);
    expect(due).toEqual(expect.arrayContaining([...told([summary ?? {}])]));
    expect(told(embeds.slice(1))).toEqual(last);
  });
});

describe('what happened while the bot was stopped', () => {
  it('is told after the start, in order, and more than ten in batches of up to ten', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    await bot[Symbol.asyncDispose]();

    const due = sellFoxes(world, 25);
    await world.start();

    expect(told(await world.untilPosted(home.channelId, 25))).toEqual(due);
    const sizes = world.discord.messages(home.channelId).map(({ payload }) => payload.embeds.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(10);
    expect(sizes.length).toBeLessThanOrEqual(5);
  });

  it('is not told when it is older than six hours', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    await bot[Symbol.asyncDispose]();

    sellFoxes(world, 2);
    world.clock.leap(6 * 3_600_000 + 60_000);
    const due = sellFoxes(world, 1);
    const again = await world.start();

    expect(told(await world.untilPosted(home.channelId, 1))).toEqual(due);
    expect(again.log.having('more than six hours ago')[0]?.['stale']).toBe(2);
  });

  it('is told by a restart only when it is new: nothing is repeated', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const first = sellFoxes(world, 3);
    await bot.app.look();
    await world.untilPosted(home.channelId, 3);

    await bot[Symbol.asyncDispose]();
    await (await world.start())[Symbol.asyncDispose]();
    const last = await world.start();
    const second = sellFoxes(world, 1);
    await last.app.look();

    expect(told(await world.untilPosted(home.channelId, 4))).toEqual([...first, ...second]);
  });
});
