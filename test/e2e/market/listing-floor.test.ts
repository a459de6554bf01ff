import { describe, expect, it } from 'vitest';
import { untilMessages } from '../../support/channel-reading.ts';
import { FOXES, HOUR_MS, openMarketRoom } from './market-room.ts';

const LISTING = { collection: FOXES, tokenId: '712', belowFloorPercent: 30 };
const BELOW = /^(?:29|30)% below the floor of [\d.]+ S$/m;

/** A marketplace that counts a listing into the floor at once tells the listing's own price as the floor. */
describe('a listing below the floor that is the floor itself by the time the bot looks', () => {
  it('is measured against the floor before it when that was last looked up long ago', async () => {
    await using world = await openMarketRoom({ alerts: 'listings' });
    const { bot, channelId, clock, marketplace } = world;
    clock.leap(HOUR_MS);
    marketplace.cause.listing({ collection: FOXES, tokenId: '5', price: world.floor() * 2n });
    await bot.app.look();
    await untilMessages(world, channelId, 1);
    clock.leap(HOUR_MS);
    marketplace.cause.listing(LISTING);
    await bot.app.look();

    const [, text] = await untilMessages(world, channelId, 2);
    expect(text).toMatch(BELOW);
  });

  it('is the floor for the listings after it', async () => {
    await using world = await openMarketRoom({ alerts: 'listings' });
    const { bot, channelId, clock, marketplace } = world;
    marketplace.cause.listing(LISTING);
    await bot.app.look();
    clock.leap(HOUR_MS);
    marketplace.cause.listing({ collection: FOXES, tokenId: '5', price: world.floor() });
    await bot.app.look();

    const [first, second] = await untilMessages(world, channelId, 2);
    expect(first).toMatch(BELOW);
    expect(second).toMatch(/^the floor price$/m);
  });

  it('is measured against the floor before it after a restart', async () => {
    await using world = await openMarketRoom({ alerts: 'listings' });
    const { bot, channelId, marketplace } = world;
    await bot[Symbol.asyncDispose]();
    marketplace.cause.listing(LISTING);
    await world.start();

    const [text] = await untilMessages(world, channelId, 1);
    expect(text).toMatch(BELOW);
  });
});
