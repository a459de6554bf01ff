import { describe, expect, it } from 'vitest';
import { editsIn, titlesIn, untilMessages, untilReads, untilSaid } from '../../support/channel-reading.ts';
import { sold, told } from '../../support/told.ts';
import { COIN, FOXES, HOUR_MS, linked, openMarketRoom } from './market-room.ts';

/** Edits of one message are this far apart. */
const BETWEEN_EDITS_MS = 2_000;
const TOKEN = { collection: FOXES, tokenId: '712' };

/** An amount as a message writes it, in thousandths. */
const thousandths = (text: string | undefined) => Math.round(Number(text?.replaceAll(',', '')) * 1_000);

describe('a sweep', () => {
  it('is one alert with total, average, every token, and the pictures of the first four', async () => {
    await using world = await openMarketRoom({ alerts: 'sales' });
    const { bot, channelId, marketplace, discord } = world;
    const sales = marketplace.cause
      .sweep(6, { collection: FOXES, withTransfers: true })
      .filter(({ kind }) => kind === 'sale');
    await bot.app.look();
    const [text] = await untilMessages(world, channelId, 1);

    const total = sales.reduce((sum, { price }) => sum + (price ?? 0n), 0n);
    const [message] = discord.messages(channelId);
    const embeds = message?.payload.embeds ?? [];
    const inThousandths = (wei: bigint) => Number(wei / 10n ** 15n);
    expect(thousandths(/Total: \*\*([\d.,]+) S/.exec(text ?? '')?.[1])).toBeCloseTo(inThousandths(total), -2);
    expect(thousandths(/Average: ([\d.,]+) S/.exec(text ?? '')?.[1])).toBeCloseTo(
      inThousandths(total / 6n),
      -2,
    );
    expect(text).toContain(linked(sales[0]?.buyer ?? ''));
    expect(told(embeds)).toEqual(sold(sales));
    expect(embeds).toHaveLength(4);
    expect(new Set(embeds.map(({ url }) => url)).size).toBe(1);
    expect(embeds.map(({ image }) => image?.url)).toEqual(
      sales
        .slice(0, 4)
        .map(({ collection, tokenId }) => `${marketplace.url}/media/${collection}/${tokenId}.svg`),
    );
    expect(discord.messages(channelId)).toHaveLength(1);
  });
});

describe('a storm of wash trades', () => {
  it('is two sales and then one live message that counts on, instead of a message for each trade', async () => {
    await using world = await openMarketRoom({ alerts: 'sales', collection: FOXES });
    const { bot, channelId, clock, marketplace } = world;
    const trades = marketplace.cause.wash(2, { ...TOKEN, price: COIN });
    const [a, b] = [trades[0]?.seller ?? '', trades[0]?.buyer ?? ''];
    await bot.app.look();
    await world.untilPosted(channelId, 2);
    const before = world.discord.messages(channelId).length;

    /** Both wallets once more, to and fro. */
    const again = (turn: number) =>
      marketplace.cause.sale({
        ...TOKEN,
        price: COIN,
        ...(turn % 2 === 0 ? { seller: a, buyer: b } : { seller: b, buyer: a }),
      });
    again(0);
    await bot.app.look();
    await untilMessages(world, channelId, before + 1);
    for (let turn = 1; turn <= 6; turn += 1) {
      again(turn);
      clock.leap(60_000);
      await bot.app.look();
      await untilSaid(world, channelId, `traded ${3 + turn} times between two wallets`);
    }

    const texts = await untilReads(world, channelId, (all) => all.length === before + 1);
    const storm = texts.at(-1);
    expect(storm).toContain('Trades: **9**');
    expect(storm).toContain('Volume: **9 S**');
    for (const wallet of [a, b]) expect(storm).toContain(linked(wallet));
    expect(titlesIn(world, channelId).slice(-1)).toEqual([
      'Lantern Fox #712 traded 9 times between two wallets',
    ]);
    expect(editsIn(world, channelId)).toBe(6);
  });

  it('of forty trades at once is one message', async () => {
    await using world = await openMarketRoom({ alerts: 'sales', collection: FOXES });
    const { bot, channelId, marketplace } = world;
    marketplace.cause.wash(40, { ...TOKEN, price: COIN });
    await bot.app.look();
    await untilSaid(world, channelId, 'traded 40 times between two wallets', 'Volume: **40 S**');

    const next = sold(marketplace.cause.sale({ collection: FOXES, tokenId: '5' }));
    await bot.app.look();
    await untilSaid(world, channelId, 'Lantern Fox #5 sold');
    expect(told(world.embeds(channelId).slice(-1))).toEqual(next);
    const storms = world.embeds(channelId).filter(({ title }) => title?.includes('between two wallets'));
    expect(storms).toHaveLength(1);
    expect(world.embeds(channelId).length).toBeLessThanOrEqual(4);
  });

  it('that comes again after a quiet day is a new one', async () => {
    await using world = await openMarketRoom({ alerts: 'sales', collection: FOXES });
    const { bot, channelId, clock, marketplace } = world;
    marketplace.cause.wash(4, { ...TOKEN, price: COIN });
    await bot.app.look();
    await untilSaid(world, channelId, 'traded 4 times between two wallets');

    clock.leap(25 * HOUR_MS);
    const trades = marketplace.ledger
      .records()
      .filter(({ history, tokenId }) => !history && tokenId === '712');
    const { seller, buyer } = trades.at(-1) ?? {};
    const pair = [seller ?? '', buyer ?? ''] as const;
    for (let turn = 0; turn < 3; turn += 1) {
      const [from, to] = turn % 2 === 0 ? [pair[1], pair[0]] : pair;
      marketplace.cause.sale({ ...TOKEN, seller: from, buyer: to, price: COIN });
      await bot.app.look();
      clock.leap(BETWEEN_EDITS_MS);
    }
    await untilSaid(world, channelId, 'traded 3 times between two wallets');

    const storms = world
      .embeds(channelId)
      .flatMap(({ title }) => /traded (\d+) times/.exec(title ?? '')?.[1] ?? []);
    expect(storms).toEqual(['4', '3']);
  });
});
