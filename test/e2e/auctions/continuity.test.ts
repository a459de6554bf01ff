import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import {
  readChannel,
  titlesIn,
  untilMessageIncludes,
  untilMessages,
  untilTitles,
} from '../../support/channel-reading.ts';
import { ANNE, BORIS, COIN, HOUR_MS, startAuction, startAuctionWorld } from './auction-world.ts';

describe('an auction that ran before the bot was first started', () => {
  it('is not posted as started or for earlier bids, but its later bids and its end are', async () => {
    await using world = await startBotWorld();
    const { clock, home, marketplace } = world;
    const { channelId } = home;
    const { id, tokenName } = startAuction(marketplace);
    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    const bot = await world.start();
    await home.subscribe(channelId, { alerts: 'auctions', ending: '5' });
    await bot.app.poll();
    expect(readChannel(world, channelId)).toEqual([]);

    marketplace.cause.bid({ bidder: BORIS, amount: 3n * COIN });
    await bot.app.poll();
    const [text] = await untilMessages(world, channelId, 1);
    expect(text).toContain(`📈 Bid of 3 S on ${tokenName}`);
    expect(text).toContain('outbid');
    clock.advance(2 * HOUR_MS + 1_000);
    marketplace.cause.settle(id);
    await bot.app.poll();
    await untilMessages(world, channelId, 2);

    expect(titlesIn(world, channelId)).toEqual([
      `📈 Bid of 3 S on ${tokenName}`,
      `✅ ${tokenName} sold at auction for 3 S`,
    ]);
  });
});

describe('a restart in the middle of an auction', () => {
  it('repeats nothing: the next bid edits the existing live message, and the end is posted once', async () => {
    await using world = await startAuctionWorld({ alerts: 'auctions', ending: '10' });
    const { bot, channelId, clock, marketplace } = world;
    const { id, tokenName } = startAuction(marketplace);
    await bot.app.poll();
    await untilMessages(world, channelId, 1);
    await bot[Symbol.asyncDispose]();

    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    const second = await world.start();
    const texts = await untilMessageIncludes(world, channelId, '**2 S** top bid');
    expect(texts).toHaveLength(1);
    clock.advance(2 * HOUR_MS - 9 * 60_000);
    await untilMessages(world, channelId, 2);
    await second[Symbol.asyncDispose]();

    const third = await world.start();
    await third[Symbol.asyncDispose]();
    clock.advance(10 * 60_000);
    const fourth = await world.start();
    await untilMessages(world, channelId, 3);
    marketplace.cause.settle(id);
    await fourth.app.poll();
    await untilMessageIncludes(world, channelId, 'sold at auction for 2 S');

    await untilTitles(world, channelId, [
      `✅ ${tokenName} sold at auction for 2 S`,
      `⏳ ${tokenName} ends soon`,
      `✅ ${tokenName} sold at auction for 2 S`,
    ]);
  });

  it('between its end and its settlement loses nothing that its messages show', async () => {
    await using world = await startAuctionWorld({ alerts: 'auction results' });
    const { bot, channelId, clock, marketplace } = world;
    const [sale] = marketplace.cause.sale({ collection: 'lantern-foxes', price: 4n * COIN });
    const { id } = startAuction(marketplace, { collection: 'lantern-foxes', tokenId: sale?.tokenId });
    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    clock.advance(2 * HOUR_MS + 1_000);
    await bot.app.poll();
    const [over] = await untilMessages(world, channelId, 1);
    const compared = /\n(.* last sold for [\d.]+ S) · rank/.exec(over ?? '')?.[1];
    await bot[Symbol.asyncDispose]();

    marketplace.cause.settle(id);
    await world.start();
    const [sold] = await untilMessageIncludes(world, channelId, 'sold at auction for 2 S');

    expect(compared).toMatch(/^.+ floor · 100% above starting price · last sold for 4 S$/);
    expect(sold).toContain(compared);
  });

  it('posts what happened meanwhile: a missed lead time at once, with the remaining time', async () => {
    await using world = await startAuctionWorld({ alerts: 'auctions ending soon', ending: '30' });
    const { bot, channelId, clock, marketplace } = world;
    const { tokenName } = startAuction(marketplace);
    await bot.app.poll();
    await bot[Symbol.asyncDispose]();

    clock.advance(2 * HOUR_MS - 12 * 60_000);
    await world.start();
    await untilMessages(world, channelId, 1);

    expect(titlesIn(world, channelId)).toEqual([`⏳ ${tokenName} ends soon`]);
  });
});

describe('a deleted live message', () => {
  it('is abandoned; the next bid gets a new message, and other messages are still edited', async () => {
    await using world = await startAuctionWorld();
    const { bot, channelId, discord, marketplace } = world;
    const { id, tokenName } = startAuction(marketplace);
    await bot.app.poll();
    await untilMessages(world, channelId, 1);
    await world.requestAsBot(
      'DELETE',
      `/channels/${channelId}/messages/${discord.messages(channelId)[0]?.id ?? ''}`,
    );

    marketplace.cause.bid({ auction: id, bidder: ANNE, amount: 2n * COIN });
    const next = startAuction(marketplace);
    await bot.app.poll();
    await untilMessages(world, channelId, 1);
    await bot.log.until('no longer be edited or published');
    marketplace.cause.bid({ auction: id, bidder: BORIS, amount: 3n * COIN });
    await bot.app.poll();
    await untilMessages(world, channelId, 2);

    expect(titlesIn(world, channelId)).toEqual([
      `🔨 ${next.tokenName} is up for auction`,
      `📈 Bid of 3 S on ${tokenName}`,
    ]);
  });
});

describe('an auction that two servers follow', () => {
  it('has a live message in each, and both show the same', async () => {
    await using world = await startAuctionWorld();
    const { bot, channelId, marketplace } = world;
    const other = world.addServer('other');
    await bot.log.until('ready');
    await other.subscribe(other.channelId, { alerts: 'auctions' });
    startAuction(marketplace);
    await bot.app.poll();
    for (const channel of [channelId, other.channelId])
      await untilMessageIncludes(world, channel, 'is up for auction');

    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    await bot.app.poll();

    // The other server has invited the bot just now, so there is a greeting too.
    const cardsIn = async (channel: string) => {
      const texts = await untilMessageIncludes(world, channel, '**2 S** top bid');
      return texts
        .filter((text) => text.includes('is up for auction'))
        .map((text) => text.replace(/alert \w+/, ''));
    };
    const cards = await cardsIn(channelId);
    expect(cards).toHaveLength(1);
    expect(await cardsIn(other.channelId)).toEqual(cards);
  });
});
