import { describe, expect, it } from 'vitest';
import { startAuction } from '../../e2e/auctions/auction-world.ts';
import { configureChannel, HOUR_MS, SUMMARY_PENDING } from '../../e2e/channels/channel.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { readChannel, untilChannelTexts, untilMessages } from '../../support/channel-reading.ts';
import { type FeedRecord, startFeedProxy, without } from '../../support/feed-proxy.ts';
import { countAlertsPosted, itemsPosted, itemsSold } from '../../support/posted-items.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';

const COIN = 10n ** 18n;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const NOT_TOLD = 'price not reported';

/** A bot before a feed that is rewritten on its way, with a channel for everything and one for a rule of its own. */
async function openRoom(
  rule: Parameters<BotWorld['home']['subscribe']>[1],
  prepare: (world: BotWorld) => void = () => undefined,
) {
  await using parts = new AsyncDisposableStack();
  const world = parts.use(await startBotWorld());
  prepare(world);
  const feed = parts.use(await startFeedProxy(world.marketplace.url));
  const bot = await world.start({ MARKETPLACE_URL: feed.url });
  const { home } = world;
  const picky = home.addChannel('picky');
  await home.subscribe(home.channelId, { alerts: 'sales' });
  await home.subscribe(picky, rule);
  const owned = parts.move();
  return {
    world,
    feed,
    bot,
    picky,
    all: home.channelId,
    /** Looks again after so long. */
    async pollAfter(ms: number): Promise<void> {
      world.clock.advance(ms);
      await bot.app.poll();
    },
    /** What the channel for everything reads once none of its messages lacks a price or says that it is 0. */
    untilPriced: () =>
      untilChannelTexts(
        world,
        home.channelId,
        (texts) =>
          texts.length > 0 && !texts.some((text) => text.includes(NOT_TOLD) || text.includes(' 0 S')),
      ),
    async health(): Promise<{
      readonly title: string | undefined;
      readonly text: string;
      readonly line: string;
    }> {
      const embed = (await home.admin.command('alerts health')).message?.embeds[0];
      const fields = (embed?.fields ?? []).map(({ name, value }) => `${name}: ${value}`);
      return { title: embed?.title, line: embed?.description ?? '', text: fields.join('\n') };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The record with another price, wherever it is a sale's. */
const priced =
  (change: (record: FeedRecord) => FeedRecord) =>
  (record: FeedRecord): FeedRecord =>
    record['type'] === 'sale' ? change(record) : record;

describe('a price that comes six seconds after its sale', () => {
  it.each([
    ['is not there at first', (record: FeedRecord) => without(record, 'price')],
    ['is 0 at first', (record: FeedRecord) => ({ ...record, price: '0' })],
  ])('and %s: rules by price post the sale, and what was posted without it shows it', async (_, spoil) => {
    await using room = await openRoom({ alerts: 'sales', price_from: '2' });
    const { world, feed, picky, all } = room;
    feed.rewrite(priced(spoil));
    const dear = Array.from({ length: 3 }).flatMap(() =>
      itemsSold(world.marketplace.cause.sale({ collection: FOXES, price: 3n * COIN })),
    );
    const cheap = itemsSold(world.marketplace.cause.sale({ collection: FOXES, price: COIN }));
    await room.bot.app.poll();
    await world.untilPosted(all, 4);

    feed.rewrite();
    await room.pollAfter(6 * SECOND_MS);

    expect(itemsPosted(await world.untilPosted(picky, 3))).toEqual(dear);
    const texts = await room.untilPriced();
    expect(texts.join('\n')).toContain('3 S');
    await room.pollAfter(6 * SECOND_MS);
    expect(itemsPosted(world.embeds(all))).toEqual([...dear, ...cheap]);
    expect(itemsPosted(world.embeds(picky))).toEqual(dear);
    expect((await room.health()).line).toContain('All good');
  });

  it('matches a rule that was in no memory after a restart', async () => {
    await using room = await openRoom({ alerts: 'sales', price_from: '2' });
    const { world, feed, picky, all } = room;
    feed.rewrite(priced((record) => without(record, 'price')));
    const due = itemsSold(world.marketplace.cause.sale({ collection: FOXES, price: 3n * COIN }));
    await room.bot.app.poll();
    await world.untilPosted(all, 1);
    await room.bot[Symbol.asyncDispose]();

    feed.rewrite();
    world.clock.advance(MINUTE_MS);
    await world.start({ MARKETPLACE_URL: feed.url });

    expect(itemsPosted(await world.untilPosted(picky, 1))).toEqual(due);
    await room.untilPriced();
    expect(world.discord.messages(all)).toHaveLength(1);
  });

  it('is found though more than a hundred newer records came meanwhile', async () => {
    await using room = await openRoom({ alerts: 'sales', price_from: '2' });
    const { world, feed, picky } = room;
    feed.rewrite(priced((record) => without(record, 'price')));
    const due = itemsSold(world.marketplace.cause.sale({ collection: FOXES, price: 3n * COIN }));
    await room.bot.app.poll();
    feed.rewrite((record) => (record['type'] === 'sale' ? without(record, 'price') : record));
    for (let count = 0; count < 130; count += 1) world.marketplace.cause.transfer({ collection: FOXES });
    await room.pollAfter(SECOND_MS);

    feed.rewrite();
    await room.pollAfter(MINUTE_MS);

    expect(itemsPosted(await world.untilPosted(picky, 1))).toEqual(due);
  });
});

describe('prices that come six seconds after a summary was sent', () => {
  it('are shown in the lines of a backlog’s summary, and every sale stays named or counted once', async () => {
    await using room = await openRoom({ alerts: 'sales', price_from: '100' });
    const { world, feed, all } = room;
    feed.rewrite(priced((record) => without(record, 'price')));
    const due = Array.from({ length: 31 }, (_, place) =>
      itemsSold(world.marketplace.cause.sale({ collection: FOXES, price: BigInt(place + 1) * COIN })),
    ).flat();
    await room.bot.app.poll();
    const [before = ''] = await untilMessages(world, all, 1);
    expect(before).toMatch(/^31 alerts/);
    expect(before).not.toMatch(/\d S/);

    feed.rewrite();
    await room.pollAfter(6 * SECOND_MS);

    const [after = '', ...others] = await untilChannelTexts(
      world,
      all,
      ([text]) => text?.includes(' S**') === true,
    );
    const lines = after.split('\n').filter((line) => line.includes(']('));
    expect(lines.map((line) => /\*\*(\d+) S\*\*/.exec(line)?.[1])).toEqual(
      lines.map((_, place) => String(31 - place)),
    );
    expect(itemsPosted(world.embeds(all))).toEqual(due.toReversed().slice(0, lines.length));
    expect(countAlertsPosted(world.embeds(all))).toBe(31);
    expect(others).toEqual([]);
    expect(after.split('\n')[0]).toBe(before.split('\n')[0]);
    expect(world.discord.messages(all)[0]?.payload.embeds[0]?.footer).toEqual(
      world.discord.messages(all)[0]?.edits[0]?.before.embeds[0]?.footer,
    );
  });

  it('are shown though the bot was stopped meanwhile', async () => {
    await using room = await openRoom({ alerts: 'sales', price_from: '100' });
    const { world, feed, all } = room;
    await configureChannel(world.home, all, { hourly_limit: 1 });
    sellFoxes(world, 1);
    await room.bot.app.poll();
    await room.bot.log.until('posted', 1);
    feed.rewrite((record) => (record['price'] === `${7n * COIN}` ? without(record, 'price') : record));
    const due = Array.from({ length: 3 }).flatMap(() =>
      itemsSold(world.marketplace.cause.sale({ collection: FOXES, price: 7n * COIN })),
    );
    await room.bot.app.poll();
    await room.bot.log.until(SUMMARY_PENDING);
    world.clock.advance(HOUR_MS + 2 * SECOND_MS);
    await untilChannelTexts(world, all, (texts) => texts[1]?.startsWith('3 alerts') === true);
    await room.bot[Symbol.asyncDispose]();

    feed.rewrite();
    world.clock.advance(6 * SECOND_MS);
    await world.start({ MARKETPLACE_URL: feed.url });
    // A process that has just started makes no edit for the seven seconds in which a request of the one before may arrive.
    world.clock.advance(8 * SECOND_MS);

    const isPriced = (texts: readonly string[]) => texts[1]?.split('**7 S**').length === 4;
    expect(await untilChannelTexts(world, all, isPriced)).toHaveLength(2);
    expect(itemsPosted(world.embeds(all)).slice(1)).toEqual(due);
  });
});

describe('a price that never comes', () => {
  it('is waited for for ten minutes, and then said in health', async () => {
    await using room = await openRoom({ alerts: 'sales', price_from: '2' });
    const { world, feed, picky, all } = room;
    feed.rewrite(priced((record) => without(record, 'price')));
    sellFoxes(world, 3);
    await room.bot.app.poll();
    await world.untilPosted(all, 3);
    await room.pollAfter(9 * MINUTE_MS);
    expect((await room.health()).text).not.toContain('details for a filter in time');

    await room.pollAfter(2 * MINUTE_MS);

    const { title, text } = await room.health();
    expect(title).toBe('Alerts need attention');
    expect(text).toMatch(/details for a filter in time.*: <#\d+>: 3 events/m);
    expect(text).toContain(`<#${picky}>: 3 events`);
    expect(text).not.toContain(`<#${all}>: 3 events`);

    feed.rewrite();
    await room.pollAfter(MINUTE_MS);
    await room.untilPriced();
    expect(world.embeds(picky)).toEqual([]);
  });
});

describe('parties that come after their sale', () => {
  it('let rules by wallet post it', async () => {
    const buyer = `0x${'b0'.repeat(20)}`;
    await using room = await openRoom({ alerts: 'sales', wallets: buyer });
    const { world, feed, picky, all } = room;
    feed.rewrite(priced((record) => without(record, 'seller', 'buyer')));
    const due = itemsSold(world.marketplace.cause.sale({ collection: FOXES, buyer }));
    world.marketplace.cause.sale({ collection: FOXES });
    await room.bot.app.poll();
    await world.untilPosted(all, 2);

    feed.rewrite();
    await room.pollAfter(6 * SECOND_MS);

    expect(itemsPosted(await world.untilPosted(picky, 1))).toEqual(due);
    await untilChannelTexts(world, all, (texts) => texts.some((text) => text.includes(`/profile/${buyer}`)));
  });
});

describe('a price that is corrected', () => {
  it('is corrected in the message, by itself or among others, and rules are asked again', async () => {
    await using room = await openRoom({ alerts: 'sales', price_from: '2' });
    const { world, feed, picky, all } = room;
    const due = itemsSold(world.marketplace.cause.sale({ collection: FOXES, price: COIN }));
    await room.bot.app.poll();
    await untilChannelTexts(world, all, (texts) => texts.some((text) => text.includes('sold for 1 S')));

    feed.rewrite((record) =>
      record['price'] === COIN.toString() ? { ...record, price: `${2n * COIN}` } : record,
    );
    await room.pollAfter(6 * SECOND_MS);

    const texts = await untilChannelTexts(world, all, ([text]) => text?.includes('sold for 2 S') === true);
    expect(texts).toHaveLength(1);
    expect(texts.join('\n')).not.toContain('1 S');
    expect(itemsPosted(await world.untilPosted(picky, 1))).toEqual(due);
  });
});

describe('details that come after the three seconds', () => {
  const withoutTokens = ({ marketplace }: BotWorld) =>
    marketplace.faults.set({ drop: true }, '/api/tokens/*');

  it('let rules by rank post the sale, once', async () => {
    await using room = await openRoom({ alerts: 'sales', rank: '4000' }, withoutTokens);
    const { world, picky, all } = room;
    const due = sellFoxes(world, 2);
    await room.bot.app.poll();
    await world.untilPosted(all, 2);
    expect(world.embeds(picky)).toEqual([]);

    world.marketplace.faults.clear();
    await room.pollAfter(MINUTE_MS);

    expect(itemsPosted(await world.untilPosted(picky, 2))).toEqual(due);
    const isRanked = (texts: readonly string[]) => texts.every((text) => text.includes('rank'));
    expect(await untilChannelTexts(world, all, isRanked)).toHaveLength(readChannel(world, all).length);
    await room.pollAfter(MINUTE_MS);
    expect(itemsPosted(world.embeds(picky))).toEqual(due);
    expect(itemsPosted(world.embeds(all))).toEqual(due);
  });

  it('are not looked up for a channel where another of its rules posted it already', async () => {
    await using room = await openRoom({ alerts: 'sales', rank: '4000' }, withoutTokens);
    const { world, picky } = room;
    await world.home.subscribe(picky, { alerts: 'sales' });
    const due = sellFoxes(world, 2);
    await room.bot.app.poll();
    await untilMessages(world, picky, 1);

    world.marketplace.faults.clear();
    await room.pollAfter(MINUTE_MS);
    due.push(...sellFoxes(world, 1));
    await room.bot.app.poll();

    expect(itemsPosted(await world.untilPosted(picky, 3))).toEqual(due);
  });

  it('let rules by rank post an auction, and its message follows it', async () => {
    await using room = await openRoom({ alerts: 'auction starts', rank: '4000' }, withoutTokens);
    const { world, picky } = room;
    const { id } = startAuction(world.marketplace, { collection: FOXES });
    await room.bot.app.poll();
    expect(world.embeds(picky)).toEqual([]);

    world.marketplace.faults.clear();
    await room.pollAfter(MINUTE_MS);
    await untilMessages(world, picky, 1);
    world.marketplace.cause.bid({ auction: id });
    await room.pollAfter(MINUTE_MS);

    await untilChannelTexts(world, picky, ([text]) => text?.includes(' top bid · ') === true);
    expect(world.discord.messages(picky)).toHaveLength(1);
  });
});
