import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';

const FEED = '/api/activities';
const MINUTE_MS = 60_000;

describe('a marketplace that asks to be left alone for an hour', () => {
  it('is left alone for an hour, and then nothing is missing', async () => {
    await using world = await startBotWorld();
    const { home, marketplace, clock } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    marketplace.faults.set({ tooMany: { retryAfter: 3_600, headers: true } }, FEED);
    const due = sellFoxes(world, 1);
    await bot.app.poll();
    marketplace.faults.clear();
    const asked = marketplace.requests.byPath.get(FEED);

    for (let minute = 0; minute < 59; minute += 1) {
      clock.advance(MINUTE_MS);
      await bot.app.poll();
    }
    expect(marketplace.requests.byPath.get(FEED)).toBe(asked);
    expect(world.embeds(home.channelId)).toEqual([]);

    clock.advance(MINUTE_MS);
    due.push(...sellFoxes(world, 1));
    await bot.app.poll();
    expect(itemsPosted(await world.untilPosted(home.channelId, 2))).toEqual(due);
  });

  it('is believed no longer than that, however long it asks for', async () => {
    await using world = await startBotWorld();
    const { home, marketplace, clock } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    marketplace.faults.set({ tooMany: { retryAfter: 40_000_000, headers: true }, times: 1 }, FEED);
    const due = sellFoxes(world, 1);
    await bot.app.poll();

    clock.advance(61 * MINUTE_MS);
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 1))).toEqual(due);
  });
});

// Real patience is tested here, in real time, so all of it at once.
describe.concurrent('an answer that drips for longer than anybody waits', () => {
  it('is the feed’s: the poll is given up, and the sales are posted later', async ({ expect }) => {
    await using world = await startBotWorld();
    const { home, marketplace, clock } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    marketplace.faults.set({ drip: { bytes: 64, everyMs: 250 }, times: 1 }, FEED);

    const due = sellFoxes(world, 1);
    await bot.app.poll();
    expect(bot.log.linesWith('poll of the feed failed')).toHaveLength(1);
    clock.advance(MINUTE_MS);
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 1))).toEqual(due);
  });

  it('is the token list’s: sales are posted without it', async ({ expect }) => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    marketplace.faults.set({ drip: { bytes: 16, everyMs: 500 } }, '/api/tokens/*');

    const due = sellFoxes(world, 1);
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 1))).toEqual(due);
  });

  it('is a collection’s: sales are posted before it could have come', async ({ expect }) => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    // Longer than a request for it may take, which is 10 s.
    marketplace.faults.set({ latencyMs: 60_000 }, '/api/collections/*');

    const due = sellFoxes(world, 1);
    const poll = bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 1, 9_000))).toEqual(due);
    await poll;
  });
});
