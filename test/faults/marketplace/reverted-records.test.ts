import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { titleOf } from '../../support/channel-reading.ts';
import { type FeedProxy, type FeedRecord, startFeedProxy } from '../../support/feed-proxy.ts';
import { FOXES } from '../../support/sell-foxes.ts';

const COIN = 10n ** 18n;
const TOKEN = { collection: FOXES, tokenId: '712' };
const CAROL = `0x${'ca'.repeat(20)}`;

/** A bot that follows a marketplace through a feed whose records the test changes. */
async function startWorld() {
  const world = await startBotWorld();
  const feed = await startFeedProxy(world.marketplace.url);
  const bot = await world.start({ MARKETPLACE_URL: feed.url });
  const { channelId } = world.home;
  await world.home.subscribe(channelId, { alerts: 'everything', collection: FOXES });
  const title = () => titleOf(world.embeds(channelId).at(-1) ?? {});
  return {
    ...world,
    bot,
    feed,
    channelId,
    /** Polls until the newest alert of the channel has this title. */
    async untilTitled(expected: RegExp) {
      await bot.app.poll();
      await expect.poll(title, { timeout: 10_000 }).toMatch(expected);
      return world.embeds(channelId);
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await feed[Symbol.asyncDispose]();
    },
  };
}

const marking =
  (kind: string, mark: FeedRecord) =>
  (record: FeedRecord): FeedRecord =>
    String(record['type']).startsWith(kind) ? { ...record, ...mark } : record;

/** Marks the records of one kind that are new since the bot began. */
function markNew(feed: FeedProxy, kind: string, since: number, mark: FeedRecord): void {
  feed.rewrite((record) => (Number(record['timestamp']) >= since ? marking(kind, mark)(record) : record));
}

describe('a record that is reverted after it was posted', () => {
  it.each([{ reverted: true }, { status: 'failed' }, { removed: true }, { isDeleted: 'true' }])(
    'is said so in its message: %j',
    async (mark) => {
      await using world = await startWorld();
      const since = Math.floor(world.clock.now() / 1_000);
      world.marketplace.cause.sale({ ...TOKEN, price: 2n * COIN });
      await world.untilTitled(/^Lantern Fox #712 sold for 2 S$/);

      markNew(world.feed, 'sale', since, mark);
      const embeds = await world.untilTitled(/^Reverted: Lantern Fox #712 sold for 2 S$/);
      expect(embeds).toHaveLength(1);
      expect(embeds[0]?.description).toContain('no longer counts');

      world.feed.rewrite();
      expect(await world.untilTitled(/^Lantern Fox #712 sold for 2 S$/)).toHaveLength(1);
    },
  );

  it.each([
    ['listing', /^Lantern Fox #712 listed for/],
    ['offer', /^Lantern Fox #712 received an offer of /],
    ['transfer', /^Lantern Fox #712 transferred$/],
    ['burn', /^Lantern Fox #712 burned$/],
  ] as const)('is said so of a %s', async (kind, posted) => {
    await using world = await startWorld();
    const since = Math.floor(world.clock.now() / 1_000);
    world.marketplace.cause[kind](TOKEN);
    await world.untilTitled(posted);

    markNew(world.feed, kind, since, { reverted: true });
    expect(await world.untilTitled(/^Reverted: /)).toHaveLength(1);
  });

  it('leaves the price context of later sales', async () => {
    await using world = await startWorld();
    const since = Math.floor(world.clock.now() / 1_000);
    world.marketplace.cause.sale({ ...TOKEN, price: 2n * COIN, buyer: CAROL });
    await world.untilTitled(/sold for 2 S$/);
    markNew(world.feed, 'sale', since, { reverted: true });
    await world.untilTitled(/^Reverted: /);

    world.clock.advance(5_000);
    markNew(world.feed, 'sale', since, {});
    const first = world.marketplace.ledger.records().at(-1)?.activityId;
    world.feed.rewrite((record) => (record['_id'] === first ? { ...record, reverted: true } : record));
    world.marketplace.cause.sale({ ...TOKEN, price: 5n * COIN });
    const [, later] = await world.untilTitled(/sold for 5 S$/);
    expect(later?.description).not.toMatch(/bought|last sold/i);
  });
});

describe('a record that is reverted when it is first shown', () => {
  it('is not posted, and is once it is valid', async () => {
    await using world = await startWorld();
    const since = Math.floor(world.clock.now() / 1_000);
    markNew(world.feed, 'sale', since, { reverted: true });
    world.marketplace.cause.sale({ ...TOKEN, price: 2n * COIN });
    await world.bot.app.poll();
    world.marketplace.cause.listing({ collection: FOXES, tokenId: '5', price: COIN });
    expect(await world.untilTitled(/listed for 1 S$/)).toHaveLength(1);
    await world.bot.app.poll();

    world.feed.rewrite();
    expect(await world.untilTitled(/^Lantern Fox #712 sold for 2 S$/)).toHaveLength(2);
  });
});
