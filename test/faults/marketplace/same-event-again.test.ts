import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Bot, type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { type FeedRecord, startFeedProxy, without } from '../../support/feed-proxy.ts';
import { itemsPosted, itemsSold } from '../../support/posted-items.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';

const SECOND_MS = 1_000;
const FEED = '/api/activities';

/** Ends with a sale of its own, so that whatever is posted twice comes before it. Answers everything posted, without that sale. */
async function everythingPosted(world: BotWorld, bot: Bot): Promise<readonly string[]> {
  const { channelId } = world.home;
  const [last] = sellFoxes(world, 1);
  await bot.app.poll();
  await expect.poll(() => itemsPosted(world.embeds(channelId)).at(-1), { timeout: 10_000 }).toBe(last);
  return itemsPosted(world.embeds(channelId)).slice(0, -1);
}

async function healthOf({ home }: BotWorld): Promise<string> {
  const embed = (await home.admin.command('alerts health')).message?.embeds[0];
  return [embed?.description, ...(embed?.fields ?? []).map(({ value }) => value)].join('\n');
}

describe('a marketplace that indexes again', () => {
  it.each([
    ['a transaction and no place in it', (record: FeedRecord) => without(record, 'logIndex')],
    ['neither', (record: FeedRecord) => without(record, 'logIndex', 'txHash')],
    ['both', (record: FeedRecord) => record],
  ])('and shows %s has each sale posted once, over polls and restarts', async (_, spoil) => {
    await using world = await startBotWorld();
    await using feed = await startFeedProxy(world.marketplace.url);
    const { home, marketplace } = world;
    feed.rewrite(spoil);
    sellFoxes(world, 3);
    const bot = await world.start({ MARKETPLACE_URL: feed.url });
    await home.subscribe(home.channelId, { alerts: 'sales' });
    const due = sellFoxes(world, 3);
    await bot.app.poll();
    marketplace.faults.set({ reindexed: 1 }, FEED);
    world.clock.advance(6 * SECOND_MS);
    due.push(...sellFoxes(world, 2));
    await bot.app.poll();
    await bot[Symbol.asyncDispose]();

    marketplace.faults.set({ reindexed: 2 }, FEED);
    world.clock.advance(6 * SECOND_MS);
    // More than a page, so that what was posted has moved on.
    for (let count = 0; count < 120; count += 1) marketplace.cause.transfer({ collection: FOXES });
    const again = await world.start({ MARKETPLACE_URL: feed.url });

    expect(await everythingPosted(world, again)).toEqual(due);
    expect(again.log.linesWith('gap in the feed')).toEqual([]);
    expect(await healthOf(world)).not.toContain('Events came faster');
  });

  it('has both of two equal sales of one second posted, and nothing more after it', async () => {
    await using world = await startBotWorld();
    await using feed = await startFeedProxy(world.marketplace.url);
    const { home } = world;
    const bot = await world.start({ MARKETPLACE_URL: feed.url });
    await home.subscribe(home.channelId, { alerts: 'sales' });
    const bare = (record: FeedRecord) => without(record, 'logIndex');
    const twice = (...ids: readonly string[]) =>
      feed.rewritePage((records) =>
        records.flatMap((record) =>
          record['price'] === '7' ? ids.map((id) => ({ ...bare(record), _id: id })) : [bare(record)],
        ),
      );
    const [due] = itemsSold(world.marketplace.cause.sale({ collection: FOXES, price: 7n }));
    for (const ids of [['a'], ['a', 'b'], ['c', 'b'], ['c', 'd'], ['d', 'c']]) {
      twice(...ids);
      await bot.app.poll();
      world.clock.advance(6 * SECOND_MS);
    }

    expect(await everythingPosted(world, bot)).toEqual([due, due]);
  });
});

describe('a marketplace that uses an id again', () => {
  it.each([
    ['for everything', 1],
    ['for every fourth record', 4],
  ])('%s has each sale posted once, and health says so', async (_, fewIds) => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    marketplace.faults.set({ fewIds, missing: { share: 1, fields: ['logIndex'] } }, FEED);
    sellFoxes(world, 3);
    const bot = await world.start();
    await home.subscribe(home.channelId, { alerts: 'sales' });
    const due: string[] = [];
    for (let poll = 0; poll < 5; poll += 1) {
      due.push(...sellFoxes(world, 1));
      await bot.app.poll();
      world.clock.advance(6 * SECOND_MS);
    }
    await bot[Symbol.asyncDispose]();
    due.push(...sellFoxes(world, 2));
    const again = await world.start();

    expect(await everythingPosted(world, again)).toEqual(due);
    expect(bot.log.linesWith('event ids not unique')).toHaveLength(1);
    expect(await healthOf(world)).toContain('Several events share an ID');
  });

  it('for the sale of what was listed under it has that posted', async () => {
    await using world = await startBotWorld();
    await using feed = await startFeedProxy(world.marketplace.url);
    const { home, marketplace } = world;
    feed.rewrite((record) => ({ ...record, _id: `order-${String(record['tokenId'])}` }));
    const bot = await world.start({ MARKETPLACE_URL: feed.url });
    await home.subscribe(home.channelId, { alerts: 'sales' });
    marketplace.cause.listing({ collection: FOXES, tokenId: '700' });
    await bot.app.poll();
    const due = itemsSold(marketplace.cause.sale({ collection: FOXES, tokenId: '700' }));
    await bot.app.poll();

    expect(await everythingPosted(world, bot)).toEqual(due);
  });
});

const fixture = new URL('../../../../shared/fixtures/cases/same-event-again.json', import.meta.url);
const change = z.record(z.string(), z.unknown());

describe.skipIf(!existsSync(fixture))('the records of ../shared/fixtures/cases (absent: skipped)', () => {
  it('are posted once each, also under their new ids', async () => {
    const { records } = z
      .object({ records: z.array(change) })
      .parse(JSON.parse(readFileSync(fixture, 'utf8')));
    await using world = await startBotWorld();
    await using feed = await startFeedProxy(world.marketplace.url);
    const { home, clock } = world;
    const shown = new Map<string, FeedRecord>();
    feed.rewritePage((page) => [...[...shown.values()].toReversed(), ...page]);
    const bot = await world.start({ MARKETPLACE_URL: feed.url });
    await home.subscribe(home.channelId, { alerts: 'everything' });
    const wanted: string[] = [];
    const collection = world.marketplace.collections().find(({ path }) => path === FOXES)?.address;
    for (const [index, { note: _note, patch, ...fields }] of records.entries()) {
      const id = String(fields['_id'] ?? patch);
      const before = typeof patch === 'string' ? shown.get(patch) : undefined;
      const base: FeedRecord = before ?? {
        collectionAddress: collection,
        seller: `0x${'5e'.repeat(20)}`,
        buyer: `0x${'b0'.repeat(20)}`,
        price: '1000000000000000000',
        txHash: `0x${String(index).padStart(64, '0')}`,
        timestamp: Math.floor(clock.now() / SECOND_MS),
      };
      if (before === undefined) wanted.push(`${collection}/${String(fields['tokenId'])}`);
      else shown.delete(String(patch));
      const kept = Object.entries({ ...base, ...fields, _id: id }).filter(([, value]) => value !== '-');
      shown.set(id, Object.fromEntries(kept));
      await bot.app.poll();
      clock.advance(6 * SECOND_MS);
    }

    expect(await everythingPosted(world, bot)).toEqual(wanted);
  });
});
