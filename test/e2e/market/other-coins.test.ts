import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { readChannel, titlesIn, untilMessages } from '../../support/channel-reading.ts';
import { startFeedProxy } from '../../support/feed-proxy.ts';
import { startMarketplaceProxy } from '../../support/marketplace-proxy.ts';
import { COIN, FOXES } from './market-world.ts';

const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
const OTHER = `0x${'ab'.repeat(20)}`;

/** The alert of a sale whose record has this instead of its price. */
async function postedText(price: string): Promise<string> {
  await using world = await startBotWorld();
  await using market = await startMarketplaceProxy(world.marketplace.url, (text, path) =>
    path.startsWith('/api/activities') ? text.replaceAll(/"price":"\d+"/g, price) : text,
  );
  const { home } = world;
  const bot = await world.start({ MARKETPLACE_URL: market.url });
  await home.follow(home.channelId);
  world.marketplace.cause.sale();
  await bot.app.poll();
  await untilMessages(world, home.channelId, 1);
  return readChannel(world, home.channelId).join('\n');
}

describe('a sale in another coin than the chain’s own', () => {
  it.each([
    [
      'with symbol and decimals',
      `"price":"1500000","currency":{"address":"${OTHER}","symbol":"USDC","decimals":6}`,
      '1.5 USDC (0xabab…abab)',
    ],
    [
      'as some marketplaces nest it',
      `"price":{"amount":{"raw":"2500000"},"currency":{"contract":"${OTHER}","symbol":"EURC","decimals":6}}`,
      '2.5 EURC (0xabab…abab)',
    ],
    [
      'with decimals alone',
      `"price":"1500000","currency":{"address":"${OTHER}","decimals":"6"}`,
      '1.5 (0xabab…abab)',
    ],
    [
      'by a contract that everybody knows',
      `"price":"1250000000000000000","currency":"${WETH}"`,
      '1.25 WETH (0xc02a…6cc2)',
    ],
    ['by a contract that nobody knows', `"price":"1500000","currency":"${OTHER}"`, 'another coin'],
    [
      'with a symbol that is none',
      `"price":"1500000","currency":{"address":"${OTHER}","symbol":"[S](https://x.example)","decimals":6}`,
      '1.5 (0xabab…abab)',
    ],
    [
      'with decimals that are none',
      `"price":"1500000","currency":{"address":"${OTHER}","symbol":"USDC","decimals":-1}`,
      'another coin',
    ],
    [
      'in whole coins',
      `"price":"1.5","currency":{"address":"${OTHER}","symbol":"USDC","decimals":6}`,
      '1.5 USDC (0xabab…abab)',
    ],
  ])('is posted with its amount and its coin: %s', async (_how, price, words) => {
    const [title = '', context = ''] = (await postedText(price)).split('\n');
    expect(title.split(' sold for ')[1]).toBe(words);
    expect(context).toMatch(/`0x[0-9a-f]{40}`/);
    expect(context).toContain(
      words === 'another coin' ? '1,500,000 base units of another coin (' : ' · coin ',
    );
  });

  it.each([
    ['a symbol that everybody knows', `"price":"500000000000000000000","currency":"APE"`, '500 APE'],
    [
      'symbol and decimals',
      `"price":"2500000000","currencySymbol":"USDC","currencyDecimals":6`,
      '2,500 USDC',
    ],
    [
      'symbol and decimals of its payment',
      `"payment":{"quantity":"2500000000","symbol":"USDC","decimals":6}`,
      '2,500 USDC',
    ],
    ['the symbol of the wrapped coin', `"price":"1000000000000000000","currency":"WETH"`, '1 WETH'],
    ['a name in whole coins', `"price":"1.5","currency":"Funny Coin"`, '1.5 (Funny Coin)'],
    ['a symbol that nobody knows', `"price":"1500000","currency":"FOO"`, 'another coin'],
  ])('is posted with its amount where it is named without a contract: by %s', async (_how, price, words) => {
    const [title = '', context = ''] = (await postedText(price)).split('\n');
    expect(title.split(' sold for ')[1]).toBe(words);
    expect(context).not.toMatch(/floor| S\b/);
    expect(context.includes('1,500,000 base units of FOO')).toBe(words === 'another coin');
  });

  const APE = { price: String(500n * COIN), currency: 'APE' };
  const USDC = { price: '2500000000', currencySymbol: 'USDC', currencyDecimals: 6 };

  it.each([
    ['a lowest price', { price_from: '100' }, APE, 200n * COIN, '200 S'],
    ['a highest price', { price_to: '1' }, USDC, COIN / 2n, '0.5 S'],
    ['a price below the floor', { below_floor: '90' }, USDC, COIN / 10_000n, '0.0001 S'],
  ])('is not posted to a rule with %s', async (_what, filter, foreign, price, words) => {
    await using world = await startBotWorld();
    await using market = await startFeedProxy(world.marketplace.url);
    const { home } = world;
    const bot = await world.start({ MARKETPLACE_URL: market.url });
    await home.subscribe(home.channelId, { alerts: 'sales', collection: FOXES, ...filter });
    const [named] = world.marketplace.cause.sale({ collection: FOXES, price });
    market.rewrite((record) => (record['txHash'] === named?.txHash ? { ...record, ...foreign } : record));
    await bot.app.poll();
    world.marketplace.cause.sale({ collection: FOXES, price });
    await bot.app.poll();

    // Alerts of a channel keep their order, so the first one would stand before it.
    await untilMessages(world, home.channelId, 1);
    expect(titlesIn(world, home.channelId)[0]).toMatch(new RegExp(` sold for ${words}$`));
  });
});
