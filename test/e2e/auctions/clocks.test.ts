import { describe, expect, it } from 'vitest';
import { titlesIn, untilMessages, untilTitles } from '../../support/channel-reading.ts';
import { ANNE, COIN, HOUR_MS, MINUTE_MS, startAuction, startAuctionWorld } from './auction-world.ts';

const SECOND_MS = 1_000;

describe('auctions of a marketplace whose clock is ahead of the bot’s', () => {
  it('by 692 s are posted as sold and not as cancelled', async () => {
    await using world = await startAuctionWorld(
      { alerts: 'auction results, cancelled auctions' },
      692 * SECOND_MS,
    );
    const { bot, channelId, clock, marketplace } = world;
    const { id, tokenName } = startAuction(marketplace);
    marketplace.cause.bid({ bidder: ANNE, amount: 4n * COIN });
    await bot.app.poll();

    clock.advance(2 * HOUR_MS + MINUTE_MS);
    marketplace.cause.settle(id);
    await bot.app.poll();
    await untilMessages(world, channelId, 1);

    expect(titlesIn(world, channelId)).toEqual([`✅ ${tokenName} sold at auction for 4 S`]);
  });

  it.each([HOUR_MS, 3 * HOUR_MS])(
    'by %i ms have their start and their bids posted',
    async (clockOffsetMs) => {
      await using world = await startAuctionWorld({ alerts: 'auction starts, auction bids' }, clockOffsetMs);
      const { bot, channelId, clock, marketplace } = world;
      // A process that has just started makes no edit for the seven seconds in which a request of the one before may arrive.
      clock.advance(8 * SECOND_MS);
      const { tokenName } = startAuction(marketplace);
      await bot.app.poll();
      const [start] = await untilMessages(world, channelId, 1);
      expect(titlesIn(world, channelId)).toEqual([`🔨 ${tokenName} is up for auction`]);
      expect(start).not.toContain('starts');

      marketplace.cause.bid({ bidder: ANNE, amount: 4n * COIN });
      await bot.app.poll();
      const next = startAuction(marketplace);
      marketplace.cause.bid({ bidder: ANNE, amount: 5n * COIN });
      await bot.app.poll();
      const texts = await untilMessages(world, channelId, 2);

      expect(texts.join('\n')).toContain('4 S');
      expect(titlesIn(world, channelId)).toContain(`🔨 ${next.tokenName} is up for auction`);
    },
  );

  it('by an hour are posted as ending and ended at the right time', async () => {
    await using world = await startAuctionWorld(
      { alerts: 'auctions ending soon, auction results', ending: '5' },
      HOUR_MS,
    );
    const { bot, channelId, clock, marketplace } = world;
    const { tokenName } = startAuction(marketplace);
    await bot.app.poll();
    clock.advance(2 * HOUR_MS - 4 * MINUTE_MS);
    await untilMessages(world, channelId, 1);
    expect(titlesIn(world, channelId)).toEqual([`⏳ ${tokenName} ends soon`]);

    clock.advance(4 * MINUTE_MS + SECOND_MS);
    await bot.app.poll();
    await untilMessages(world, channelId, 2);
    expect(titlesIn(world, channelId)[1]).toBe(`💤 Auction of ${tokenName} ended without a bid, settling`);
  });
});

describe('auctions of a marketplace whose clock is behind the bot’s', () => {
  it('by 30 s end by the marketplace’s clock, however short they are', async () => {
    await using world = await startAuctionWorld(
      { alerts: 'auction starts, auction results' },
      -30 * SECOND_MS,
    );
    const { bot, channelId, clock, marketplace } = world;
    await bot.app.poll();
    clock.advance(5 * SECOND_MS);
    const { tokenName } = startAuction(marketplace, { endsInMs: 20 * SECOND_MS });
    await bot.app.poll();
    await untilMessages(world, channelId, 1);
    expect(titlesIn(world, channelId)).toEqual([`🔨 ${tokenName} is up for auction`]);

    clock.advance(10 * SECOND_MS);
    await bot.app.poll();
    clock.advance(11 * SECOND_MS);
    await bot.app.poll();
    const over = `💤 Auction of ${tokenName} ended without a bid`;
    await untilTitles(world, channelId, [`${over}, settling`, `${over}, settling`]);
    clock.advance(MINUTE_MS);
    await bot.app.poll();
    await untilTitles(world, channelId, [over, over]);
  });
});
