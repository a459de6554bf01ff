import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { readChannel } from '../../support/channel-reading.ts';
import { type FeedRecord, type Rewrite, startFeedProxy, without } from '../../support/feed-proxy.ts';
import { itemsPosted, itemsSold } from '../../support/posted-items.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';

const SECOND_MS = 1_000;
const ID = ['_id', 'id'];

const changeEveryRecord =
  (...fields: readonly string[]) =>
  (record: FeedRecord): FeedRecord =>
    without(record, ...fields);

/** What of its identity the feed shows of its records, poll by poll. */
const CASES: readonly (readonly [string, readonly Rewrite[]])[] = [
  [
    'neither id nor transaction at first',
    [changeEveryRecord(...ID, 'txHash', 'logIndex'), (record) => record],
  ],
  [
    'a transaction and no place in it at first, and then an id',
    [changeEveryRecord(...ID, 'logIndex'), changeEveryRecord('logIndex')],
  ],
  ['a transaction at first, and then all', [changeEveryRecord(...ID, 'logIndex'), (record) => record]],
  [
    'one thing after the other',
    [
      changeEveryRecord(...ID, 'txHash', 'logIndex'),
      changeEveryRecord(...ID, 'logIndex'),
      changeEveryRecord(...ID),
      (record) => record,
    ],
  ],
  ['all at first, and then no id and no place', [(record) => record, changeEveryRecord(...ID, 'logIndex')]],
  [
    'a transaction at first, and id and price later',
    [changeEveryRecord(...ID, 'logIndex', 'price'), (record) => record],
  ],
];

describe('a feed that shows', () => {
  it.each(CASES)('%s has each sale posted once', async (_, polls) => {
    await using world = await startBotWorld();
    await using feed = await startFeedProxy(world.marketplace.url);
    const { home } = world;
    sellFoxes(world, 3);
    feed.rewrite(polls[0]);
    const bot = await world.start({ MARKETPLACE_URL: feed.url });
    await home.follow(home.channelId);
    const due = sellFoxes(world, 4);
    for (const poll of polls) {
      feed.rewrite(poll);
      await bot.app.poll();
      world.clock.advance(6 * SECOND_MS);
    }
    due.push(...sellFoxes(world, 1));
    await bot.app.poll();

    await expect
      .poll(() => itemsPosted(world.embeds(home.channelId)).at(-1), { timeout: 10_000 })
      .toBe(due.at(-1));
    expect(itemsPosted(world.embeds(home.channelId))).toEqual(due);
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
      changeEveryRecord(...ID),
    ],
    [
      'by their ids',
      (record: FeedRecord) => ({ ...record, _id: 'another', logIndex: null }),
      changeEveryRecord('logIndex'),
    ],
    ['by nothing but their number', (record: FeedRecord) => record, changeEveryRecord(...ID, 'logIndex')],
  ])(
    'in one transaction stay two, also where they are distinguished %s only later',
    async (_, second, later) => {
      await using world = await startBotWorld();
      await using feed = await startFeedProxy(world.marketplace.url);
      const { home } = world;
      const bot = await world.start({ MARKETPLACE_URL: feed.url });
      await home.follow(home.channelId);
      const [due] = itemsSold(world.marketplace.cause.sale({ collection: FOXES, price: 7n }));
      const bare = changeEveryRecord(...ID, 'logIndex');
      for (const spoil of [bare, bare, later, later]) {
        feed.rewritePage(twice(second, spoil));
        await bot.app.poll();
        world.clock.advance(6 * SECOND_MS);
      }
      const [last] = sellFoxes(world, 1);
      await bot.app.poll();

      await expect
        .poll(() => itemsPosted(world.embeds(home.channelId)).at(-1), { timeout: 10_000 })
        .toBe(last);
      expect(itemsPosted(world.embeds(home.channelId))).toEqual([due, due, last]);
    },
  );

  it('is identified by its transaction too once that is known', async () => {
    await using world = await startBotWorld();
    await using feed = await startFeedProxy(world.marketplace.url);
    const { home } = world;
    const bot = await world.start({ MARKETPLACE_URL: feed.url });
    await home.follow(home.channelId);
    feed.rewrite(changeEveryRecord(...ID, 'txHash', 'logIndex'));
    const [record] = world.marketplace.cause.sale({ collection: FOXES });
    await bot.app.poll();
    await world.untilPosted(home.channelId, 1);
    feed.rewrite();
    world.clock.advance(6 * SECOND_MS);
    await bot.app.poll();

    const shown = () => JSON.stringify(world.discord.messages(home.channelId));
    await expect.poll(shown, { timeout: 30_000 }).toContain(`/tx/${record?.txHash}`);
    expect(readChannel(world, home.channelId)).toHaveLength(1);
  });
});
