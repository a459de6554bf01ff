import { describe, expect, it } from 'vitest';
import {
  editsIn,
  titlesIn,
  untilChannelTexts,
  untilMessageIncludes,
  untilMessages,
} from '../../support/channel-reading.ts';
import { itemsPosted, itemsSold, mostExpensiveFirst } from '../../support/posted-items.ts';
import { configureChannel } from '../channels/channel.ts';
import { COIN, FOXES, HOUR_MS, linked, startMarketWorld } from './market-world.ts';

/** Minimum interval between edits of one message. */
const BETWEEN_EDITS_MS = 2_000;
const TOKEN = { collection: FOXES, tokenId: '712' };

/** An amount in a message, in thousandths of a coin. */
const toThousandths = (text: string | undefined) => Math.round(Number(text?.replaceAll(',', '')) * 1_000);

describe('a sweep', () => {
  it('is one alert with total, average, all tokens, and the pictures of the first four in the big look', async () => {
    await using world = await startMarketWorld({ alerts: 'sales' });
    const { bot, channelId, marketplace, discord } = world;
    await configureChannel(world.home, channelId, { look: 'big' });
    const sales = marketplace.cause
      .sweep(6, { collection: FOXES, withTransfers: true })
      .filter(({ kind }) => kind === 'sale');
    await bot.app.poll();
    const [text] = await untilMessages(world, channelId, 1);

    const total = sales.reduce((sum, { price }) => sum + (price ?? 0n), 0n);
    const [message] = discord.messages(channelId);
    const embeds = message?.payload.embeds ?? [];
    const inThousandths = (wei: bigint) => Number(wei / 10n ** 15n);
    expect(toThousandths(/ for ([\d.,]+) S$/m.exec(text ?? '')?.[1])).toBeCloseTo(inThousandths(total), -2);
    expect(toThousandths(/^([\d.,]+) S on average/m.exec(text ?? '')?.[1])).toBeCloseTo(
      inThousandths(total / 6n),
      -2,
    );
    expect(text).toContain(linked(sales[0]?.buyer ?? ''));
    expect(itemsPosted(embeds)).toEqual(itemsSold(mostExpensiveFirst(sales)));
    expect(embeds).toHaveLength(4);
    expect(new Set(embeds.map(({ url }) => url)).size).toBe(1);
    expect(embeds.map(({ image }) => image?.url)).toEqual(
      sales
        .slice(0, 4)
        .map(({ collection, tokenId }) => `${marketplace.url}/media/${collection}/${tokenId}.png`),
    );
    expect(discord.messages(channelId)).toHaveLength(1);
  });
});

describe('repeat trades', () => {
  it('are two sales and then one live message with a count, instead of a message for each trade', async () => {
    await using world = await startMarketWorld({ alerts: 'sales', collection: FOXES });
    const { bot, channelId, clock, marketplace } = world;
    const trades = marketplace.cause.wash(2, { ...TOKEN, price: COIN });
    const [a, b] = [trades[0]?.seller ?? '', trades[0]?.buyer ?? ''];
    await bot.app.poll();
    await world.untilPosted(channelId, 2);
    const before = world.discord.messages(channelId).length;

    /** One more trade in each direction. */
    const again = (turn: number) =>
      marketplace.cause.sale({
        ...TOKEN,
        price: COIN,
        ...(turn % 2 === 0 ? { seller: a, buyer: b } : { seller: b, buyer: a }),
      });
    again(0);
    await bot.app.poll();
    await untilMessages(world, channelId, before + 1);
    for (let turn = 1; turn <= 6; turn += 1) {
      again(turn);
      clock.advance(60_000);
      await bot.app.poll();
      await untilMessageIncludes(world, channelId, `traded ${3 + turn} times between two wallets`);
    }

    const texts = await untilChannelTexts(world, channelId, (all) => all.length === before + 1);
    const repeatTrades = texts.at(-1);
    expect(repeatTrades).toContain('traded 9 times');
    expect(repeatTrades).toContain('9 S total');
    for (const wallet of [a, b]) expect(repeatTrades).toContain(linked(wallet));
    expect(titlesIn(world, channelId).slice(-1)).toEqual([
      'Lantern Fox #712 traded 9 times between two wallets',
    ]);
    expect(editsIn(world, channelId)).toBe(6);
  });

  it('of forty trades at once are one message', async () => {
    await using world = await startMarketWorld({ alerts: 'sales', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    marketplace.cause.wash(40, { ...TOKEN, price: COIN });
    await bot.app.poll();
    await untilMessageIncludes(world, channelId, 'traded 40 times between two wallets', '40 S total');

    const next = itemsSold(marketplace.cause.sale({ collection: FOXES, tokenId: '5' }));
    await bot.app.poll();
    await untilMessageIncludes(world, channelId, 'Lantern Fox #5 sold');
    expect(itemsPosted(world.embeds(channelId).slice(-1))).toEqual(next);
    const repeatTradesCards = world
      .embeds(channelId)
      .filter(({ title }) => title?.includes('between two wallets'));
    expect(repeatTradesCards).toHaveLength(1);
    expect(world.embeds(channelId).length).toBeLessThanOrEqual(4);
  });

  it('after a day without trades start a new message', async () => {
    await using world = await startMarketWorld({ alerts: 'sales', collection: FOXES });
    const { bot, channelId, clock, marketplace } = world;
    marketplace.cause.wash(4, { ...TOKEN, price: COIN });
    await bot.app.poll();
    await untilMessageIncludes(world, channelId, 'traded 4 times between two wallets');

    clock.advance(25 * HOUR_MS);
    const trades = marketplace.ledger
      .records()
      .filter(({ history, tokenId }) => !history && tokenId === '712');
    const { seller, buyer } = trades.at(-1) ?? {};
    const pair = [seller ?? '', buyer ?? ''] as const;
    for (let turn = 0; turn < 3; turn += 1) {
      const [from, to] = turn % 2 === 0 ? [pair[1], pair[0]] : pair;
      marketplace.cause.sale({ ...TOKEN, seller: from, buyer: to, price: COIN });
      await bot.app.poll();
      clock.advance(BETWEEN_EDITS_MS);
    }
    await untilMessageIncludes(world, channelId, 'traded 3 times between two wallets');

    const repeatTradesCards = world
      .embeds(channelId)
      .flatMap(({ title }) => /traded (\d+) times/.exec(title ?? '')?.[1] ?? []);
    expect(repeatTradesCards).toEqual(['4', '3']);
  });
});
