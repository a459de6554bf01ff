import { describe, expect, it } from 'vitest';
import type { Activity } from '../../src/domain/activity.ts';
import { EVERYTHING } from '../../src/domain/alert-filter.ts';
import { ALERT_KINDS } from '../../src/domain/alert-kind.ts';
import type { Worth } from '../../src/domain/price-story.ts';
import type { Rule } from '../../src/domain/subscription.ts';
import { createNewsBudget, withinBudget } from '../../src/pipeline/intake/news-budget.ts';
import { createFeedReader } from '../../src/pipeline/intake/read-feed.ts';
import { createSubscriptionIndex } from '../../src/pipeline/intake/subscription-index.ts';
import { createIntake } from '../../src/pipeline/intake/take-in.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { address, sale, sales, txHash } from '../support/build-activity.ts';
import { newSubscription } from '../support/build-alert.ts';
import { token } from '../support/build-token.ts';
import { worth } from '../support/build-worth.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { silentLog } from '../support/silent-log.ts';

const CHANNEL = '1000';
const START = Date.UTC(2026, 0, 1) / 1_000;
const ada = address(0xa);
const bob = address(0xb);

interface Options {
  readonly clock?: ReturnType<typeof createManualClock>;
  readonly rule?: Partial<Rule>;
  readonly worth?: Worth;
  readonly rank?: number;
  /** How much news may come at once, and in each hour more. */
  readonly news?: { readonly atOnce: number; readonly anHour: number };
}

/** A bot's intake on real SQLite over a feed that the test writes, newest first. */
async function createScene({ clock = createManualClock(), rule, worth, rank, news }: Options = {}) {
  const store = await openSqliteStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now });
  const { subscription } = await store.addSubscription(newSubscription(CHANNEL, rule));
  let records: readonly Activity[] = [];
  const looked: string[] = [];
  const budget = createNewsBudget({ now: clock.now, ...news });
  const tick = createIntake({
    readFeed: withinBudget(
      createFeedReader({
        feed: {
          activities: async ({ limit, page = 1 }) => ({
            items: records.slice((page - 1) * Math.min(limit, 100), page * Math.min(limit, 100)),
            page,
            total: null,
            hasNext: false,
            unreadable: 0,
          }),
        },
        inbox: store,
      }),
      budget,
    ),
    inbox: store,
    tokens: {
      async find(collection, tokenId) {
        looked.push(tokenId);
        if (rank === undefined) throw new Error('nobody knows this token');
        return token({ collection, tokenId, rarity: { rank, total: null, percentile: null, score: null } });
      },
    },
    collections: {
      worth: async () => {
        if (worth === undefined) throw new Error('nobody knows this collection');
        return { ...worth, asOf: 0 };
      },
    },
    index: createSubscriptionIndex([subscription], { isWhitelisted: () => true }),
    clock,
    log: silentLog,
    wake: () => undefined,
  });
  const waiting = async () => (await store.laneWork(CHANNEL, 1_000)).pending.map(({ alert }) => alert);
  return {
    store,
    /** Tokens that were looked up. */
    looked,
    waiting,
    async tick(feed: readonly Activity[]) {
      records = feed;
      return tick(new AbortController().signal);
    },
    async look(feed: readonly Activity[]) {
      records = feed;
      await tick(new AbortController().signal);
      return (await waiting()).map(({ key }) => key);
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

describe('taking in what the feed shows', () => {
  it('tells nothing of the first look', async () => {
    await using scene = await createScene();
    expect(await scene.look(sales(5))).toEqual([]);
  });

  it('tells what comes after it', async () => {
    await using scene = await createScene();
    const feed = sales(7);
    await scene.look(feed.slice(2));
    expect(await scene.look(feed)).toEqual(['sale:id:s6', 'sale:id:s7']);
  });

  it('tells a record that came late, below what the first look showed', async () => {
    await using scene = await createScene();
    const feed = sales(5);
    await scene.look(feed.toSpliced(1, 1));
    expect(await scene.look(feed)).toEqual(['sale:id:s4']);
  });

  it('does not take history for news when a later look reaches further back', async () => {
    await using scene = await createScene();
    const feed = sales(400);
    await scene.look(feed.slice(200));
    expect(await scene.look(feed)).toHaveLength(200);
    await using deeper = await createScene();
    await deeper.look(feed.slice(150));
    const told = await deeper.look([...feed.slice(149, 150), ...feed.slice(150, 240), ...feed.slice(260)]);
    expect(told).toEqual(['sale:id:s251']);
  });

  it.each([
    ['behind', -9],
    ['ahead', 9],
  ])('tells every sale though the bot’s clock is %s by minutes', async (_, minutes) => {
    const clock = createManualClock(Date.UTC(2026, 0, 1) + minutes * 60_000);
    await using scene = await createScene({ clock });
    await scene.look([]);
    expect(await scene.look([sale()])).toEqual(['sale:id:a1']);
  });

  it('does not take history for news when the first answer was empty by mistake', async () => {
    const clock = createManualClock(Date.UTC(2026, 0, 1, 1));
    await using scene = await createScene({ clock });
    await scene.look([]);
    expect(await scene.look(sales(30))).toEqual([]);
  });

  it('reports what it told by kind', async () => {
    await using scene = await createScene({ rule: { kinds: ALERT_KINDS } });
    await scene.tick([]);
    const others = (['listing', 'offer', 'transfer', 'mint', 'listing'] as const).map((kind, number) =>
      sale({ kind, id: `k${number}`, tokenId: `${number}` }),
    );
    const report = await scene.tick([...sales(2), ...others, sale({ kind: 'mint', id: 'x', tokenId: null })]);
    expect(report).toMatchObject({
      fresh: 8,
      incomplete: 1,
      alerts: { sale: 2, listing: 2, offer: 1, transfer: 1, mint: 1 },
    });
  });
});

describe('a transfer that belongs to a sale', () => {
  const transfer = sale({ id: 'moved', kind: 'transfer', price: null });
  const rule = { kinds: ['sale', 'transfer'] } as const;

  it.each([
    ['after the sale, in the same look', [[transfer, sale()]]],
    ['before the sale, in the same look', [[sale(), transfer]]],
    ['in a later look', [[sale()], [transfer, sale()]]],
  ])('is not told when it comes %s', async (_, looks) => {
    await using scene = await createScene({ rule });
    await scene.look([]);
    for (const feed of looks) await scene.look(feed);
    expect((await scene.waiting()).map(({ key }) => key)).toEqual(['sale:id:a1']);
  });

  it('is not told when the sale was seen by the first look already', async () => {
    await using scene = await createScene({ rule });
    await scene.look([sale()]);
    const late = { ...transfer, timestamp: START + 1 };
    expect(await scene.look([late, sale()])).toEqual([]);
  });
});

describe('the story of a sale', () => {
  const bought = sale({ id: 'b', txHash: txHash(2), from: ada, to: bob, price: 12n, timestamp: START - 60 });
  const sold = sale({ id: 'c', txHash: txHash(3), from: bob, to: ada, price: 20n });

  it('knows what the seller had paid, also before the bot told anything', async () => {
    await using scene = await createScene({ worth: worth({ floor: 15n, highestSale: 19n }) });
    await scene.look([bought]);
    await scene.look([sold, bought]);
    const story = { bought: { price: 12n, at: START - 60 }, floor: 15n, record: true };
    expect(await scene.waiting()).toMatchObject([{ item: { story } }]);
  });

  it('knows it from the same look', async () => {
    await using scene = await createScene();
    await scene.look([]);
    await scene.look([sold, bought]);
    const story = { bought: { price: 12n }, floor: null, record: false };
    expect((await scene.waiting())[1]).toMatchObject({ item: { story } });
  });

  it('knows of a purchase in an auction', async () => {
    await using scene = await createScene();
    await scene.look([{ ...bought, kind: 'auction_settled' }]);
    await scene.look([sold, { ...bought, kind: 'auction_settled' }]);
    expect(await scene.waiting()).toMatchObject([{ item: { story: { bought: { price: 12n } } } }]);
  });
});

describe('a storm of trades', () => {
  /** Newest first. */
  const washes = (count: number): readonly Activity[] =>
    Array.from({ length: count }, (_, number) =>
      sale({
        id: `w${number}`,
        txHash: txHash(number),
        from: number % 2 === 0 ? ada : bob,
        to: number % 2 === 0 ? bob : ada,
        price: 1n,
        timestamp: START + number,
      }),
    ).toReversed();
  const topic = `storm:${address(0xc0)}-7:${ada}:${bob}:id:w0`;

  it('is told once over many looks, and its state goes on counting', async () => {
    await using scene = await createScene();
    await scene.look([]);
    for (const count of [2, 3, 9, 10]) await scene.look(washes(count));
    expect((await scene.waiting()).map(({ key }) => key)).toEqual(['sale:id:w0', 'sale:id:w1', topic]);
    const [history] = await scene.store.tradeHistories([{ collection: address(0xc0), tokenId: '7' }]);
    expect(history?.storms).toMatchObject([{ topic, count: 10, volume: 10n, occurredAt: START + 9 }]);
  });

  it('goes on counting though nobody follows it', async () => {
    await using scene = await createScene({ rule: { kinds: ['mint'] } });
    await scene.look([]);
    for (const count of [2, 3, 9]) await scene.look(washes(count));
    const [history] = await scene.store.tradeHistories([{ collection: address(0xc0), tokenId: '7' }]);
    expect(history?.storms).toMatchObject([{ count: 9 }]);
    expect(scene.looked).toEqual([]);
  });

  it('is told to a channel that a later trade of it fits first', async () => {
    const filter = { ...EVERYTHING, priceFrom: 50n };
    await using scene = await createScene({ rule: { filter } });
    await scene.look([]);
    await scene.look(washes(4));
    const dear = sale({
      id: 'dear',
      txHash: txHash(99),
      from: ada,
      to: bob,
      price: 60n,
      timestamp: START + 9,
    });
    expect(await scene.look([dear, ...washes(4)])).toEqual([`${topic}:5`]);
  });
});

describe('filters', () => {
  it('are held against what was looked up', async () => {
    const filter = { ...EVERYTHING, rankAtMost: 10 };
    await using rare = await createScene({ rule: { filter }, rank: 10 });
    await rare.look([]);
    expect(await rare.look([sale()])).toEqual(['sale:id:a1']);
    await using common = await createScene({ rule: { filter }, rank: 11 });
    await common.look([]);
    expect(await common.look([sale()])).toEqual([]);
  });

  it('tell a listing below the floor', async () => {
    const rule = { kinds: ['listing'], filter: { ...EVERYTHING, belowFloorPercent: 20 } } as const;
    await using scene = await createScene({
      rule,
      worth: worth({ floor: 100n }),
    });
    await scene.look([]);
    const listings = [80n, 81n].map((price) => sale({ kind: 'listing', id: `l${price}`, price, to: null }));
    expect(await scene.look(listings)).toEqual(['listing:id:l80']);
  });

  it('tell a listing below the floor that became the floor itself', async () => {
    const rule = { kinds: ['listing'], filter: { ...EVERYTHING, belowFloorPercent: 20 } } as const;
    const floorBefore = { amount: 100n, until: START * 1_000 };
    await using scene = await createScene({ rule, worth: worth({ floor: 80n, floorBefore }) });
    await scene.look([]);
    const listings = [80n, 81n].map((price) => sale({ kind: 'listing', id: `l${price}`, price, to: null }));
    expect(await scene.look(listings)).toEqual(['listing:id:l80']);
  });

  it('spare the lookups of what nobody can want', async () => {
    await using scene = await createScene({ rule: { filter: { ...EVERYTHING, priceFrom: 10n ** 20n } } });
    await scene.look([]);
    await scene.look([sale()]);
    expect(scene.looked).toEqual([]);
  });
});

describe('more news than anybody could be told', () => {
  it('is taken in up to what there is room for, the newest, and the rest counts as a gap', async () => {
    const clock = createManualClock(START * 1_000);
    await using scene = await createScene({ clock, news: { atOnce: 50, anHour: 10 } });
    await scene.look([]);
    const feed = sales(80);
    const { gap } = await scene.tick(feed);
    expect(gap).toBe(true);
    expect(await scene.waiting()).toHaveLength(50);
    expect(await scene.store.feedGaps(0)).toHaveLength(1);
    expect((await scene.waiting()).at(-1)?.key).toBe('sale:id:s80');

    expect((await scene.tick(feed)).gap).toBe(false);
    expect(await scene.waiting()).toHaveLength(50);
    await clock.advance(3_600_000);
    expect((await scene.tick(sales(95))).gap).toBe(true);
    expect(await scene.waiting()).toHaveLength(60);
  });

  it('leaves no more trades than that', async () => {
    await using scene = await createScene({ news: { atOnce: 5, anHour: 1 } });
    await scene.look([]);
    await scene.tick(sales(20));
    const tokens = sales(20).flatMap(({ collection, tokenId }) =>
      collection === null || tokenId === null ? [] : [{ collection, tokenId }],
    );
    const trades = (await scene.store.tradeHistories(tokens)).flatMap((history) => history.trades);
    expect(new Set(trades.map(({ key }) => key)).size).toBeLessThanOrEqual(5);
  });
});
