import { describe, expect, it } from 'vitest';
import { untilMessages } from '../../support/channel-reading.ts';
import { FOXES, HOUR_MS, startMarketWorld } from './market-world.ts';

const LISTING = { collection: FOXES, tokenId: '712', belowFloorPercent: 30 };
const BELOW = /^(?:29|30)% below floor/m;

/** A marketplace that updates the floor at once reports the listing's own price as the floor. */
describe('a listing below the floor that is the floor itself by the next poll', () => {
  it('is compared with the previous floor when that was read long ago', async () => {
    await using world = await startMarketWorld({ alerts: 'listings' });
    const { bot, channelId, clock, marketplace } = world;
    clock.advance(HOUR_MS);
    marketplace.cause.listing({ collection: FOXES, tokenId: '5', price: world.floor() * 2n });
    await bot.app.poll();
    await untilMessages(world, channelId, 1);
    clock.advance(HOUR_MS);
    marketplace.cause.listing(LISTING);
    await bot.app.poll();

    const [, text] = await untilMessages(world, channelId, 2);
    expect(text).toMatch(BELOW);
  });

  it('is the floor for the listings after it', async () => {
    await using world = await startMarketWorld({ alerts: 'listings' });
    const { bot, channelId, clock, marketplace } = world;
    marketplace.cause.listing(LISTING);
    await bot.app.poll();
    clock.advance(HOUR_MS);
    marketplace.cause.listing({ collection: FOXES, tokenId: '5', price: world.floor() });
    await bot.app.poll();

    const [first, second] = await untilMessages(world, channelId, 2);
    expect(first).toMatch(BELOW);
    expect(second).toMatch(/^at floor/m);
  });

  it('is compared with the previous floor after a restart', async () => {
    await using world = await startMarketWorld({ alerts: 'listings' });
    const { bot, channelId, marketplace } = world;
    await bot[Symbol.asyncDispose]();
    marketplace.cause.listing(LISTING);
    await world.start();

    const [text] = await untilMessages(world, channelId, 1);
    expect(text).toMatch(BELOW);
  });
});
