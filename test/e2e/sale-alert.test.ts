import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { LedgerRecord } from '../../sandbox/marketplace/ledger.ts';
import type { EmbeddedMarketplace } from '../../sandbox/marketplace/marketplace.ts';
import { startBotWorld } from '../support/bot-world.ts';
import { itemsPosted, itemsSold, mostExpensiveFirst } from '../support/posted-items.ts';
import { FOXES, sellFoxes } from '../support/sell-foxes.ts';

const LETTERS = 'deep-sea-post';
const COIN = 10n ** 18n;

const tokenPage = z.object({
  tokens: z.array(
    z.looseObject({
      tokenId: z.coerce.string(),
      rarityRank: z.number(),
    }),
  ),
});

/** The sold token as the marketplace reports it. */
async function tokenOf({ url }: EmbeddedMarketplace, sale: LedgerRecord) {
  for (let page = 1; page <= 100; page += 1) {
    const answer = await fetch(
      `${url}/api/tokens/collection/${sale.collection}?limit=100&page=${page}&sortBy=tokenId&sortOrder=asc`,
    );
    const token = tokenPage.parse(await answer.json()).tokens.find(({ tokenId }) => tokenId === sale.tokenId);
    if (token !== undefined) return token;
  }
  throw new Error(`The marketplace has no token ${sale.tokenId}.`);
}

describe('a sale', () => {
  it('is posted as an embed with a large picture, price, buyer and seller, rank and links', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    await world.home.follow(world.home.channelId);

    const [sale] = world.marketplace.cause.sale({ collection: FOXES, price: (COIN * 5n) / 4n });
    if (sale === undefined) throw new Error('nothing was sold');
    await bot.app.poll();
    const [embed] = await world.untilPosted(world.home.channelId, 1);

    const token = await tokenOf(world.marketplace, sale);
    const [context = '', parties = '', ...more] = embed?.description?.split('\n') ?? [];
    expect(embed?.title).toBe(`**${sale.tokenName}** sold for **1.25 S**`);
    expect(embed?.author?.name).toBe('Lantern Foxes ✓');
    expect(embed?.author?.url).toBe(`https://market.example/collection/${sale.collection}`);
    expect(embed?.url).toBe(`https://market.example/item/${sale.collection}/${sale.tokenId}`);
    expect(embed?.image?.url).toBe(`${world.marketplace.url}/media/${sale.collection}/${sale.tokenId}.png`);
    expect(embed).not.toHaveProperty('timestamp');
    expect(context).toContain(`rank ${token.rarityRank.toLocaleString('en-US')}`);
    const [seller, buyer] = [sale.seller, sale.buyer].map(
      (wallet) => `https://market.example/profile/${wallet}`,
    );
    expect(parties).toMatch(new RegExp(`^Buyer .+\\(${buyer}\\) · Seller .+\\(${seller}\\)$`));
    expect(more).toEqual([]);
    const [message] = world.discord.messages(world.home.channelId);
    const buttons = JSON.stringify(message?.payload.components);
    expect(buttons).toContain(`"url":"https://explorer.example/tx/${sale.txHash}"`);
  });

  it('is posted once in every channel that follows it, in both servers, and nowhere else', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const other = world.addServer('other');
    const foxes = home.addChannel('foxes');
    const letters = home.addChannel('letters');
    const quiet = other.addChannel('quiet');
    const bot = await world.start();
    await home.follow(home.channelId);
    await home.follow(foxes, FOXES);
    await home.follow(letters, LETTERS);
    await other.follow(other.channelId, FOXES);

    const due = sellFoxes(world, 1);
    await bot.app.poll();
    for (const channel of [home.channelId, foxes, other.channelId]) await world.untilPosted(channel, 1);
    const letter = itemsSold(world.marketplace.cause.sale({ collection: LETTERS }));
    await bot.app.poll();
    await world.untilPosted(letters, 1);
    await world.untilPosted(home.channelId, 2);

    expect(itemsPosted(world.embeds(home.channelId))).toEqual([...due, ...letter]);
    expect(itemsPosted(world.embeds(foxes))).toEqual(due);
    expect(itemsPosted(world.embeds(other.channelId))).toEqual(due);
    expect(itemsPosted(world.embeds(letters))).toEqual(letter);
    expect(world.embeds(quiet)).toEqual([]);
  });

  it('is posted once in a channel with two matching rules', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    await home.follow(home.channelId, FOXES);

    const due = sellFoxes(world, 2);
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 2))).toEqual(due);
  });

  it('is not posted a second time for its transfer record', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);

    const records = marketplace.cause.sale({ collection: FOXES, withTransfer: true });
    marketplace.cause.transfer({ collection: FOXES });
    const last = marketplace.cause.sale({ collection: FOXES });
    await bot.app.poll();

    expect(records.map(({ kind }) => kind).toSorted()).toEqual(['sale', 'transfer']);
    expect(itemsPosted(await world.untilPosted(home.channelId, 2))).toEqual(itemsSold([...records, ...last]));
  });

  it('is posted in a channel only after its rule was created', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    sellFoxes(world, 2);
    await bot.app.poll();

    await home.follow(home.channelId);
    const due = sellFoxes(world, 1);
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 1))).toEqual(due);
  });
});

describe('a sweep of five', () => {
  it('is one alert with all five tokens and their total', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);

    const records = marketplace.cause.sweep(5, { collection: FOXES, withTransfers: true });
    await bot.app.poll();
    const embeds = await world.untilPosted(home.channelId, 1);

    expect(world.discord.messages(home.channelId)).toHaveLength(1);
    const sales = records.filter(({ kind }) => kind === 'sale');
    const total = sales.reduce((sum, { price }) => sum + (price ?? 0n), 0n);
    expect(itemsPosted(embeds)).toEqual(itemsSold(mostExpensiveFirst(sales)));
    expect(embeds[0]?.title).toMatch(/^5 × Lantern Foxes swept for [\d.,]+ S$/);
    expect(Number(/for ([\d.]+) S/.exec(embeds[0]?.title ?? '')?.[1])).toBeCloseTo(
      Number(total) / Number(COIN),
      2,
    );
    expect(embeds[0]?.description).toContain(`/profile/${sales[0]?.buyer}`);
  });
});
