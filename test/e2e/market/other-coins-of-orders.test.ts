import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Reply } from '../../../sandbox/discord/local-discord.ts';
import type { OptionValues } from '../../../sandbox/discord/person/options.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { readChannel, titlesIn, untilChannelTexts, untilMessages } from '../../support/channel-reading.ts';
import { startMarketplaceProxy } from '../../support/marketplace-proxy.ts';
import { startAuction } from '../auctions/auction-world.ts';
import { messageOf } from '../lookups/reading.ts';
import { ANNE, COIN, FOXES } from './market-world.ts';

const page = z.looseObject({ auctions: z.array(z.record(z.string(), z.unknown())) });
const USDC = { currency: 'USDC' };
const USDC_COIN = 1_000_000n;

const fieldOf = (reply: Reply, name: string) =>
  messageOf(reply).embeds[0]?.fields?.find((field) => field.name === name)?.value;

/** A channel with a rule for auctions, and a marketplace whose auctions of the foxes have further fields. */
async function startWorld(fields: Record<string, unknown>, options: OptionValues = {}) {
  await using parts = new AsyncDisposableStack();
  const world = parts.use(await startBotWorld());
  const foxes = world.marketplace.collections().find(({ path }) => path === FOXES)?.address;
  const named = (record: Record<string, unknown>) =>
    record['collectionAddress'] === foxes ? { ...record, ...fields } : record;
  const market = parts.use(
    await startMarketplaceProxy(world.marketplace.url, (text, path) => {
      if (!path.startsWith('/api/auctions')) return text;
      const answer = page.parse(JSON.parse(text));
      return JSON.stringify({ ...answer, auctions: answer.auctions.map(named) });
    }),
  );
  const bot = await world.start({ MARKETPLACE_URL: market.url });
  await world.home.subscribe(world.home.channelId, { alerts: 'auctions', ...options });
  const owned = parts.move();
  return { world, bot, channelId: world.home.channelId, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

const nftPage = z.looseObject({ nfts: z.array(z.record(z.string(), z.unknown())) });

describe('a listing in another coin than the chain’s own', () => {
  it('is looked up with its price in its coin, and not compared with the floor', async () => {
    await using world = await startBotWorld();
    await using market = await startMarketplaceProxy(world.marketplace.url, (text, path) => {
      if (!path.startsWith('/api/users/') || !path.includes('/nfts')) return text;
      const answer = nftPage.parse(JSON.parse(text));
      return JSON.stringify({
        ...answer,
        nfts: answer.nfts.map((one) => ({ ...one, listingCurrency: 'USDC' })),
      });
    });
    await world.start({ MARKETPLACE_URL: market.url });
    world.marketplace.cause.listing({ collection: FOXES, tokenId: '12', price: 2_500n * USDC_COIN });

    const token = await world.home.member.command('token', { token: '12', collection: FOXES });
    expect(fieldOf(token, 'Price')).toMatch(/^\*\*2,500 USDC\*\*\n-# floor [\d.]+ S\n-# listing ends/);
    const list = await world.home.member.command('collection tokens', { collection: FOXES, listed: true });
    expect(list.message?.embeds[0]?.description).toContain('**2,500 USDC**');
  });
});

describe('an auction in another coin than the chain’s own', () => {
  it('is posted and followed with its amounts in its coin', async () => {
    await using given = await startWorld(USDC);
    const { world, bot, channelId } = given;
    const { tokenName } = startAuction(world.marketplace, {
      collection: FOXES,
      startingPrice: 1_000n * USDC_COIN,
    });
    await bot.app.poll();
    await untilMessages(world, channelId, 1);
    const [started = ''] = readChannel(world, channelId);
    expect(started).toContain(`${tokenName} is up for auction`);
    expect(started).toContain('1,000 USDC');
    expect(started).not.toMatch(/\d S\b/);

    world.marketplace.cause.bid({ amount: 2_500n * USDC_COIN, bidder: ANNE });
    await bot.app.poll();
    const [card = ''] = await untilChannelTexts(world, channelId, ([text = '']) => text.includes('2,500'));
    expect(card).toContain('2,500 USDC');
    expect(card).not.toMatch(/floor|\d S\b/);
  });

  it.each<[string, OptionValues, Record<string, unknown>, bigint, bigint]>([
    ['a lowest price', { price_from: '100' }, { paymentToken: { symbol: 'APE' } }, 500n * COIN, 200n * COIN],
    ['a highest price', { price_to: '1' }, USDC, 2_500n * USDC_COIN, COIN / 2n],
  ])('is not posted to a rule with %s', async (_what, filter, fields, foreign, native) => {
    await using given = await startWorld(fields, filter);
    const { world, bot, channelId } = given;
    startAuction(world.marketplace, { collection: FOXES, startingPrice: foreign });
    await bot.app.poll();
    const other = world.marketplace.collections().find(({ path }) => path !== FOXES)?.path ?? '';
    const { tokenName } = startAuction(world.marketplace, { collection: other, startingPrice: native });
    await bot.app.poll();
    // Alerts of a channel keep their order, so the first one would stand before it.
    await untilMessages(world, channelId, 1);
    expect(titlesIn(world, channelId)[0]).toContain(tokenName);
    expect(readChannel(world, channelId).join('\n')).not.toMatch(/USDC|APE/);
  });

  it('is looked up with its amounts in its coin', async () => {
    await using given = await startWorld(USDC);
    const { world } = given;
    const { member } = world.home;
    const { tokenName } = startAuction(world.marketplace, {
      collection: FOXES,
      startingPrice: 1_000n * USDC_COIN,
    });
    world.marketplace.cause.bid({ amount: 2_500_500_000n, bidder: ANNE });
    await given.bot.app.poll();
    const [choice] = await member.autocomplete('auction show', { auction: 'lantern' }, 'auction');

    const shown = await member.command('auction show', { auction: String(choice?.value) });
    expect(fieldOf(shown, 'Highest bid')).toBe('**2,500 USDC**');
    expect(fieldOf(shown, 'Starting price')).toBe('**1,000 USDC**');
    expect(fieldOf(shown, 'Bids')).toContain('**2,500 USDC** by');
    const exact = await member.press(messageOf(shown), 'Exact amounts');
    expect(exact.message?.embeds[0]?.description).toContain('Highest bid: `2500.5 USDC`');
    expect(exact.message?.embeds[0]?.description).toContain('Coin: USDC');

    const list = await member.command('auction list');
    expect(list.message?.embeds[0]?.description).toContain('**2,500 USDC** (1 bid)');

    const number = tokenName.replace(/^.*#/, '');
    const token = await member.command('token', { token: number, collection: FOXES });
    expect(fieldOf(token, 'Auction')).toContain('**2,500 USDC**');
  });
});
