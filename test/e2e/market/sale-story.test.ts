import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { untilMessages, untilSaid } from '../../support/channel-reading.ts';
import { ANNE, BORIS, COIN, FOXES, HOUR_MS, openMarketRoom } from './market-room.ts';

const TOKEN = { collection: FOXES, tokenId: '712' };

describe('the story of a sale', () => {
  it('tells what the seller had paid, how long they held it, and the profit', async () => {
    await using world = await openMarketRoom({ alerts: 'sales', collection: FOXES });
    const { bot, channelId, clock, marketplace } = world;
    marketplace.cause.sale({ ...TOKEN, buyer: ANNE, price: 2n * COIN });
    await bot.app.look();
    await untilMessages(world, channelId, 1);

    clock.leap(3 * HOUR_MS);
    marketplace.cause.sale({ ...TOKEN, seller: ANNE, buyer: BORIS, price: 3n * COIN });
    await bot.app.look();
    const [first, second] = await untilMessages(world, channelId, 2);

    expect(second).toContain('bought for 2 S, held 3 hours · **+50%**');
    expect(first).not.toContain('bought for');
  });

  it('tells a loss as one', async () => {
    await using world = await openMarketRoom({ alerts: 'sales', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    marketplace.cause.sale({ ...TOKEN, buyer: ANNE, price: 4n * COIN });
    marketplace.cause.sale({ ...TOKEN, seller: ANNE, buyer: BORIS, price: 3n * COIN });
    await bot.app.look();

    const texts = await untilSaid(world, channelId, 'sold for 3 S');
    expect(texts.at(-1)).toMatch(/bought for 4 S, held under a minute · \*\*-25%\*\*/);
  });

  it('tells of somebody who did not buy it no profit, but what it went for before', async () => {
    await using world = await openMarketRoom({ alerts: 'sales', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    marketplace.cause.sale({ ...TOKEN, buyer: ANNE, price: 2n * COIN });
    marketplace.cause.transfer({ ...TOKEN, seller: ANNE, buyer: BORIS });
    marketplace.cause.sale({ ...TOKEN, seller: BORIS, price: 3n * COIN });
    await bot.app.look();

    const texts = await untilSaid(world, channelId, 'sold for 3 S');
    expect(texts.join('\n')).not.toContain('bought for');
    expect(texts.at(-1)).toMatch(/^last sold for 2 S, under a minute earlier$/m);
  });

  it('remembers what was paid over a restart', async () => {
    await using world = await openMarketRoom({ alerts: 'sales', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    marketplace.cause.sale({ ...TOKEN, buyer: ANNE, price: 2n * COIN });
    await bot.app.look();
    await untilMessages(world, channelId, 1);
    await bot[Symbol.asyncDispose]();

    marketplace.cause.sale({ ...TOKEN, seller: ANNE, price: COIN });
    await world.start();

    const texts = await untilMessages(world, channelId, 2);
    expect(texts[1]).toMatch(/bought for 2 S, held under a minute · \*\*-50%\*\*/);
  });

  it('tells how the price stands to the floor, and the rank', async () => {
    await using world = await openMarketRoom({ alerts: 'sales', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    marketplace.cause.sale({ ...TOKEN, price: world.floor() / 2n });
    await bot.app.look();

    const [text] = await untilMessages(world, channelId, 1);
    expect(text).toMatch(/^(?:49|5[01])(?:\.\d)?% below the floor of [\d.]+ S$/m);
    expect(text).toMatch(/^Rarity: rank [\d,]+ of 4,000/m);
  });

  it('says “highest sale ever” when it is, and only then', async () => {
    await using world = await openMarketRoom({ alerts: 'sales', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    marketplace.cause.sale({ collection: FOXES, price: 50_000n * COIN });
    await bot.app.look();
    await untilMessages(world, channelId, 1);
    marketplace.cause.sale({ collection: FOXES, price: 49_999n * COIN });
    await bot.app.look();

    const [record, below] = await untilMessages(world, channelId, 2);
    expect(record).toContain('🏆 **highest sale of the collection ever**');
    expect(below).not.toContain('highest sale');
  });

  it('does not say so of a price that was paid before the bot came', async () => {
    await using world = await openMarketRoom({ alerts: 'sales', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    const told = await fetch(`${marketplace.url}/api/collections/${FOXES}`);
    const { stats } = z.object({ stats: z.object({ highestSale: z.string() }) }).parse(await told.json());
    const highest = BigInt(stats.highestSale);
    marketplace.cause.sale({ collection: FOXES, tokenId: '5', price: highest });
    await bot.app.look();
    await untilMessages(world, channelId, 1);
    marketplace.cause.sale({ collection: FOXES, tokenId: '6', price: highest + 1n });
    await bot.app.look();

    const [same, higher] = await untilMessages(world, channelId, 2);
    expect(same).not.toContain('highest sale');
    expect(higher).toContain('highest sale');
  });

  it('is told of an accepted offer too, as the sale that it is, once', async () => {
    await using world = await openMarketRoom({ alerts: 'sales, offers', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    marketplace.cause.sale({ ...TOKEN, buyer: ANNE, price: 2n * COIN });
    marketplace.cause.offer({ ...TOKEN, offeror: BORIS, price: 3n * COIN });
    await bot.app.look();
    await untilMessages(world, channelId, 1);
    const [sale] = marketplace.cause.acceptOffer(TOKEN);
    await bot.app.look();

    await untilSaid(world, channelId, `${sale?.tokenName} sold for 3 S`, '**+50%**');
    expect(sale).toMatchObject({ seller: ANNE, buyer: BORIS });
    const titles = world.embeds(channelId).map(({ title }) => title);
    expect(titles).toEqual([
      `${sale?.tokenName} sold for 2 S`,
      `Offer of 3 S for ${sale?.tokenName}`,
      `${sale?.tokenName} sold for 3 S`,
    ]);
  });
});
