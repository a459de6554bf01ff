import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { titleOf, titlesIn, untilMessages } from '../../support/channel-reading.ts';
import { startFeedProxy } from '../../support/feed-proxy.ts';
import { ANNE, BORIS, COIN, FOXES, linked, startMarketWorld } from './market-world.ts';

const TOKEN = { collection: FOXES, tokenId: '712' };

describe('a listing', () => {
  it('is posted with its price, its seller and how far below the floor it is', async () => {
    await using world = await startMarketWorld({ alerts: 'listings', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    const floorBefore = world.floor();
    const [listing] = marketplace.cause.listing({ ...TOKEN, price: COIN / 100n });
    await bot.app.poll();

    const [text] = await untilMessages(world, channelId, 1);
    expect(floorBefore).toBeGreaterThan(COIN / 50n);
    expect(titlesIn(world, channelId)).toEqual([`${listing?.tokenName} listed for 0.01 S`]);
    expect(text).toContain(linked(listing?.seller ?? ''));
    expect(text).toMatch(/below floor/);
  });

  it('whose price changes is posted with the new price', async () => {
    await using world = await startMarketWorld({ alerts: 'listings', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    marketplace.cause.listing({ ...TOKEN, price: 5n * COIN });
    await bot.app.poll();
    await untilMessages(world, channelId, 1);
    marketplace.cause.listing({ ...TOKEN, price: 4n * COIN });
    await bot.app.poll();
    await untilMessages(world, channelId, 2);

    const name = titlesIn(world, channelId)[0]?.replace(' listed for 5 S', '');
    expect(titlesIn(world, channelId)).toEqual([`${name} listed for 5 S`, `${name} listed for 4 S`]);
  });
});

describe('a listing on other terms', () => {
  /** What is posted of a listing for 5 S whose record has these fields too, in a channel with this rule. */
  async function postedListing(
    fields: (now: number) => object,
    rule: Readonly<Record<string, string>> = {},
    price = 5n * COIN,
  ) {
    await using world = await startBotWorld();
    await using market = await startFeedProxy(world.marketplace.url);
    const bot = await world.start({ MARKETPLACE_URL: market.url });
    const { channelId } = world.home;
    await world.home.subscribe(channelId, { alerts: 'listings', collection: FOXES, ...rule });
    const [listing] = world.marketplace.cause.listing({ ...TOKEN, price });
    market.rewrite((record) =>
      record['tokenId'] === listing?.tokenId || String(record['tokenId']) === TOKEN.tokenId
        ? { ...record, ...fields(listing?.timestamp ?? 0) }
        : record,
    );
    await bot.app.poll();
    const [text = ''] = await untilMessages(world, channelId, 1);
    const title = titlesIn(world, channelId)[0] ?? '';
    return { title: title.replace(listing?.tokenName ?? '', 'it'), text };
  }

  it('says for whom alone it is', async () => {
    const { title, text } = await postedListing(() => ({ is_private: true, taker: ANNE }));
    expect(title).toBe('it listed privately for 5 S');
    expect(text).toMatch(/for .+ only/);
    expect(text).toContain(linked(ANNE));
  });

  it('says that it is for one wallet where that is unknown', async () => {
    const { text } = await postedListing(() => ({ isPrivate: true }));
    expect(text).toContain('for one wallet only');
  });

  it('says to what its price falls, and until when', async () => {
    const { title, text } = await postedListing((now) => ({
      ...{ endingPrice: String(COIN), startTime: now, endTime: now + 3_600 },
    }));
    expect(title).toBe('it listed for 5 S, falling');
    expect(text).toMatch(/from (\*\*)?5 S(\*\*)?, falling to (\*\*)?1 S(\*\*)? by <t:\d+:f>/);
  });

  it('is filtered by the price that it has by now', async () => {
    const halfway = (now: number) => ({
      ...{ end_price: String(COIN), startTime: now - 1_800, endTime: now + 1_800 },
    });
    const { title } = await postedListing(halfway, { price_to: '3' });
    expect(title).toBe('it listed for 3 S, falling');
  });

  /** What makes the record one of three tokens. */
  const TOGETHER = { tokenId: undefined, tokenName: undefined, tokenIds: ['5', '6', '7'] };

  it('says for whom alone several tokens are', async () => {
    const { title, text } = await postedListing(() => ({ ...TOGETHER, is_private: true, taker: ANNE }));
    expect(title).toBe('3 × Lantern Foxes listed privately for 5 S');
    expect(text).toMatch(/for .+ only/);
    expect(text).toContain(linked(ANNE));
  });

  it('says to what the price of several tokens falls, and filters by what it is by now', async () => {
    const halfway = (now: number) => ({
      ...TOGETHER,
      ...{ endingPrice: String(COIN), startTime: now - 1_800, endTime: now + 1_800 },
    });
    const { title, text } = await postedListing(halfway, { price_to: '3' });
    expect(title).toBe('3 × Lantern Foxes listed for 3 S, falling');
    expect(text).toMatch(/from (\*\*)?3 S(\*\*)?, falling to (\*\*)?1 S(\*\*)? by <t:\d+:f>/);
  });

  it('compares an equal share of the price of several tokens with the floor', async () => {
    const price = (3n * COIN) / 100n;
    const { title, text } = await postedListing(() => TOGETHER, { below_floor: '20' }, price);
    expect(title).toBe('3 × Lantern Foxes listed for 0.03 S');
    expect(text).toMatch(/^\d+% below floor/m);
  });
});

describe('an offer', () => {
  it('on a token is posted with amount, bidder and comparison with the floor', async () => {
    await using world = await startMarketWorld({ alerts: 'offers', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    const [offer] = marketplace.cause.offer({ ...TOKEN, offeror: ANNE, price: world.floor() * 2n });
    await bot.app.poll();

    const [text] = await untilMessages(world, channelId, 1);
    expect(titlesIn(world, channelId)[0]).toMatch(
      new RegExp(`^${offer?.tokenName} received an offer of [\\d.]+ S$`),
    );
    expect(/^Bidder (.+)/m.exec(text ?? '')?.[1]).toContain(linked(ANNE));
    expect(text).toMatch(/^\d+% above floor/m);
    expect(text).toMatch(/ · rank \d/);
  });

  it('on a collection is posted as an offer for any token', async () => {
    await using world = await startMarketWorld({ alerts: 'offers', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    marketplace.cause.collectionOffer({ collection: FOXES, offeror: ANNE, price: COIN / 2n });
    await bot.app.poll();

    const [text] = await untilMessages(world, channelId, 1);
    const foxes = marketplace.collections().find(({ path }) => path === FOXES);
    expect(titlesIn(world, channelId)).toEqual(['Lantern Foxes ✓ received a collection offer of 0.5 S']);
    expect(world.embeds(channelId)[0]?.url).toBe(`https://market.example/collection/${foxes?.address}`);
    expect(/^Bidder (.+)/m.exec(text ?? '')?.[1]).toContain(linked(ANNE));
  });
});

describe('a transfer', () => {
  it('is posted with both wallets and without a price', async () => {
    await using world = await startMarketWorld({ alerts: 'transfers', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    const [moved] = marketplace.cause.transfer({ ...TOKEN, buyer: BORIS });
    await bot.app.poll();

    const [text] = await untilMessages(world, channelId, 1);
    expect(titlesIn(world, channelId)).toEqual([`${moved?.tokenName} transferred`]);
    const [from, to] = /^From (.+) · To (.+)/m.exec(text ?? '')?.slice(1) ?? [];
    expect(from).toContain(linked(moved?.seller ?? ''));
    expect(to).toContain(linked(BORIS));
    expect(text).not.toContain('price');
  });

  it('of several tokens in one transaction is one alert', async () => {
    await using world = await startMarketWorld({ alerts: 'transfers' });
    const { bot, channelId, marketplace } = world;
    const moved = marketplace.cause.transfers(3, { collection: 'deep-sea-post', buyer: BORIS });
    marketplace.cause.transfer(TOKEN);
    await bot.app.poll();

    await untilMessages(world, channelId, 1);
    const embeds = await world.untilPosted(channelId, 2);
    expect(moved).toHaveLength(3);
    expect(titleOf(embeds[0] ?? {})).toBe('3 × Deep Sea Post transferred');
    for (const { tokenName } of moved) expect(embeds[0]?.description).toContain(tokenName);
    expect(titleOf(embeds[1] ?? {})).toBe('Lantern Fox #712 transferred');
  });

  it('that belongs to a sale is posted once, as the sale', async () => {
    await using world = await startMarketWorld({ alerts: 'sales, transfers', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    const records = marketplace.cause.sale({ ...TOKEN, price: 2n * COIN, withTransfer: true });
    marketplace.cause.transfer({ collection: FOXES, tokenId: '5' });
    await bot.app.poll();

    const embeds = await world.untilPosted(channelId, 2);
    expect(records.map(({ kind }) => kind).toSorted()).toEqual(['sale', 'transfer']);
    expect(embeds.map(titleOf)).toEqual(['Lantern Fox #712 sold for 2 S', 'Lantern Fox #5 transferred']);
  });
});

describe('a burn', () => {
  it('is posted with the wallet that burned it', async () => {
    await using world = await startMarketWorld({ alerts: 'burns' });
    const { bot, channelId, marketplace } = world;
    const [burned] = marketplace.cause.burn({ collection: FOXES });
    marketplace.cause.transfer({ collection: 'deep-sea-post', buyer: BORIS });
    await bot.app.poll();

    const [text] = await untilMessages(world, channelId, 1);
    expect(titlesIn(world, channelId)).toEqual([`${burned?.tokenName} burned`]);
    expect(/^Burned by (.+)/m.exec(text ?? '')?.[1]).toContain(linked(burned?.seller ?? ''));
    expect(text).not.toMatch(/→|price/);
  });

  it('is part of everything', async () => {
    await using world = await startMarketWorld({ alerts: 'everything' });
    const { bot, channelId, marketplace } = world;
    const [burned] = marketplace.cause.burn({ collection: FOXES });
    await bot.app.poll();

    await untilMessages(world, channelId, 1);
    expect(titlesIn(world, channelId)).toEqual([`${burned?.tokenName} burned`]);
  });
});

describe('a mint', () => {
  it('is posted with the minter', async () => {
    await using world = await startMarketWorld({ alerts: 'mints' });
    const { bot, channelId, marketplace } = world;
    const [minted] = marketplace.cause.mint(1, { buyer: ANNE });
    await bot.app.poll();

    const [text] = await untilMessages(world, channelId, 1);
    expect(titlesIn(world, channelId)).toEqual([`${minted?.tokenName} minted`]);
    expect(/^Minted by (.+)/m.exec(text ?? '')?.[1]).toContain(linked(ANNE));
    expect(text).not.toMatch(/→|from/);
  });

  it('of several tokens in one transaction is one alert with all tokens', async () => {
    await using world = await startMarketWorld({ alerts: 'mints' });
    const { bot, channelId, marketplace } = world;
    const minted = marketplace.cause.mint(4, { buyer: ANNE });
    await bot.app.poll();

    const [text] = await untilMessages(world, channelId, 1);
    expect(titlesIn(world, channelId)[0]).toMatch(/^4 × .+ minted$/);
    for (const { tokenName } of minted) expect(text).toContain(tokenName);
  });
});
