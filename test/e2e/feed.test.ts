import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../support/bot-world.ts';
import { countAlertsPosted, itemsPosted, itemsSold } from '../support/posted-items.ts';
import { FOXES, sellFoxes } from '../support/sell-foxes.ts';

describe('a misbehaving feed', () => {
  it('repeats every record: each sale is posted once', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    marketplace.faults.set({ duplicates: true }, '/api/activities');

    const due = sellFoxes(world, 3);
    await bot.app.poll();
    await world.untilPosted(home.channelId, 3);
    const later = sellFoxes(world, 1);
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 4))).toEqual([...due, ...later]);
  });

  it('returns its records out of order: each sale is posted once', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    marketplace.faults.set({ reorder: true }, '/api/activities');

    const due: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      due.push(...sellFoxes(world, 2));
      world.clock.advance(1_000);
      await bot.app.poll();
    }

    const seen = itemsPosted(await world.untilPosted(home.channelId, 6));
    expect(seen.toSorted()).toEqual(due.toSorted());
  });

  it('shows a record late, below newer ones: it is posted once', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    marketplace.faults.set({ late: { every: 2, byMs: 60_000 } }, '/api/activities');

    const prompt = sellFoxes(world, 4);
    await bot.app.poll();
    await world.untilPosted(home.channelId, 2);
    world.clock.advance(60_000);
    const newer = sellFoxes(world, 1);
    await bot.app.poll();
    await world.untilPosted(home.channelId, 5);
    await bot.app.poll();

    const everything = itemsSold(marketplace.ledger.records().filter(({ history }) => !history));
    expect(prompt).toHaveLength(2);
    expect(everything).toHaveLength(5);
    const seen = itemsPosted(world.embeds(home.channelId));
    expect(seen.slice(0, 2)).toEqual(prompt);
    expect(seen).toContain(newer[0]);
    expect(seen.toSorted()).toEqual(everything.toSorted());
  });

  it('has more events between two polls than a page holds: a summary counts all of them, nothing is lost', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);

    const due = sellFoxes(world, 250);
    await bot.app.poll();

    const embeds = await world.untilPosted(home.channelId, 1);
    const named = itemsPosted(embeds);
    const next = sellFoxes(world, 1);
    await bot.app.poll();
    const all = await world.untilPosted(home.channelId, embeds.length + 1);

    expect(due).toHaveLength(250);
    expect(countAlertsPosted(embeds)).toBe(250);
    expect(new Set(named).size).toBe(named.length);
    expect(due).toEqual(expect.arrayContaining([...named]));
    expect(itemsPosted(all.slice(embeds.length))).toEqual(next);
    expect(bot.log.linesWith('gap in the feed')).toEqual([]);
  });
});

describe('a poll of the feed', () => {
  it('costs the same with one following channel as with twenty: one request, and two for the auctions', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();

    async function costOfPoll(): Promise<number> {
      const before = marketplace.requests.total;
      await bot.app.poll();
      return marketplace.requests.total - before;
    }
    /** Sells the same token each time, so that its lookups are the same too. */
    async function costOfSale(): Promise<number> {
      marketplace.cause.sale({ collection: FOXES, tokenId: '712' });
      return costOfPoll();
    }

    await home.follow(home.channelId);
    const [quietWithOne, saleWithOne] = [await costOfPoll(), await costOfSale()];
    const more = Array.from({ length: 19 }, (_, number) => home.addChannel(`more-${number}`));
    for (const channel of more) await home.subscribe(channel, { alerts: 'sales' });
    const [quietWithTwenty, saleWithTwenty] = [await costOfPoll(), await costOfSale()];
    for (const channel of more) await world.untilPosted(channel, 1);

    expect(quietWithOne).toBe(3);
    expect(quietWithTwenty).toBe(3);
    expect(saleWithTwenty).toBeLessThanOrEqual(saleWithOne);
  });
});
