import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { untilMessages } from '../../support/channel-reading.ts';
import { FOXES } from '../../support/sell-foxes.ts';

const COIN = 10n ** 18n;

/** A price service whose price can be changed. */
async function startPrices() {
  const state = { price: '412.5' };
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"s":{"usd":${state.price}}}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    state,
    environment: {
      FIAT_CURRENCY: 'USD',
      FIAT_RATE_URL: `http://127.0.0.1:${port}/price`,
      FIAT_RATE_PATH: '/s/usd',
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const floorOf = (
  embed: { readonly fields?: readonly { readonly name: string; readonly value: string }[] } | undefined,
) => embed?.fields?.find(({ name }) => name === 'Floor')?.value;

describe('a fiat currency', () => {
  it('is shown beside the price of a sale and in lookups, while its rate is young', async () => {
    await using prices = await startPrices();
    await using world = await startBotWorld();
    const bot = await world.start(prices.environment);
    const { channelId, member } = world.home;
    await world.home.follow(channelId, FOXES);
    world.marketplace.cause.sale({ collection: FOXES, price: 2n * COIN });
    await bot.app.poll();
    const [sale] = await untilMessages(world, channelId, 1);
    expect(sale).toContain('(≈\u00a0$825)');

    const info = await member.command('collection info', { collection: FOXES });
    expect(floorOf(info.message?.embeds[0])).toMatch(/^[\d.]+ S \(≈\u00a0\$\d+\)/);

    world.clock.advance(31 * 60_000);
    world.marketplace.cause.sale({ collection: FOXES, price: 3n * COIN });
    await bot.app.poll();
    // The second one is the answer to the lookup.
    const later = (await untilMessages(world, channelId, 3))[2];
    expect(later).toContain('3 S');
    expect(later).not.toContain('≈');
  });

  it('is not shown by default', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    const { channelId, member } = world.home;
    await world.home.follow(channelId, FOXES);
    world.marketplace.cause.sale({ collection: FOXES, price: 2n * COIN });
    await bot.app.poll();
    expect((await untilMessages(world, channelId, 1))[0]).not.toContain('≈');
    const info = await member.command('collection info', { collection: FOXES });
    expect(floorOf(info.message?.embeds[0])).not.toContain('≈');
  });
});
