import { describe, expect, it } from 'vitest';
import { WARN } from '../../support/bot-log.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';

const GAP = 'gap in the feed';
const FEED = '/api/activities';
/** Maximum page size here, so that twenty-five events do not fit. */
const PAGE = 10;

describe('more events between two polls than a page shows', () => {
  it('are read from further pages, and nothing is missed', async () => {
    await using world = await startBotWorld({ maxLimit: PAGE });
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);

    const due = sellFoxes(world, 25);
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 25))).toEqual(due);
    expect(bot.log.linesWith(GAP)).toEqual([]);
  });

  it('are a gap where there are no further pages: it is logged, and what can be read is posted once', async () => {
    await using world = await startBotWorld({ maxLimit: PAGE });
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    marketplace.faults.set({ ignore: ['page'] }, FEED);

    const due = sellFoxes(world, 25);
    await bot.app.poll();
    const later = sellFoxes(world, 1);
    await bot.app.poll();

    const seen = itemsPosted(await world.untilPosted(home.channelId, PAGE + 1));
    expect(seen).toEqual([...due.slice(-PAGE), ...later]);
    expect(bot.log.linesWith(GAP)).toEqual([expect.objectContaining({ level: WARN, read: PAGE })]);
  });

  it('are read later when further pages fail now: nothing is written before all of them were read', async () => {
    await using world = await startBotWorld({ maxLimit: PAGE });
    const { home, marketplace, clock } = world;
    const bot = await world.start();
    await home.follow(home.channelId);

    const due = sellFoxes(world, 25);
    for (const seed of [1, 2, 3, 4]) {
      marketplace.faults.set({ status: 500, chance: 0.5, seed }, FEED);
      await bot.app.poll();
      clock.advance(61_000);
    }
    marketplace.faults.clear();
    due.push(...sellFoxes(world, 1));
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, due.length))).toEqual(due);
    expect(bot.log.linesWith(GAP)).toEqual([]);
  });
});

describe('what never reaches the feed', () => {
  it('is not posted, and what follows it is', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    marketplace.faults.set({ gap: true }, FEED);
    sellFoxes(world, 3);
    marketplace.faults.clear();

    const due = sellFoxes(world, 1);
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 1))).toEqual(due);
  });
});

describe('a record that comes late', () => {
  it('below twenty newer ones that were posted already is posted, once', async () => {
    await using world = await startBotWorld();
    const { home, marketplace, clock } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    marketplace.faults.set({ late: { every: 1, byMs: 120_000 } }, FEED);
    const before = marketplace.ledger.records().length;
    marketplace.cause.sale();
    marketplace.faults.clear();
    for (let turn = 0; turn < 4; turn += 1) {
      clock.advance(20_000);
      sellFoxes(world, 5);
      await bot.app.poll();
    }
    await world.untilPosted(home.channelId, 20);

    clock.advance(60_000);
    await bot.app.poll();
    const [late] = marketplace.ledger.records().slice(before).toReversed();
    const last = sellFoxes(world, 1);
    await bot.app.poll();

    const seen = itemsPosted(await world.untilPosted(home.channelId, 22));
    expect(seen.slice(20)).toEqual([`${late?.collection}/${late?.tokenId}`, ...last]);
  });
});
