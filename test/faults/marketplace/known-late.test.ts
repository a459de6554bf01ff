import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { readChannel, untilReads } from '../../support/channel-reading.ts';
import { type FeedRecord, type Rewrite, startRewrittenFeed, without } from '../../support/rewritten-feed.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import { sold, told } from '../../support/told.ts';

const SECOND_MS = 1_000;
const ID = ['_id', 'id'];

const everyRecord =
  (...fields: readonly string[]) =>
  (record: FeedRecord): FeedRecord =>
    without(record, ...fields);

/** What of its identity the feed shows of its records, look by look. */
const CASES: readonly (readonly [string, readonly Rewrite[]])[] = [
  ['neither id nor transaction at first', [everyRecord(...ID, 'txHash', 'logIndex'), (record) => record]],
  [
    'a transaction and no place in it at first, and then an id',
    [everyRecord(...ID, 'logIndex'), everyRecord('logIndex')],
  ],
  ['a transaction at first, and then all', [everyRecord(...ID, 'logIndex'), (record) => record]],
  [
    'one thing after the other',
    [
      everyRecord(...ID, 'txHash', 'logIndex'),
      everyRecord(...ID, 'logIndex'),
      everyRecord(...ID),
      (record) => record,
    ],
  ],
  ['all at first, and then no id and no place', [(record) => record, everyRecord(...ID, 'logIndex')]],
  [
    'a transaction at first, and id and price later',
    [everyRecord(...ID, 'logIndex', 'price'), (record) => record],
  ],
];

describe('a feed that shows', () => {
  it.each(CASES)('%s has each sale told once', async (_, looks) => {
    await using world = await startBotWorld();
    await using feed = await startRewrittenFeed(world.marketplace.url);
    const { home } = world;
    sellFoxes(world, 3);
    feed.rewrite(looks[0]);
    const bot = await world.start({ MARKETPLACE_URL: feed.url });
    await home.follow(home.channelId);
    const due = sellFoxes(world, 4);
    for (const look of looks) {
      feed.rewrite(look);
      await bot.app.look();
      world.clock.leap(6 * SECOND_MS);
    }
    due.push(...sellFoxes(world, 1));
    await bot.app.look();

    await expect.poll(() => told(world.embeds(home.channelId)).at(-1), { timeout: 10_000 }).toBe(due.at(-1));
    expect(told(world.embeds(home.channelId))).toEqual(due);
  });
});

describe('events that are alike', () => {
  /** The record of a sale twice over, the second one as `change` makes it. */
  const twice =
    (second: (record: FeedRecord) => FeedRecord, spoil: (record: FeedRecord) => FeedRecord) =>
    (pages: readonly FeedRecord[]) =>
      pages.flatMap((record) =>
        record['type'] === 'sale' && record['price'] === '7'
          ? [spoil(record), spoil(second(record))]
          : [record],
      );

  it.each([
    [
      'by their places',
      (record: FeedRecord) => without({ ...record, logIndex: 4 }, ...ID),
      everyRecord(...ID),
    ],
    [
      'by their ids',
      (record: FeedRecord) => ({ ...record, _id: 'another', logIndex: null }),
      everyRecord('logIndex'),
    ],
    ['by nothing but their number', (record: FeedRecord) => record, everyRecord(...ID, 'logIndex')],
  ])(
    'in one transaction stay two, also where they are told apart %s only later',
    async (_, second, later) => {
      await using world = await startBotWorld();
      await using feed = await startRewrittenFeed(world.marketplace.url);
      const { home } = world;
      const bot = await world.start({ MARKETPLACE_URL: feed.url });
      await home.follow(home.channelId);
      const [due] = sold(world.marketplace.cause.sale({ collection: FOXES, price: 7n }));
      const bare = everyRecord(...ID, 'logIndex');
      for (const spoil of [bare, bare, later, later]) {
        feed.rewriteAll(twice(second, spoil));
        await bot.app.look();
        world.clock.leap(6 * SECOND_MS);
      }
      const [last] = sellFoxes(world, 1);
      await bot.app.look();

      await expect.poll(() => told(world.embeds(home.channelId)).at(-1), { timeout: 10_000 }).toBe(last);
      expect(told(world.embeds(home.channelId))).toEqual([due, due, last]);
    },
  );

  it('is told by its transaction too once that is known', async () => {
    await using world = await startBotWorld();
    await using feed = await startRewrittenFeed(world.marketplace.url);
    const { home } = world;
    const bot = await world.start({ MARKETPLACE_URL: feed.url });
    await home.follow(home.channelId);
    feed.rewrite(everyRecord(...ID, 'txHash', 'logIndex'));
    const [record] = world.marketplace.cause.sale({ collection: FOXES });
    await bot.app.look();
    await world.untilPosted(home.channelId, 1);
    feed.rewrite();
    world.clock.leap(6 * SECOND_MS);
    await bot.app.look();

    await untilReads(world, home.channelId, ([text]) => text?.includes(`/tx/${record?.txHash}`) === true);
    expect(readChannel(world, home.channelId)).toHaveLength(1);
  });
});
