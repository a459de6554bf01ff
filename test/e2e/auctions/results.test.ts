import { describe, expect, it } from 'vitest';
import {
  readChannel,
  titlesIn,
  untilMessageIncludes,
  untilMessages,
  untilTitles,
} from '../../support/channel-reading.ts';
import {
  ANNE,
  BORIS,
  COIN,
  HOUR_MS,
  linked,
  MINUTE_MS,
  startAuction,
  startAuctionWorld,
} from './auction-world.ts';

const RESULTS = { alerts: 'auction results, cancelled auctions' };

describe('an auction that ended', () => {
  it('with bids is posted as settling, and the message names the winner a minute later and is edited to sold once it settles', async () => {
    await using world = await startAuctionWorld(RESULTS);
    const { bot, channelId, clock, marketplace, discord } = world;
    const { id, tokenName } = startAuction(marketplace);
    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    marketplace.cause.bid({ bidder: BORIS, amount: (5n * COIN) / 2n });
    await bot.app.poll();

    clock.advance(2 * HOUR_MS + 1_000);
    await bot.app.poll();
    const [over] = await untilMessages(world, channelId, 1);
    expect(titlesIn(world, channelId)).toEqual([`🏁 Auction of ${tokenName} ended at 2.5 S, settling`]);
    expect(over).toContain('a late bid may still win');
    expect(over).not.toMatch(/won|sold/);
    expect(/Top bid by (.+)/.exec(over ?? '')?.[1]).toContain(linked(BORIS));

    clock.advance(MINUTE_MS);
    await bot.app.poll();
    const [won] = await untilMessageIncludes(world, channelId, `🏁 ${tokenName} won at auction for 2.5 S`);
    expect(won).toContain('waiting for settlement');
    expect(won).not.toContain('a late bid may still win');
    expect(/Winner (.+)/.exec(won ?? '')?.[1]).toContain(linked(BORIS));

    clock.advance(16 * MINUTE_MS);
    marketplace.cause.settle(id);
    await bot.app.poll();
    const texts = await untilMessageIncludes(world, channelId, `✅ ${tokenName} sold at auction for 2.5 S`);

    expect(texts).toHaveLength(1);
    expect(/^Winner (.+) · Settled/m.exec(texts[0] ?? '')?.[1]).toContain(linked(BORIS));
    expect(texts[0]).toMatch(/Settled <t:\d+:R>/);
    expect(texts[0]).not.toContain('waiting for settlement');
    expect(discord.messages(channelId)[0]?.edits).toHaveLength(2);
  });

  it('compares the amount with the floor and the starting price', async () => {
    await using world = await startAuctionWorld(RESULTS);
    const { bot, channelId, clock, marketplace } = world;
    const { id, tokenName } = startAuction(marketplace, { collection: 'lantern-foxes' });
    marketplace.cause.bid({ bidder: ANNE, amount: 1_500_000_000_000_000_007n });
    clock.advance(2 * HOUR_MS + 1_000);
    marketplace.cause.settle(id);
    await bot.app.poll();

    const [text] = await untilMessageIncludes(world, channelId, `✅ ${tokenName} sold at auction for 1.5 S`);
    expect(text).toMatch(/(above|below) floor · 50% above starting price/);
    expect(text).not.toContain('exactly');
  });

  it('is posted as ended without a bid, and as final a minute later in the same message', async () => {
    await using world = await startAuctionWorld(RESULTS);
    const { bot, channelId, clock, marketplace } = world;
    const { tokenName } = startAuction(marketplace);
    await bot.app.poll();

    clock.advance(2 * HOUR_MS + 1_000);
    await bot.app.poll();
    const [settling] = await untilMessages(world, channelId, 1);
    expect(titlesIn(world, channelId)).toEqual([`💤 Auction of ${tokenName} ended without a bid, settling`]);
    expect(settling).toContain('a late bid may still win');

    clock.advance(MINUTE_MS);
    await bot.app.poll();
    await untilTitles(world, channelId, [`💤 Auction of ${tokenName} ended without a bid`]);
    const [text] = readChannel(world, channelId);
    expect(text).toMatch(/^Ended <t:\d+:R>/m);
    expect(text).not.toMatch(/sold|[Tt]op bid|late bid/);
  });

  it('is shown in the card, and posted as a short message that links to it', async () => {
    await using world = await startAuctionWorld({ alerts: 'auctions', ending: '5' });
    const { bot, channelId, clock, marketplace } = world;
    const { id, tokenName } = startAuction(marketplace);
    await bot.app.poll();
    await untilMessages(world, channelId, 1);
    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    clock.advance(2 * HOUR_MS + 1_000);
    marketplace.cause.settle(id);
    await bot.app.poll();

    const sold = `✅ ${tokenName} sold at auction for 2 S`;
    await untilTitles(world, channelId, [sold, sold]);
    const [card] = world.discord.messages(channelId);
    const [, short] = world.embeds(channelId);
    expect(short).not.toHaveProperty('image');
    expect(short?.description).toContain(linked(ANNE));
    expect(short?.description).toContain(
      `(https://discord.com/channels/${world.home.guildId}/${channelId}/${card?.id ?? ''})`,
    );
  });

  it('and had started since the last poll is posted once, only as ended', async () => {
    await using world = await startAuctionWorld();
    const { bot, channelId, clock, marketplace } = world;
    const { id, tokenName } = startAuction(marketplace, { endsInMs: 60_000 });
    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN, extensionMs: 0 });
    clock.advance(120_000);
    marketplace.cause.settle(id);

    await bot.app.poll();
    await untilMessages(world, channelId, 1);
    const next = startAuction(marketplace);
    await bot.app.poll();
    await untilMessages(world, channelId, 2);

    expect(titlesIn(world, channelId)).toEqual([
      `✅ ${tokenName} sold at auction for 2 S`,
      `🔨 ${next.tokenName} is up for auction`,
    ]);
  });
});

describe('an auction in a channel that wants cards alone', () => {
  it('has one message, which shows the end', async () => {
    await using world = await startAuctionWorld();
    const { bot, channelId, clock, home, marketplace } = world;
    await home.admin.command('alerts channel', { channel: channelId, auctions: 'card' });
    const { id, tokenName } = startAuction(marketplace);
    await bot.app.poll();
    await untilMessages(world, channelId, 1);
    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    clock.advance(2 * HOUR_MS + 1_000);
    marketplace.cause.settle(id);
    await bot.app.poll();
    await untilTitles(world, channelId, [`✅ ${tokenName} sold at auction for 2 S`]);
    marketplace.cause.sale();
    const next = startAuction(marketplace);
    await bot.app.poll();
    await untilMessages(world, channelId, 2);
    expect(titlesIn(world, channelId)).toEqual([
      `✅ ${tokenName} sold at auction for 2 S`,
      `🔨 ${next.tokenName} is up for auction`,
    ]);
  });

  it('has its end posted when the card was deleted', async () => {
    await using world = await startAuctionWorld();
    const { bot, channelId, clock, discord, home, marketplace } = world;
    await home.admin.command('alerts channel', { channel: channelId, auctions: 'card' });
    const { tokenName } = startAuction(marketplace);
    await bot.app.poll();
    await untilMessages(world, channelId, 1);
    const cardId = discord.messages(channelId)[0]?.id ?? '';
    await world.requestAsBot('DELETE', `/channels/${channelId}/messages/${cardId}`);
    clock.advance(2 * HOUR_MS + 1_000);
    await bot.app.poll();
    await untilTitles(world, channelId, [`💤 Auction of ${tokenName} ended without a bid, settling`]);
    clock.advance(MINUTE_MS);
    await bot.app.poll();
    const final = [`💤 Auction of ${tokenName} ended without a bid`];
    await untilTitles(world, channelId, final);
    expect(titlesIn(world, channelId)).toEqual(final);
  });
});

describe('an auction that is short', () => {
  it('is announced once as it starts, and then when it is over', async () => {
    await using world = await startAuctionWorld();
    const { bot, channelId, clock, marketplace } = world;
    const { tokenName } = startAuction(marketplace, { endsInMs: 5 * 60_000 });
    await bot.app.poll();
    await untilTitles(world, channelId, [`🔨 ${tokenName} is up for auction`]);
    clock.advance(5 * 60_000 + 1_000);
    await bot.app.poll();
    const over = `💤 Auction of ${tokenName} ended without a bid`;
    await untilTitles(world, channelId, [`${over}, settling`, `${over}, settling`]);
    clock.advance(MINUTE_MS);
    await bot.app.poll();
    await untilTitles(world, channelId, [over, over]);
    expect(titlesIn(world, channelId)).toEqual([over, over]);
  });
});

describe('an auction that is cancelled', () => {
  it('is posted and shown in its live message, and is never posted as ending or ended', async () => {
    await using world = await startAuctionWorld({ alerts: 'auctions', ending: '30' });
    const { bot, channelId, clock, marketplace } = world;
    const { id, tokenName } = startAuction(marketplace);
    await bot.app.poll();
    await untilMessages(world, channelId, 1);

    marketplace.cause.cancelAuction(id);
    await bot.app.poll();
    const cancelled = `🚫 Auction of ${tokenName} was cancelled`;
    await untilTitles(world, channelId, [cancelled, cancelled]);
    clock.advance(3 * HOUR_MS);
    const next = startAuction(marketplace);
    await bot.app.poll();
    await untilMessages(world, channelId, 3);

    expect(titlesIn(world, channelId)).toEqual([
      cancelled,
      cancelled,
      `🔨 ${next.tokenName} is up for auction`,
    ]);
  });
});
