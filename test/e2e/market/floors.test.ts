import { describe, expect, it } from 'vitest';
import { readChannel, untilMessages } from '../../support/channel-reading.ts';
import { COIN, FOXES, type MarketWorld, startMarketWorld } from './market-world.ts';

const MINUTE_MS = 60_000;

/** Reads the floors so many times, a minute apart. */
async function readFloors({ bot, clock }: MarketWorld, times: number): Promise<void> {
  for (let reading = 0; reading < times; reading += 1) {
    clock.advance(MINUTE_MS);
    await bot.app.poll();
  }
}

describe('a rule on the floor of a collection', () => {
  it('gets an alert once a listing took the floor below it, with where it came from and the listing', async () => {
    await using world = await startMarketWorld({
      alerts: 'floor',
      collection: FOXES,
      floor_moves: '20% in 6h',
    });
    const { channelId, marketplace } = world;
    const before = world.floor();
    await readFloors(world, 3);
    marketplace.cause.listing({ collection: FOXES, tokenId: '712', price: before / 2n });
    await readFloors(world, 2);

    const [text] = await untilMessages(world, channelId, 1);
    expect(text).toMatch(/Lantern Foxes ✓ floor [\d.]+ → [\d.]+ S \(-[\d.]+% in 1 minute\)/);
    expect(text).toMatch(/was listed for/);
    expect(text).not.toContain('since');
    await readFloors(world, 5);
    expect(readChannel(world, channelId)).toHaveLength(1);
  });

  it('is not disturbed by a listing that is gone by the next minute', async () => {
    await using world = await startMarketWorld({
      alerts: 'floor',
      collection: FOXES,
      floor_moves: '20% in 6h',
    });
    const { channelId, marketplace } = world;
    const price = world.floor() / 2n;
    await readFloors(world, 3);
    marketplace.cause.listing({ collection: FOXES, tokenId: '712', price });
    await readFloors(world, 1);
    marketplace.cause.sale({ collection: FOXES, tokenId: '712', price });
    await readFloors(world, 3);
    expect(readChannel(world, channelId)).toEqual([]);
  });

  it('gets its alert after a restart between the two readings, once', async () => {
    await using world = await startMarketWorld({
      alerts: 'floor',
      collection: FOXES,
      floor_below: '0.8',
    });
    const { bot, channelId, clock, marketplace } = world;
    await readFloors(world, 3);
    marketplace.cause.listing({ collection: FOXES, tokenId: '712', price: COIN / 2n });
    await readFloors(world, 1);
    await bot[Symbol.asyncDispose]();
    const next = await world.start();
    await readFloors({ ...world, bot: next }, 2);
    const [text] = await untilMessages(world, channelId, 1);
    expect(text).toContain('threshold');
    await next[Symbol.asyncDispose]();
    const last = await world.start();
    clock.advance(MINUTE_MS);
    await last.app.poll();
    expect(readChannel(world, channelId)).toHaveLength(1);
  });
});
