import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { readChannel, untilMessages } from '../../support/channel-reading.ts';
import { startMarketplaceProxy } from '../../support/marketplace-proxy.ts';

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
});
