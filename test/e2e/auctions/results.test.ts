import { describe, expect, it } from 'vitest';
import { titlesIn, untilMessages, untilSaid } from '../../support/channel-reading.ts';
import { ANNE, BORIS, COIN, HOUR_MS, linked, openAuctionRoom, startAuction } from './auction-room.ts';

const RESULTS = { alerts: 'auction results, cancelled auctions' };

describe('an auction that ended', () => {
  it('with bids is told as over and unsettled, and the same message as sold once it settles minutes later', async () => {
    await using world = await openAuctionRoom(RESULTS);
    const { bot, channelId, clock, marketplace, discord } = world;
    const { id, tokenName } = startAuction(marketplace);
    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    marketplace.cause.bid({ bidder: BORIS, amount: (5n * COIN) / 2n });
    await bot.app.look();

    clock.leap(2 * HOUR_MS + 1_000);
    await bot.app.look();
    const [over] = await untilMessages(world, channelId, 1);
    expect(titlesIn(world, channelId)).toEqual([`Auction of ${tokenName} is over at 2.5 S`]);
    expect(over).toContain('over, waiting for settlement');
    expect(/Leader: (.+)/.exec(over ?? '')?.[1]).toContain(linked(BORIS));

    clock.leap(17 * 60_000);
    marketplace.cause.settle(id);
    await bot.app.look();
    const texts = await untilSaid(world, channelId, `${tokenName} sold at auction for 2.5 S`);

    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('Sold for: **2.5 S**');
    expect(/Winner: (.+)/.exec(texts[0] ?? '')?.[1]).toContain(linked(BORIS));
    expect(texts[0]).toMatch(/settled <t:\d+:R>/);
    expect(texts[0]).not.toContain('waiting for settlement');
    expect(discord.messages(channelId)[0]?.edits).toHaveLength(1);
  });

  it('is told to the wei, beside its start and the floor', async () => {
    await using world = await openAuctionRoom(RESULTS);
    const { bot, channelId, clock, marketplace } = world;
    const { id, tokenName } = startAuction(marketplace, { collection: 'lantern-foxes' });
    marketplace.cause.bid({ bidder: ANNE, amount: 1_500_000_000_000_000_007n });
    clock.leap(2 * HOUR_MS + 1_000);
    marketplace.cause.settle(id);
    await bot.app.look();

    const [text] = await untilSaid(world, channelId, `${tokenName} sold at auction for 1.5 S`);
    expect(text).toContain('exactly 1.500000000000000007 S');
    expect(text).toContain('50% above the starting price');
    expect(text).toMatch(/(above|below) the floor of [\d.]+ S/);
  });

  it('without a bid is told so', async () => {
    await using world = await openAuctionRoom(RESULTS);
    const { bot, channelId, clock, marketplace } = world;
    const { tokenName } = startAuction(marketplace);
    await bot.app.look();

    clock.leap(2 * HOUR_MS + 1_000);
    await bot.app.look();
    const [text] = await untilMessages(world, channelId, 1);

    expect(titlesIn(world, channelId)).toEqual([`Auction of ${tokenName} ended without a bid`]);
    expect(text).toMatch(/^ended without a bid <t:\d+:R>/m);
    expect(text).not.toMatch(/Winner|Sold for|Leader/);
  });

  it('leaves the card of its start with the result as well', async () => {
    await using world = await openAuctionRoom({ alerts: 'auctions', ending: '5' });
    const { bot, channelId, clock, marketplace } = world;
    const { id, tokenName } = startAuction(marketplace);
    await bot.app.look();
    await untilMessages(world, channelId, 1);
    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    clock.leap(2 * HOUR_MS + 1_000);
    marketplace.cause.settle(id);
    await bot.app.look();

    const texts = await untilSaid(world, channelId, 'is up for auction', '**sold**', 'Sold for: **2 S**');
    expect(texts).toHaveLength(2);
    expect(titlesIn(world, channelId)).toEqual([
      `${tokenName} is up for auction`,
      `${tokenName} sold at auction for 2 S`,
    ]);
  });

  it('and had begun since the last look is told once, as ended only', async () => {
    await using world = await openAuctionRoom();
    const { bot, channelId, clock, marketplace } = world;
    const { id, tokenName } = startAuction(marketplace, { endsInMs: 60_000 });
    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN, extensionMs: 0 });
    clock.leap(120_000);
    marketplace.cause.settle(id);

    await bot.app.look();
    await untilMessages(world, channelId, 1);
    const next = startAuction(marketplace);
    await bot.app.look();
    await untilMessages(world, channelId, 2);

    expect(titlesIn(world, channelId)).toEqual([
      `${tokenName} sold at auction for 2 S`,
      `${next.tokenName} is up for auction`,
    ]);
  });
});

describe('an auction that is cancelled', () => {
  it('is told, its card says so, and it neither ends nor is about to end', async () => {
    await using world = await openAuctionRoom({ alerts: 'auctions', ending: '30' });
    const { bot, channelId, clock, marketplace } = world;
    const { id, tokenName } = startAuction(marketplace);
    await bot.app.look();
    await untilMessages(world, channelId, 1);

    marketplace.cause.cancelAuction(id);
    await bot.app.look();
    await untilSaid(world, channelId, 'is up for auction', '**cancelled**');
    clock.leap(3 * HOUR_MS);
    const next = startAuction(marketplace);
    await bot.app.look();
    await untilMessages(world, channelId, 3);

    expect(titlesIn(world, channelId)).toEqual([
      `${tokenName} is up for auction`,
      `Auction of ${tokenName} was cancelled`,
      `${next.tokenName} is up for auction`,
    ]);
  });
});
