import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { titleOf, untilMessageIncludes, untilMessages } from '../../support/channel-reading.ts';
import { ANNE, BORIS, COIN, FOXES, HOUR_MS, startMarketWorld } from './market-world.ts';

const TOKEN = { collection: FOXES, tokenId: '712' };

describe('the price context of a sale', () => {
  it('shows what the seller paid and when, and the profit', async () => {
    await using world = await startMarketWorld({ alerts: 'sales', collection: FOXES });
    const { bot, channelId, clock, marketplace } = world;
    marketplace.cause.sale({ ...TOKEN, buyer: ANNE, price: 2n * COIN });
    await bot.app.poll();
    await untilMessages(world, channelId, 1);

    clock.advance(3 * HOUR_MS);
    marketplace.cause.sale({ ...TOKEN, seller: ANNE, buyer: BORIS, price: 3n * COIN });
    await bot.app.poll();
    const [first, second] = await untilMessages(world, channelId, 2);

    expect(second).toMatch(/held 3 hours, \+1 S/);
    expect(first).not.toContain('held');
  });

  it('shows a loss', async () => {
    await using world = await startMarketWorld({ alerts: 'sales', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    marketplace.cause.sale({ ...TOKEN, buyer: ANNE, price: 4n * COIN });
    marketplace.cause.sale({ ...TOKEN, seller: ANNE, buyer: BORIS, price: 3n * COIN });
    await bot.app.poll();

    const texts = await untilMessageIncludes(world, channelId, 'sold for 3 S');
    expect(texts.at(-1)).toMatch(/held under a minute, -1 S/);
  });

  it('shows no profit for a seller who did not buy it, but the previous sale', async () => {
    await using world = await startMarketWorld({ alerts: 'sales', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    marketplace.cause.sale({ ...TOKEN, buyer: ANNE, price: 2n * COIN });
    marketplace.cause.transfer({ ...TOKEN, seller: ANNE, buyer: BORIS });
    marketplace.cause.sale({ ...TOKEN, seller: BORIS, price: 3n * COIN });
    await bot.app.poll();

    const texts = await untilMessageIncludes(world, channelId, 'sold for 3 S');
    expect(texts.join('\n')).not.toContain('held');
    expect(texts.at(-1)).toMatch(/last sold for 2 S <t:\d+:R>/);
  });

  it('is kept across a restart', async () => {
    await using world = await startMarketWorld({ alerts: 'sales', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    marketplace.cause.sale({ ...TOKEN, buyer: ANNE, price: 2n * COIN });
    await bot.app.poll();
    await untilMessages(world, channelId, 1);
    await bot[Symbol.asyncDispose]();

    marketplace.cause.sale({ ...TOKEN, seller: ANNE, price: COIN });
    await world.start();

    const texts = await untilMessages(world, channelId, 2);
    expect(texts[1]).toMatch(/held .+, -1 S/);
  });

  it('compares the price with the floor, and shows the rank', async () => {
    await using world = await startMarketWorld({ alerts: 'sales', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    marketplace.cause.sale({ ...TOKEN, price: world.floor() / 2n });
    await bot.app.poll();

    const [text] = await untilMessages(world, channelId, 1);
    expect(text).toMatch(/^(?:49|5[01])(?:\.\d)?% below floor/m);
    expect(text).toMatch(/ · rank [\d,]+$/m);
  });

  it('shows “highest sale ever” only when it is', async () => {
    await using world = await startMarketWorld({ alerts: 'sales', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    marketplace.cause.sale({ collection: FOXES, price: 50_000n * COIN });
    await bot.app.poll();
    await untilMessages(world, channelId, 1);
    marketplace.cause.sale({ collection: FOXES, price: 49_999n * COIN });
    await bot.app.poll();

    const [record, below] = await untilMessages(world, channelId, 2);
    expect(record).toContain('🏆 **highest sale ever in this collection**');
    expect(below).not.toContain('highest sale');
  });

  it('counts sales from before the bot’s first start for “highest sale ever”', async () => {
    await using world = await startMarketWorld({ alerts: 'sales', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    const response = await fetch(`${marketplace.url}/api/collections/${FOXES}`);
    const { stats } = z.object({ stats: z.object({ highestSale: z.string() }) }).parse(await response.json());
    const highest = BigInt(stats.highestSale);
    marketplace.cause.sale({ collection: FOXES, tokenId: '5', price: highest });
    await bot.app.poll();
    await untilMessages(world, channelId, 1);
    marketplace.cause.sale({ collection: FOXES, tokenId: '6', price: highest + 1n });
    await bot.app.poll();

    const [same, higher] = await untilMessages(world, channelId, 2);
    expect(same).not.toContain('highest sale');
    expect(higher).toContain('highest sale');
  });

  it('is also shown for an accepted offer, which is posted once as a sale', async () => {
    await using world = await startMarketWorld({ alerts: 'sales, offers', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    marketplace.cause.sale({ ...TOKEN, buyer: ANNE, price: 2n * COIN });
    marketplace.cause.offer({ ...TOKEN, offeror: BORIS, price: 3n * COIN });
    await bot.app.poll();
    await untilMessages(world, channelId, 1);
    const [sale] = marketplace.cause.acceptOffer(TOKEN);
    await bot.app.poll();

    await untilMessageIncludes(world, channelId, `${sale?.tokenName} sold for 3 S`, '+1 S');
    expect(sale).toMatchObject({ seller: ANNE, buyer: BORIS });
    const titles = world.embeds(channelId).map(titleOf);
    expect(titles).toEqual([
      `${sale?.tokenName} sold for 2 S`,
      `${sale?.tokenName} received an offer of 3 S`,
      `${sale?.tokenName} sold for 3 S`,
    ]);
  });
});
