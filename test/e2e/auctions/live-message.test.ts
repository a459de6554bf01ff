import { describe, expect, it } from 'vitest';
import {
  editsIn,
  readChannel,
  titlesIn,
  untilMessageIncludes,
  untilMessages,
} from '../../support/channel-reading.ts';
import {
  ANNE,
  BORIS,
  COIN,
  HOUR_MS,
  linked,
  reportedEnd,
  startAuction,
  startAuctionWorld,
} from './auction-world.ts';

/** Minimum interval between edits of one message. */
const BETWEEN_EDITS_MS = 2_000;

describe('an auction that starts', () => {
  it('is posted with starting price, end, seller, picture and link', async () => {
    await using world = await startAuctionWorld();
    const { bot, channelId, clock, marketplace } = world;

    const { id, tokenName, seller, page } = startAuction(marketplace);
    await bot.app.poll();
    const [text] = await untilMessages(world, channelId, 1);

    const [embed] = world.embeds(channelId);
    const ends = await reportedEnd(marketplace, id);
    expect(embed?.title).toBe(`🔨 ${tokenName} is up for auction`);
    expect(embed?.url).toBe(page);
    expect(embed?.image?.url).toContain(`${marketplace.url}/media/`);
    expect(text).toContain(`Ends <t:${ends}:R>`);
    expect(ends * 1_000).toBeGreaterThan(clock.now());
    expect(text).toContain('No bids yet, starting price **1 S**');
    expect(text).toContain(linked(seller));
  });

  it('is posted in one message that is not edited while nothing changes', async () => {
    await using world = await startAuctionWorld();
    const { bot, channelId, clock, marketplace } = world;
    startAuction(marketplace);
    await bot.app.poll();
    await untilMessages(world, channelId, 1);

    clock.advance(BETWEEN_EDITS_MS);
    await bot.app.poll();
    await world.home.follow(channelId);
    marketplace.cause.sale();
    await bot.app.poll();
    await untilMessages(world, channelId, 2);
    clock.advance(BETWEEN_EDITS_MS);
    startAuction(marketplace);
    await bot.app.poll();
    await untilMessages(world, channelId, 3);

    expect(editsIn(world, channelId)).toBe(0);
  });
});

describe('a bid', () => {
  it('edits the existing message with amount, bidder and count', async () => {
    await using world = await startAuctionWorld();
    const { bot, channelId, marketplace } = world;
    const { tokenName } = startAuction(marketplace);
    await bot.app.poll();
    await untilMessages(world, channelId, 1);

    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    await bot.app.poll();
    await untilMessageIncludes(world, channelId, '**2 S** top bid', linked(ANNE));
    world.clock.advance(BETWEEN_EDITS_MS);
    marketplace.cause.bid({ bidder: BORIS, amount: 3n * COIN });
    await bot.app.poll();
    const texts = await untilMessageIncludes(world, channelId, '**3 S** top bid');

    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('Bids (2): **3 S**');
    expect(titlesIn(world, channelId)).toEqual([`🔨 ${tokenName} is up for auction`]);
    expect(editsIn(world, channelId)).toBe(2);
  });

  it('shows who leads', async () => {
    await using world = await startAuctionWorld();
    const { bot, channelId, marketplace } = world;
    startAuction(marketplace);
    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    await bot.app.poll();
    await untilMessages(world, channelId, 1);

    marketplace.cause.bid({ bidder: BORIS, amount: 3n * COIN });
    await bot.app.poll();

    const [text] = await untilMessageIncludes(world, channelId, '**3 S** top bid');
    expect(/ top bid · (.+)/.exec(text ?? '')?.[1]).toContain(linked(BORIS));
  });

  it('by the current leader is shown with their new bid', async () => {
    await using world = await startAuctionWorld();
    const { bot, channelId, marketplace } = world;
    startAuction(marketplace);
    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    await bot.app.poll();
    await untilMessages(world, channelId, 1);

    marketplace.cause.bid({ bidder: ANNE, amount: 3n * COIN });
    await bot.app.poll();

    const [text] = await untilMessageIncludes(world, channelId, '**3 S** top bid');
    expect(/ top bid · (.+)/.exec(text ?? '')?.[1]).toContain(linked(ANNE));
  });

  it('may equal the starting price when it is the first', async () => {
    await using world = await startAuctionWorld();
    const { bot, channelId, marketplace } = world;
    startAuction(marketplace);
    await bot.app.poll();
    await untilMessages(world, channelId, 1);

    marketplace.cause.bid({ bidder: ANNE, amount: COIN });
    await bot.app.poll();

    const [text] = await untilMessageIncludes(world, channelId, '**1 S** top bid');
    expect(text).toContain(' · 1 bid · ');
    expect(text).not.toContain('No bids yet');
  });

  it('of a quick series is shown by one edit with the last bid, however many there were', async () => {
    await using world = await startAuctionWorld();
    const { bot, channelId, marketplace } = world;
    startAuction(marketplace);
    await bot.app.poll();
    await untilMessages(world, channelId, 1);

    for (let coins = 2n; coins <= 9n; coins += 1n) {
      marketplace.cause.bid({ bidder: coins % 2n === 0n ? ANNE : BORIS, amount: coins * COIN });
      await bot.app.poll();
    }
    world.clock.advance(BETWEEN_EDITS_MS);

    const texts = await untilMessageIncludes(world, channelId, '**9 S** top bid');
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('Bids (8): **9 S**');
    expect(texts[0]).toContain('and 5 earlier bids');
    expect(editsIn(world, channelId)).toBeLessThanOrEqual(3);
  });

  it('that qualifies for a ping gets its own message, which does not change; only the first message is edited further', async () => {
    await using world = await startAuctionWorld();
    const { bot, channelId, clock, discord, home, marketplace } = world;
    const { id: role } = discord.createRole({ guildId: home.guildId, name: 'whales', mentionable: true });
    await home.admin.command('alerts channel', { channel: channelId, ping_role: role, ping_minimum: '4' });
    const { tokenName } = startAuction(marketplace);
    await bot.app.poll();
    await untilMessages(world, channelId, 1);

    for (const [coins, bidder] of [
      [3n, ANNE],
      [4n, BORIS],
      [6n, ANNE],
    ] as const) {
      marketplace.cause.bid({ bidder, amount: coins * COIN });
      await bot.app.poll();
      await untilMessageIncludes(world, channelId, 'is up for auction', `**${coins} S** top bid`);
      clock.advance(BETWEEN_EDITS_MS);
    }
    await untilMessages(world, channelId, 3);

    expect(titlesIn(world, channelId)).toEqual([
      `🔨 ${tokenName} is up for auction`,
      `📈 Bid of 4 S on ${tokenName}`,
      `📈 Bid of 6 S on ${tokenName}`,
    ]);
    const [, four, six] = readChannel(world, channelId);
    expect(four).toContain(`<@&${role}>`);
    expect(/\n(.+) outbid/.exec(four ?? '')?.[1]).toContain(linked(BORIS));
    expect(/\n(.+) outbid/.exec(six ?? '')?.[1]).toContain(linked(ANNE));
  });

  it('is shown with its amount in the compact layout too, and the end with the winner', async () => {
    await using world = await startAuctionWorld({ alerts: 'auctions', ending: '5' });
    const { bot, channelId, clock, home, marketplace } = world;
    await home.admin.command('alerts channel', { channel: channelId, look: 'compact' });
    const { id } = startAuction(marketplace);
    await bot.app.poll();
    await untilMessageIncludes(world, channelId, 'No bids yet, starting price **1 S**');

    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    await bot.app.poll();
    await untilMessageIncludes(world, channelId, 'is up for auction', '**2 S** top bid · `0xa1a1…a1a1`');
    clock.advance(2 * HOUR_MS + 1_000);
    marketplace.cause.settle(id);
    await bot.app.poll();
    await untilMessageIncludes(world, channelId, 'sold at auction for 2 S', 'Winner `0xa1a1…a1a1`');
    const texts = await untilMessageIncludes(world, channelId, 'sold at auction for 2 S', linked(ANNE));
    expect(texts).toHaveLength(2);
  });

  it('in a channel that follows only bids is posted as a message the first time, and edits it later', async () => {
    await using world = await startAuctionWorld({ alerts: 'auction bids' });
    const { bot, channelId, marketplace } = world;
    const { tokenName } = startAuction(marketplace);
    await bot.app.poll();
    expect(readChannel(world, channelId)).toEqual([]);

    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    await bot.app.poll();
    await untilMessages(world, channelId, 1);
    marketplace.cause.bid({ bidder: BORIS, amount: 3n * COIN });
    await bot.app.poll();
    const texts = await untilMessageIncludes(world, channelId, 'Bid of 3 S on');

    expect(texts).toHaveLength(1);
    expect(titlesIn(world, channelId)[0]).toContain(`on ${tokenName}`);
  });
});
