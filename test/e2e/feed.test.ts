import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../support/bot-world.ts';
import { FOXES, sellFoxes } from '../support/sell-foxes.ts';
import { countTold, sold, told } from '../support/told.ts';

describe('a feed that misbehaves', () => {
  it('gives every record twice: each sale is told once', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    marketplace.faults.set({ duplicates: true }, '/api/activities');

    const due = sellFoxes(world, 3);
    await bot.app.look();
    await world.untilPosted(home.channelId, 3);
    const later = sellFoxes(world, 1);
    await bot.app.look();

    expect(told(await world.untilPosted(home.channelId, 4))).toEqual([...due, ...later]);
  });

  it('gives its records in disorder: each sale is told once', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    marketplace.faults.set({ reorder: true }, '/api/activities');

    const due: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      due.push(...sellFoxes(world, 2));
      world.clock.leap(1_000);
      await bot.app.look();
    }

    const seen = told(await world.untilPosted(home.channelId, 6));
    expect(seen.toSorted()).toEqual(due.toSorted());
  });

  it('shows a record late, below newer ones: it is told, once', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    marketplace.faults.set({ late: { every: 2, byMs: 60_000 } }, '/api/activities');

    const prompt = sellFoxes(world, 4);
    await bot.app.look();
    await world.untilPosted(home.channelId, 2);
    world.clock.leap(60_000);
    const newer = sellFoxes(world, 1);
    await bot.app.look();
    await world.untilPosted(home.channelId, 5);
    await bot.app.look();

    const everything = sold(marketplace.ledger.records().filter(({ history }) => !history));
    expect(prompt).toHaveLength(2);
    expect(everything).toHaveLength(5);
    const seen = told(world.embeds(home.channelId));
    expect(seen.slice(0, 2)).toEqual(prompt);
    expect(seen).toContain(newer[0]);
    expect(seen.toSorted()).toEqual(everything.toSorted());
  });

  it('brings more between two looks than it shows on a page: a summary counts all of it, nothing is lost', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);

    const due = sellFoxes(world, 250);
    await bot.app.look();

    const embeds = await world.untilPosted(home.channelId, 1);
    const named = told(embeds);
    const next = sellFoxes(world, 1);
    await bot.app.look();
    const all = await world.untilPosted(home.channelId, 2);

    expect(due).toHaveLength(250);
    expect(countTold(embeds)).toBe(250);
    expect(new Set(named).size).toBe(named.length);
    expect(due).toEqual(expect.arrayContaining([...named]));
    expect(told(all.slice(1))).toEqual(next);
    expect(bot.log.having('a gap in the feed')).toEqual([]);
  });
});

describe('a look at the feed', () => {
  it('costs the marketplace the same with one channel that follows as with thirty: one request, and two for the auctions', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();

    async function costOfALook(): Promise<number> {
      const before = marketplace.requests.total;
      await bot.app.look();
      return marketplace.requests.total - before;
    }
    /** The same token is sold each time, so that what is looked up of it is the same too. */
    async function costOfASale(): Promise<number> {
      marketplace.cause.sale({ collection: FOXES, tokenId: '712' });
      return costOfALook();
    }

    await home.follow(home.channelId);
    const [quietWithOne, saleWithOne] = [await costOfALook(), await costOfASale()];
    const more = Array.from({ length: 29 }, (_, number) => home.addChannel(`more-${number}`));
    for (const channel of more) await home.follow(channel);
    const [quietWithThirty, saleWithThirty] = [await costOfALook(), await costOfASale()];
    for (const channel of more) await world.untilPosted(channel, 1);

    expect(quietWithOne).toBe(3);
    expect(quietWithThirty).toBe(3);
    expect(saleWithThirty).toBeLessThanOrEqual(saleWithOne);
  });
});
