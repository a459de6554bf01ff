import { describe, expect, it } from 'vitest';
import { editsIn, readChannel, titlesIn, untilMessages, untilSaid } from '../../support/channel-reading.ts';
import {
  ANNE,
  BORIS,
  COIN,
  HOUR_MS,
  linked,
  openAuctionRoom,
  startAuction,
  toldEnd,
} from './auction-room.ts';

/** Edits of one message are this far apart. */
const BETWEEN_EDITS_MS = 2_000;

describe('an auction that starts', () => {
  it('is told with its starting price, its end, its seller, its picture and its page', async () => {
    await using world = await openAuctionRoom();
    const { bot, channelId, clock, marketplace } = world;

    const { id, tokenName, seller, page } = startAuction(marketplace);
    await bot.app.look();
    const [text] = await untilMessages(world, channelId, 1);

    const [embed] = world.embeds(channelId);
    const ends = await toldEnd(marketplace, id);
    expect(embed?.title).toBe(`${tokenName} is up for auction`);
    expect(embed?.url).toBe(page);
    expect(embed?.image?.url).toContain(`${marketplace.url}/media/`);
    expect(text).toContain(`ends <t:${ends}:R> (<t:${ends}:f>)`);
    expect(ends * 1_000).toBeGreaterThan(clock.now());
    expect(text).toContain('Starting price: **1 S**');
    expect(text).toContain('Highest bid: no bid yet');
    expect(text).toContain(linked(seller));
  });

  it('is told in one message that is not edited while nothing happens', async () => {
    await using world = await openAuctionRoom();
    const { bot, channelId, clock, marketplace } = world;
    startAuction(marketplace);
    await bot.app.look();
    await untilMessages(world, channelId, 1);

    clock.leap(BETWEEN_EDITS_MS);
    await bot.app.look();
    await world.home.follow(channelId);
    marketplace.cause.sale();
    await bot.app.look();
    await untilMessages(world, channelId, 2);
    clock.leap(BETWEEN_EDITS_MS);
    startAuction(marketplace);
    await bot.app.look();
    await untilMessages(world, channelId, 3);

    expect(editsIn(world, channelId)).toBe(0);
  });
});

describe('a bid', () => {
  it('edits the message that is there: one message, with amount, bidder and count', async () => {
    await using world = await openAuctionRoom();
    const { bot, channelId, marketplace } = world;
    const { tokenName } = startAuction(marketplace);
    await bot.app.look();
    await untilMessages(world, channelId, 1);

    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    await bot.app.look();
    await untilSaid(world, channelId, 'Highest bid: **2 S**', linked(ANNE));
    world.clock.leap(BETWEEN_EDITS_MS);
    marketplace.cause.bid({ bidder: BORIS, amount: 3n * COIN });
    await bot.app.look();
    const texts = await untilSaid(world, channelId, 'Highest bid: **3 S**');

    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('Bids (2): **3 S**');
    expect(titlesIn(world, channelId)).toEqual([`${tokenName} is up for auction`]);
    expect(editsIn(world, channelId)).toBe(2);
  });

  it('says who was outbid, and who leads', async () => {
    await using world = await openAuctionRoom();
    const { bot, channelId, marketplace } = world;
    startAuction(marketplace);
    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    await bot.app.look();
    await untilMessages(world, channelId, 1);

    marketplace.cause.bid({ bidder: BORIS, amount: 3n * COIN });
    await bot.app.look();

    const [text] = await untilSaid(world, channelId, 'outbid');
    const [, leader, outbid] = /\[.+?\](\(.+?\)) outbid \[.+?\](\(.+?\))/.exec(text ?? '') ?? [];
    expect([leader, outbid]).toEqual([linked(BORIS), linked(ANNE)]);
    expect(/Leader: (.+)/.exec(text ?? '')?.[1]).toContain(linked(BORIS));
  });

  it('by whoever leads already is told as raised, not as outbid', async () => {
    await using world = await openAuctionRoom();
    const { bot, channelId, marketplace } = world;
    startAuction(marketplace);
    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    await bot.app.look();
    await untilMessages(world, channelId, 1);

    marketplace.cause.bid({ bidder: ANNE, amount: 3n * COIN });
    await bot.app.look();

    const [text] = await untilSaid(world, channelId, 'Highest bid: **3 S**');
    expect(text).toContain(`${linked(ANNE)} raised their own bid`);
    expect(text).not.toContain('outbid');
  });

  it('that comes first may equal the starting price', async () => {
    await using world = await openAuctionRoom();
    const { bot, channelId, marketplace } = world;
    startAuction(marketplace);
    await bot.app.look();
    await untilMessages(world, channelId, 1);

    marketplace.cause.bid({ bidder: ANNE, amount: COIN });
    await bot.app.look();

    const [text] = await untilSaid(world, channelId, 'Highest bid: **1 S**');
    expect(text).toContain(`${linked(ANNE)} made the first bid`);
    expect(text).not.toContain('no bid yet');
  });

  it('of a quick series is told by an edit that shows the last one, however many there were', async () => {
    await using world = await openAuctionRoom();
    const { bot, channelId, marketplace } = world;
    startAuction(marketplace);
    await bot.app.look();
    await untilMessages(world, channelId, 1);

    for (let coins = 2n; coins <= 9n; coins += 1n) {
      marketplace.cause.bid({ bidder: coins % 2n === 0n ? ANNE : BORIS, amount: coins * COIN });
      await bot.app.look();
    }
    world.clock.leap(BETWEEN_EDITS_MS);

    const texts = await untilSaid(world, channelId, 'Highest bid: **9 S**');
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('Bids (8): **9 S**');
    expect(texts[0]).toContain('and 3 earlier bids');
    expect(editsIn(world, channelId)).toBeLessThanOrEqual(3);
  });

  it('that deserves a ping has a message of its own, which goes on telling of it; the first message goes on alone', async () => {
    await using world = await openAuctionRoom();
    const { bot, channelId, clock, discord, home, marketplace } = world;
    const { id: role } = discord.createRole({ guildId: home.guildId, name: 'whales', mentionable: true });
    await home.admin.command('alerts channel', { channel: channelId, ping_role: role, ping_minimum: '4' });
    const { tokenName } = startAuction(marketplace);
    await bot.app.look();
    await untilMessages(world, channelId, 1);

    for (const [coins, bidder] of [
      [3n, ANNE],
      [4n, BORIS],
      [6n, ANNE],
    ] as const) {
      marketplace.cause.bid({ bidder, amount: coins * COIN });
      await bot.app.look();
      await untilSaid(world, channelId, 'is up for auction', `Highest bid: **${coins} S**`);
      clock.leap(BETWEEN_EDITS_MS);
    }
    await untilMessages(world, channelId, 3);

    expect(titlesIn(world, channelId)).toEqual([
      `${tokenName} is up for auction`,
      `Bid of 4 S on ${tokenName}`,
      `Bid of 6 S on ${tokenName}`,
    ]);
    const [, four, six] = readChannel(world, channelId);
    expect(four).toContain(`<@&${role}>`);
    expect(/Leader: (.+)/.exec(four ?? '')?.[1]).toContain(linked(BORIS));
    expect(/Leader: (.+)/.exec(six ?? '')?.[1]).toContain(linked(ANNE));
  });

  it('is told with its amount in a compact card too, and the end with who won', async () => {
    await using world = await openAuctionRoom({ alerts: 'auctions', ending: '5' });
    const { bot, channelId, clock, home, marketplace } = world;
    await home.admin.command('alerts channel', { channel: channelId, look: 'compact' });
    const { id } = startAuction(marketplace);
    await bot.app.look();
    await untilSaid(world, channelId, 'no bid yet, from **1 S**');

    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    await bot.app.look();
    await untilSaid(world, channelId, 'is up for auction', 'highest bid **2 S**', 'made the first bid');
    clock.leap(2 * HOUR_MS + 1_000);
    marketplace.cause.settle(id);
    await bot.app.look();
    await untilSaid(world, channelId, 'is up for auction', '**sold** for **2 S** to `0xa1a1…a1a1`');

    const texts = await untilSaid(world, channelId, 'sold at auction for 2 S', 'to `0xa1a1…a1a1`');
    expect(texts).toHaveLength(2);
  });

  it('in a channel that follows bids alone is a message of its own the first time, and edits that one later', async () => {
    await using world = await openAuctionRoom({ alerts: 'auction bids' });
    const { bot, channelId, marketplace } = world;
    const { tokenName } = startAuction(marketplace);
    await bot.app.look();
    expect(readChannel(world, channelId)).toEqual([]);

    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN });
    await bot.app.look();
    await untilMessages(world, channelId, 1);
    marketplace.cause.bid({ bidder: BORIS, amount: 3n * COIN });
    await bot.app.look();
    const texts = await untilSaid(world, channelId, 'Highest bid: **3 S**');

    expect(texts).toHaveLength(1);
    expect(titlesIn(world, channelId)[0]).toContain(`on ${tokenName}`);
  });
});
