import { describe, expect, it } from 'vitest';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';

const FEED = '/api/activities';
const HOUR_MS = 3_600_000;

async function healthOf({ home }: BotWorld): Promise<string> {
  const embed = (await home.admin.command('alerts health')).message?.embeds[0];
  return [embed?.description, ...(embed?.fields ?? []).flatMap(({ name, value }) => [name, value])].join(
    '\n',
  );
}

describe('a feed that is sorted oldest first and longer than a page', () => {
  it.each([
    ['of few records', 10],
    ['of many records', 100],
  ])('with pages %s has each sale posted once, in order, and health says so', async (_, maxLimit) => {
    await using world = await startBotWorld({ maxLimit });
    const { home, marketplace } = world;
    marketplace.faults.set({ oldestFirst: true }, FEED);
    sellFoxes(world, 130);
    world.clock.advance(60_000);
    const bot = await world.start();
    await home.follow(home.channelId);
    const due: string[] = [];
    for (let poll = 0; poll < 3; poll += 1) {
      due.push(...sellFoxes(world, 5));
      await bot.app.poll();
      world.clock.advance(6_000);
    }

    expect(itemsPosted(await world.untilPosted(home.channelId, 15))).toEqual(due);
    expect(await healthOf(world)).toMatch(/All good.*The feed is sorted oldest first/);
    expect(bot.log.linesWith('feed order changed')).toHaveLength(1);
    expect(bot.log.linesWith('gap in the feed')).toEqual([]);
  });

  it('and without further pages is a problem in health', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    sellFoxes(world, 130);
    marketplace.faults.set({ oldestFirst: true, ignore: ['page'] }, FEED);
    const bot = await world.start();
    await home.follow(home.channelId);
    sellFoxes(world, 1);
    await bot.app.poll();

    expect(await healthOf(world)).toContain('⚠ The feed is sorted oldest first and has only one page');
  });
});

describe('times that are more than six hours behind', () => {
  it('are a problem in health, since nothing is posted', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    marketplace.faults.set({ behindMs: 7 * HOUR_MS }, FEED);
    sellFoxes(world, 1);
    const bot = await world.start();
    await home.follow(home.channelId);
    world.clock.advance(60_000);
    sellFoxes(world, 6);
    await bot.app.poll();

    expect(await healthOf(world)).toContain('⚠ New events are dated 7 hours ago');
    expect(world.embeds(home.channelId)).toEqual([]);

    marketplace.faults.clear();
    const due = sellFoxes(world, 1);
    await bot.app.poll();
    expect(itemsPosted(await world.untilPosted(home.channelId, 1))).toEqual(due);
    expect(await healthOf(world)).toContain('All good');
  });
});

describe('a feed that shrinks and grows', () => {
  it('has each sale posted once, without a gap, and health says so', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    sellFoxes(world, 30);
    world.clock.advance(60_000);
    const bot = await world.start();
    await home.follow(home.channelId);
    const due: string[] = [];
    for (const keepsNewest of [0, 2, 100, 1, 3, 100]) {
      marketplace.faults.set({ keepsNewest }, FEED);
      if (keepsNewest > 0) due.push(...sellFoxes(world, Math.min(keepsNewest, 2)));
      await bot.app.poll();
      world.clock.advance(6_000);
    }

    expect(itemsPosted(await world.untilPosted(home.channelId, due.length))).toEqual(due);
    const health = await healthOf(world);
    expect(health).toMatch(/All good.*Events disappeared from the feed/);
    expect(health).not.toContain('Missed events');
  });
});
