import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { titleOf } from '../../support/channel-reading.ts';
import { type FeedRecord, startFeedProxy, without } from '../../support/feed-proxy.ts';
import { FOXES } from '../../support/sell-foxes.ts';

const COIN = 10n ** 18n;
const SEVERAL = ['5', '6', '7'];

/** A bot on a feed whose new records of one kind are as `change` makes them. */
async function startWorld(alerts: string, change: (record: FeedRecord) => FeedRecord) {
  const world = await startBotWorld();
  const feed = await startFeedProxy(world.marketplace.url);
  const since = Math.floor(world.clock.now() / 1_000);
  feed.rewrite((record) => (Number(record['timestamp']) >= since ? change(record) : record));
  const environment = { MARKETPLACE_URL: feed.url };
  const bot = await world.start(environment);
  const { channelId } = world.home;
  await world.home.subscribe(channelId, { alerts, collection: FOXES });
  return {
    ...world,
    bot,
    environment,
    channelId,
    async health() {
      const { message } = await world.home.admin.command('alerts health');
      return JSON.stringify(message?.embeds ?? []);
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await feed[Symbol.asyncDispose]();
    },
  };
}

const ofSeveral = (record: FeedRecord): FeedRecord => ({
  ...without(record, 'tokenId', 'tokenName'),
  tokenIds: SEVERAL,
});

describe('a record of several tokens', () => {
  it.each([
    ['sale', '3 × Lantern Foxes swept for 3 S'],
    ['listing', '3 × Lantern Foxes listed for 3 S'],
    ['offer', '3 × Lantern Foxes received an offer of 3 S'],
    ['transfer', '3 × Lantern Foxes transferred'],
    ['burn', '3 × Lantern Foxes burned'],
  ] as const)('is one alert with all of them: a %s', async (kind, title) => {
    await using world = await startWorld('everything', ofSeveral);
    world.marketplace.cause[kind]({ collection: FOXES, tokenId: '712', price: 3n * COIN });
    await world.bot.app.poll();

    const embeds = await world.untilPosted(world.channelId, 1);
    expect(embeds).toHaveLength(1);
    expect(titleOf(embeds[0] ?? {})).toBe(title);
    for (const id of SEVERAL) expect(embeds[0]?.description).toContain(`#${id}]`);
    expect(await world.health()).toContain('All good');
  });

  it('that names one is an alert of that one', async () => {
    await using world = await startWorld('sales', (record) => ({
      ...without(record, 'tokenId', 'tokenName'),
      tokenIds: ['5'],
    }));
    world.marketplace.cause.sale({ collection: FOXES, price: 3n * COIN });
    await world.bot.app.poll();

    expect((await world.untilPosted(world.channelId, 1)).map(titleOf)).toEqual([
      'Lantern Fox #5 sold for 3 S',
    ]);
  });

  it('explains the transfers of its tokens', async () => {
    await using world = await startWorld('sales, transfers', (record) =>
      record['type'] === 'sale' ? { ...ofSeveral(record), tokenIds: ['712', '5'] } : record,
    );
    world.marketplace.cause.sale({ collection: FOXES, tokenId: '712', price: 3n * COIN, withTransfer: true });
    world.marketplace.cause.transfer({ collection: FOXES, tokenId: '9' });
    await world.bot.app.poll();

    const embeds = await world.untilPosted(world.channelId, 2);
    expect(embeds.map(titleOf)).toEqual(['2 × Lantern Foxes swept for 3 S', 'Lantern Fox #9 transferred']);
  });
});

describe('a record whose token id a float has damaged', () => {
  const damaged = (record: FeedRecord): FeedRecord =>
    record['price'] === String(3n * COIN) ? { ...record, tokenId: 1.157920892373162e76 } : record;

  it.each(['sale', 'offer'] as const)(
    'is counted and named in health, also after a restart: a %s',
    async (kind) => {
      await using world = await startWorld('everything', damaged);
      world.marketplace.cause[kind]({ collection: FOXES, price: 3n * COIN });
      await world.bot.app.poll();
      world.marketplace.cause.sale({ collection: FOXES, tokenId: '9', price: COIN });
      await world.bot.app.poll();

      const embeds = await world.untilPosted(world.channelId, 1);
      expect(embeds.map(titleOf)).toEqual(['Lantern Fox #9 sold for 1 S']);
      const said = '1 of 2 new records in the last 7 days could not be read';
      expect(await world.health()).toContain(said);
      expect(await world.health()).toContain('1 with an invalid token ID');
      expect(world.bot.log.linesWith('many unreadable records in the feed')).toHaveLength(1);

      await world.bot[Symbol.asyncDispose]();
      await using again = await world.start(world.environment);
      await again.app.poll();
      expect(await world.health()).toContain(said);
    },
  );
});
