import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { readChannel, titlesIn, untilMessages, untilSaid } from '../../support/channel-reading.ts';
import { ANNE, BORIS, COIN, HOUR_MS, openAuctionRoom, startAuction } from './auction-room.ts';

describe('an auction that ran before the bot was first started', () => {
  it('is not told as started or bid on, but its later bids and its end are', async () => {
    await using world = await startBotWorld();
    const { clock, home, marketplace } = world;
    const { channelId } = home;
    const { id, tokenName } = startAuction(marketplace);
    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    const bot = await world.start();
    await home.subscribe(channelId, { alerts: 'auctions', ending: '5' });
    await bot.app.look();
    expect(readChannel(world, channelId)).toEqual([]);

    marketplace.cause.bid({ bidder: BORIS, amount: 3n * COIN });
    await bot.app.look();
    const [text] = await untilMessages(world, channelId, 1);
    expect(text).toContain(`Bid of 3 S on ${tokenName}`);
    expect(text).toContain('outbid');
    clock.leap(2 * HOUR_MS + 1_000);
    marketplace.cause.settle(id);
    await bot.app.look();
    await untilMessages(world, channelId, 2);

    expect(titlesIn(world, channelId)).toEqual([
      `Bid of 3 S on ${tokenName}`,
      `${tokenName} sold at auction for 3 S`,
    ]);
  });
});

describe('a restart in the middle of an auction', () => {
  it('repeats nothing: the next bid edits the card from before, and the end is told once', async () => {
    await using world = await openAuctionRoom({ alerts: 'auctions', ending: '10' });
    const { bot, channelId, clock, marketplace } = world;
    const { id, tokenName } = startAuction(marketplace);
    await bot.app.look();
    await untilMessages(world, channelId, 1);
    await bot[Symbol.asyncDispose]();

    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    const second = await world.start();
    const texts = await untilSaid(world, channelId, 'Highest bid: **2 S**');
    expect(texts).toHaveLength(1);
    clock.leap(2 * HOUR_MS - 9 * 60_000);
    await untilMessages(world, channelId, 2);
    await second[Symbol.asyncDispose]();

    const third = await world.start();
    await third[Symbol.asyncDispose]();
    clock.leap(10 * 60_000);
    const fourth = await world.start();
    await untilMessages(world, channelId, 3);
    marketplace.cause.settle(id);
    await fourth.app.look();
    await untilSaid(world, channelId, 'sold at auction for 2 S');

    expect(titlesIn(world, channelId)).toEqual([
      `${tokenName} is up for auction`,
      `Auction of ${tokenName} is about to end`,
      `${tokenName} sold at auction for 2 S`,
    ]);
  });

  it('between its end and its settlement loses nothing that its messages told of it', async () => {
    await using world = await openAuctionRoom({ alerts: 'auction results' });
    const { bot, channelId, clock, marketplace } = world;
    const [sale] = marketplace.cause.sale({ collection: 'lantern-foxes', price: 4n * COIN });
    const { id } = startAuction(marketplace, { collection: 'lantern-foxes', tokenId: sale?.tokenId });
    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    clock.leap(2 * HOUR_MS + 1_000);
    await bot.app.look();
    const [over] = await untilMessages(world, channelId, 1);
    const compared = /\n(.* the last price of [\d.]+ S)\n/.exec(over ?? '')?.[1];
    await bot[Symbol.asyncDispose]();

    marketplace.cause.settle(id);
    await world.start();
    const [sold] = await untilSaid(world, channelId, 'Sold for: **2 S**');

    expect(compared).toMatch(
      /^100% above the starting price · .+ the floor of .+ · 50% below the last price of 4 S$/,
    );
    expect(sold).toContain(compared);
  });

  it('tells what happened meanwhile: a lead time that passed at once, with the time that is left', async () => {
    await using world = await openAuctionRoom({ alerts: 'auctions ending soon', ending: '30' });
    const { bot, channelId, clock, marketplace } = world;
    const { tokenName } = startAuction(marketplace);
    await bot.app.look();
    await bot[Symbol.asyncDispose]();

    clock.leap(2 * HOUR_MS - 12 * 60_000);
    await world.start();
    await untilMessages(world, channelId, 1);

    expect(titlesIn(world, channelId)).toEqual([`Auction of ${tokenName} is about to end`]);
  });
});

describe('a card that somebody deleted', () => {
  it('is let be; the next bid gets a message of its own, and others go on', async () => {
    await using world = await openAuctionRoom();
    const { bot, channelId, discord, marketplace } = world;
    const { id, tokenName } = startAuction(marketplace);
    await bot.app.look();
    await untilMessages(world, channelId, 1);
    await world.asBot(
      'DELETE',
      `/channels/${channelId}/messages/${discord.messages(channelId)[0]?.id ?? ''}`,
    );

    marketplace.cause.bid({ auction: id, bidder: ANNE, amount: 2n * COIN });
    const next = startAuction(marketplace);
    await bot.app.look();
    await untilMessages(world, channelId, 1);
    await bot.log.until('is let be');
    marketplace.cause.bid({ auction: id, bidder: BORIS, amount: 3n * COIN });
    await bot.app.look();
    await untilMessages(world, channelId, 2);

    expect(titlesIn(world, channelId)).toEqual([
      `${next.tokenName} is up for auction`,
      `Bid of 3 S on ${tokenName}`,
    ]);
  });
});

describe('an auction that two servers follow', () => {
  it('has a card in each, and both show the same', async () => {
    await using world = await openAuctionRoom();
    const { bot, channelId, marketplace } = world;
    const other = world.addServer('other');
    await bot.log.until('ready');
    await other.subscribe(other.channelId, { alerts: 'auctions' });
    startAuction(marketplace);
    await bot.app.look();
    for (const channel of [channelId, other.channelId]) await untilMessages(world, channel, 1);

    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    await bot.app.look();

    for (const channel of [channelId, other.channelId]) {
      expect(await untilSaid(world, channel, 'Highest bid: **2 S**')).toHaveLength(1);
    }
    const withoutMark = (text: string | undefined) => text?.replace(/alert \w+/, '');
    expect(withoutMark(readChannel(world, other.channelId)[0])).toBe(
      withoutMark(readChannel(world, channelId)[0]),
    );
  });
});
