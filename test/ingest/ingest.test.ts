import { describe, expect, it } from 'vitest';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import { createMatcher } from '#src/alerts/matcher.ts';
import type { CollectionPrices } from '#src/alerts/price-context.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { createAgeClock } from '#src/chain/elapsed.ts';
import { createIngest } from '#src/ingest/ingest.ts';
import { createNewRecordLimit, withNewRecordLimit } from '#src/ingest/new-record-limit.ts';
import { createFeedReader } from '#src/ingest/read-feed.ts';
import { createRuledBy } from '#src/ingest/rules-that-apply.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { openStore } from '#src/store/open.ts';
import { address, sale, sales, txHash } from '../support/build-activity.ts';
import { newSubscription } from '../support/build-alert.ts';
import { collectionPrices } from '../support/build-collection-prices.ts';
import { token } from '../support/build-token.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { silentLog } from '../support/silent-log.ts';

const CHANNEL = '1000';
const START = Date.UTC(2026, 0, 1) / 1_000;
const ada = address(0xa);
const bob = address(0xb);

interface Options {
  readonly clock?: ReturnType<typeof createManualClock>;
  readonly rule?: Partial<Rule>;
  readonly collectionPrices?: CollectionPrices;
  readonly rank?: number;
  /** How much news may come at once, and in each hour more. */
  readonly news?: { readonly burst: number; readonly perHour: number };
  /** By how much the clock is behind when the process starts, after the rule was made; it is right afterwards. */
  readonly behindAtStartMs?: number;
}

/** The ingest on real SQLite over a feed that the test writes, newest first. */
async function createScenario({
  clock = createManualClock(),
  rule,
  collectionPrices,
  rank,
  news,
  behindAtStartMs = 0,
}: Options = {}) {
  const store = await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now });
  const { subscription } = await store.addSubscription(newSubscription(CHANNEL, rule));
  let records: readonly Activity[] = [];
  const lookedUp: string[] = [];
  const reported: string[] = [];
  const budget = createNewRecordLimit({ now: clock.now, ...news });
  clock.set(-behindAtStartMs);
  const ageClock = { ...clock, now: createAgeClock(clock) };
  clock.set(behindAtStartMs);
  const start = () =>
    createIngest({
      report: (event) => reported.push(...event.alerts.map(({ alert }) => alert.key)),
      readFeed: withNewRecordLimit(
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
          store: store,
        }),
        budget,
      ),
      store: store,
      tokens: {
        async find(collection, tokenId) {
          lookedUp.push(tokenId);
          if (rank === undefined) throw new Error('nobody knows this token');
          return token({ collection, tokenId, rarity: { rank, total: null, percentile: null, score: null } });
        },
      },
      collections: {
        collectionPrices: async () => {
          if (collectionPrices === undefined) throw new Error('nobody knows this collection');
          return { ...collectionPrices, asOf: 0 };
        },
      },
      index: createMatcher([subscription], { isWhitelisted: () => true }),
      clock: ageClock,
      ruledBy: createRuledBy(ageClock, clock),
      log: silentLog,
      wake: () => undefined,
    });
  let tick = start();
  const waiting = async () => (await store.channelWork(CHANNEL, 1_000)).pending.map(({ alert }) => alert);
  return {
    store,
    /** Tokens that were looked up. */
    lookedUp,
    /** Keys of the alerts that were reported as due. */
    reported,
    waiting,
    /** What the process knew without the store is gone. */
    restart() {
      tick = start();
    },
    async tick(feed: readonly Activity[]) {
      records = feed;
      return tick(new AbortController().signal);
    },
    async poll(feed: readonly Activity[]) {
      records = feed;
      await tick(new AbortController().signal);
      return (await waiting()).map(({ key }) => key);
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

describe('ingesting the feed', () => {
  it('announces nothing from the first poll', async () => {
    await using scenario = await createScenario();
    expect(await scenario.poll(sales(5))).toEqual([]);
  });

  it('reports alerts as due once they are stored, and not when the store fails', async () => {
    await using scenario = await createScenario();
    const feed = sales(7);
    await scenario.poll(feed.slice(2));
    const { ingest } = scenario.store;
    Object.assign(scenario.store, { ingest: () => Promise.reject(new Error('The disk is full.')) });
    await expect(scenario.tick(feed)).rejects.toThrow('The disk is full.');
    expect(scenario.reported).toEqual([]);
    Object.assign(scenario.store, { ingest });
    await scenario.poll(feed);
    expect(scenario.reported).toEqual(['sale:id:s6', 'sale:id:s7']);
  });

  it('announces later events', async () => {
    await using scenario = await createScenario();
    const feed = sales(7);
    await scenario.poll(feed.slice(2));
    expect(await scenario.poll(feed)).toEqual(['sale:id:s6', 'sale:id:s7']);
  });

  it('posts a record that came late, below those of the first poll', async () => {
    await using scenario = await createScenario();
    const feed = sales(5);
    await scenario.poll(feed.toSpliced(1, 1));
    expect(await scenario.poll(feed)).toEqual(['sale:id:s4']);
  });

  it('does not announce history when a later poll reaches further back', async () => {
    await using scenario = await createScenario();
    const feed = sales(400);
    await scenario.poll(feed.slice(200));
    expect(await scenario.poll(feed)).toHaveLength(200);
    await using deeper = await createScenario();
    await deeper.poll(feed.slice(150));
    const announced = await deeper.poll([
      ...feed.slice(149, 150),
      ...feed.slice(150, 240),
      ...feed.slice(260),
    ]);
    expect(announced).toEqual(['sale:id:s251']);
  });

  it.each([
    ['behind', -9],
    ['ahead', 9],
  ])('announces every sale although the bot’s clock is %s by minutes', async (_, minutes) => {
    const clock = createManualClock(Date.UTC(2026, 0, 1) + minutes * 60_000);
    await using scenario = await createScenario({ clock });
    await scenario.poll([]);
    expect(await scenario.poll([sale()])).toEqual(['sale:id:a1']);
  });

  it('does not announce history when the first answer was empty by mistake', async () => {
    const clock = createManualClock(Date.UTC(2026, 0, 1, 1));
    await using scenario = await createScenario({ clock });
    await scenario.poll([]);
    expect(await scenario.poll(sales(30))).toEqual([]);
  });

  it('reports by kind what it announced', async () => {
    await using scenario = await createScenario({ rule: { topics: TOPICS } });
    await scenario.tick([]);
    const others = (['listing', 'offer', 'transfer', 'mint', 'listing'] as const).map((kind, number) =>
      sale({ kind, id: `k${number}`, tokenId: `${number}` }),
    );
    const report = await scenario.tick([
      ...sales(2),
      ...others,
      sale({ kind: 'mint', id: 'x', tokenId: null }),
    ]);
    expect(report).toMatchObject({
      fresh: 8,
      unread: { no_token: 1 },
      alerts: { sale: 2, listing: 2, offer: 1, transfer: 1, mint: 1 },
    });
  });
});

describe('a transfer that belongs to a sale', () => {
  const transfer = sale({ id: 'moved', kind: 'transfer', price: null });
  const rule = { topics: ['sale', 'transfer'] } as const;

  it.each([
    ['after the sale, in the same poll', [[transfer, sale()]]],
    ['before the sale, in the same poll', [[sale(), transfer]]],
    ['in a later poll', [[sale()], [transfer, sale()]]],
  ])('is not announced when it comes %s', async (_, polls) => {
    await using scenario = await createScenario({ rule });
    await scenario.poll([]);
    for (const feed of polls) await scenario.poll(feed);
    expect((await scenario.waiting()).map(({ key }) => key)).toEqual(['sale:id:a1']);
  });

  it('is not posted when the first poll had the sale already', async () => {
    await using scenario = await createScenario({ rule });
    await scenario.poll([sale()]);
    const late = { ...transfer, timestamp: START + 1 };
    expect(await scenario.poll([late, sale()])).toEqual([]);
  });
});

describe('the price context of a sale', () => {
  const bought = sale({ id: 'b', txHash: txHash(2), from: ada, to: bob, price: 12n, timestamp: START - 60 });
  const sold = sale({ id: 'c', txHash: txHash(3), from: bob, to: ada, price: 20n });

  it('knows what the seller had paid, also before the bot posted anything', async () => {
    await using scenario = await createScenario({
      collectionPrices: collectionPrices({ floor: 15n, highestSale: 19n }),
    });
    await scenario.poll([bought]);
    await scenario.poll([sold, bought]);
    const priceContext = { bought: { price: 12n, at: START - 60 }, floor: 15n, record: true };
    expect(await scenario.waiting()).toMatchObject([{ item: { priceContext } }]);
  });

  it('knows it from the same poll', async () => {
    await using scenario = await createScenario();
    await scenario.poll([]);
    await scenario.poll([sold, bought]);
    const priceContext = { bought: { price: 12n }, floor: null, record: false };
    expect((await scenario.waiting())[1]).toMatchObject({ item: { priceContext } });
  });

  it('knows of no purchase after the sale, which the feed shows late', async () => {
    await using scenario = await createScenario();
    await scenario.poll([]);
    const later = { ...bought, id: 'd', txHash: txHash(4), timestamp: START + 60 };
    await scenario.poll([later]);
    await scenario.poll([later, sold]);
    expect((await scenario.waiting())[1]).toMatchObject({ item: { priceContext: { bought: null } } });
  });

  it('knows of a purchase in an auction', async () => {
    await using scenario = await createScenario();
    await scenario.poll([{ ...bought, kind: 'auction_settled' }]);
    await scenario.poll([sold, { ...bought, kind: 'auction_settled' }]);
    expect(await scenario.waiting()).toMatchObject([{ item: { priceContext: { bought: { price: 12n } } } }]);
  });
});

describe('repeat trades', () => {
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
  const topic = `repeat-trades:${address(0xc0)}-7:${ada}:${bob}:id:w0`;

  it('is posted once over many polls, and its state goes on counting', async () => {
    await using scenario = await createScenario();
    await scenario.poll([]);
    for (const count of [2, 3, 9, 10]) await scenario.poll(washes(count));
    expect((await scenario.waiting()).map(({ key }) => key)).toEqual(['sale:id:w0', 'sale:id:w1', topic]);
    const [history] = await scenario.store.tradeHistories([{ collection: address(0xc0), tokenId: '7' }]);
    expect(history?.repeatTrades).toMatchObject([
      { liveKey: topic, count: 10, volume: 10n, occurredAt: START + 9 },
    ]);
  });

  it('goes on counting although no rule matches it', async () => {
    await using scenario = await createScenario({ rule: { topics: ['mint'] } });
    await scenario.poll([]);
    for (const count of [2, 3, 9]) await scenario.poll(washes(count));
    const [history] = await scenario.store.tradeHistories([{ collection: address(0xc0), tokenId: '7' }]);
    expect(history?.repeatTrades).toMatchObject([{ count: 9 }]);
    expect(scenario.lookedUp).toEqual([]);
  });

  it('is posted in a channel whose rule only a later trade of it matches', async () => {
    const filter = { ...MATCH_ALL, price_from: 50n };
    await using scenario = await createScenario({ rule: { filter } });
    await scenario.poll([]);
    await scenario.poll(washes(4));
    const dear = sale({
      id: 'dear',
      txHash: txHash(99),
      from: ada,
      to: bob,
      price: 60n,
      timestamp: START + 9,
    });
    expect(await scenario.poll([dear, ...washes(4)])).toEqual([`${topic}:5`]);
  });
});

describe('filters', () => {
  it('are held against what was lookedUp up', async () => {
    const filter = { ...MATCH_ALL, rank: 10 };
    await using rare = await createScenario({ rule: { filter }, rank: 10 });
    await rare.poll([]);
    expect(await rare.poll([sale()])).toEqual(['sale:id:a1']);
    await using common = await createScenario({ rule: { filter }, rank: 11 });
    await common.poll([]);
    expect(await common.poll([sale()])).toEqual([]);
  });

  it('match a listing below the floor', async () => {
    const rule = { topics: ['listing'], filter: { ...MATCH_ALL, below_floor: 20 } } as const;
    await using scenario = await createScenario({
      rule,
      collectionPrices: collectionPrices({ floor: 100n }),
    });
    await scenario.poll([]);
    const listings = [80n, 81n].map((price) => sale({ kind: 'listing', id: `l${price}`, price, to: null }));
    expect(await scenario.poll(listings)).toEqual(['listing:id:l80']);
  });

  it('match a listing below the floor that became the floor itself', async () => {
    const rule = { topics: ['listing'], filter: { ...MATCH_ALL, below_floor: 20 } } as const;
    const floorBefore = { amount: 100n, until: START * 1_000 };
    await using scenario = await createScenario({
      rule,
      collectionPrices: collectionPrices({ floor: 80n, floorBefore }),
    });
    await scenario.poll([]);
    const listings = [80n, 81n].map((price) => sale({ kind: 'listing', id: `l${price}`, price, to: null }));
    expect(await scenario.poll(listings)).toEqual(['listing:id:l80']);
  });

  it('prevent lookups of alerts that no rule can match', async () => {
    await using scenario = await createScenario({
      rule: { filter: { ...MATCH_ALL, price_from: 10n ** 20n } },
    });
    await scenario.poll([]);
    await scenario.poll([sale()]);
    expect(scenario.lookedUp).toEqual([]);
  });

  it('are decided for a price that comes late, although the clock was behind when the process started', async () => {
    const clock = createManualClock();
    const rule = { filter: { ...MATCH_ALL, price_from: 1n } };
    await using scenario = await createScenario({ clock, rule, behindAtStartMs: 10 * 60_000 });
    await scenario.poll([]);
    expect(await scenario.poll([sale({ price: null })])).toEqual([]);
    expect(await scenario.poll([sale()])).toEqual(['sale:id:a1']);
  });

  it('are decided for a price that comes late, while the clock is behind by more than the ten minutes', async () => {
    const clock = createManualClock();
    const rule = { filter: { ...MATCH_ALL, price_from: 1n } };
    await using scenario = await createScenario({ clock, rule });
    await scenario.poll([]);
    expect(await scenario.poll([sale({ price: null })])).toEqual([]);
    await clock.advance(60_000);
    clock.set(-20 * 60_000);
    expect(await scenario.poll([sale()])).toEqual(['sale:id:a1']);
  });

  it('are decided for a price that comes after a restart', async () => {
    await using scenario = await createScenario({ rule: { filter: { ...MATCH_ALL, price_from: 1n } } });
    await scenario.poll([]);
    expect(await scenario.poll([sale({ price: null })])).toEqual([]);
    scenario.restart();
    expect(await scenario.poll([sale()])).toEqual(['sale:id:a1']);
  });

  it('are decided for a price that comes late and cannot be stored at first', async () => {
    await using scenario = await createScenario({ rule: { filter: { ...MATCH_ALL, price_from: 1n } } });
    await scenario.poll([]);
    expect(await scenario.poll([sale({ price: null })])).toEqual([]);
    const { ingest } = scenario.store;
    Object.assign(scenario.store, { ingest: () => Promise.reject(new Error('The disk is full.')) });
    await expect(scenario.tick([sale()])).rejects.toThrow('The disk is full.');
    Object.assign(scenario.store, { ingest });
    expect(await scenario.poll([sale()])).toEqual(['sale:id:a1']);
  });

  it('are not decided for a price that comes later than ten minutes', async () => {
    const clock = createManualClock();
    const rule = { filter: { ...MATCH_ALL, price_from: 1n } };
    await using scenario = await createScenario({ clock, rule });
    await scenario.poll([]);
    expect(await scenario.poll([sale({ price: null })])).toEqual([]);
    await clock.advance(11 * 60_000);
    expect(await scenario.poll([sale()])).toEqual([]);
    const [event] = await scenario.store.events.find({ by: 'key', key: 'sale:id:a1' }, 1);
    expect(event).toMatchObject({ dropped: 'late', decidedAt: clock.now() });
  });

  it('are decided up to ten minutes after the event, however long ago the bot saw it first', async () => {
    const clock = createManualClock();
    const rule = { filter: { ...MATCH_ALL, price_from: 1n } };
    await using scenario = await createScenario({ clock, rule });
    await scenario.poll([]);
    const timestamp = clock.now() / 1_000 + 5 * 60;
    const numbered = (number: number) => sale({ id: `a${number}`, txHash: txHash(number), timestamp });
    const [first, second] = [numbered(1), numbered(2)];
    const unpriced = { ...second, price: null };
    expect(await scenario.poll([{ ...first, price: null }, unpriced])).toEqual([]);
    await clock.advance(15 * 60_000);
    expect(await scenario.poll([first, unpriced])).toEqual(['sale:id:a1']);
    await clock.advance(1_000);
    expect(await scenario.poll([first, second])).toEqual(['sale:id:a1']);
  });
});

describe('more new records than the limit', () => {
  it('are ingested up to the limit, newest first, and the rest counts as a gap', async () => {
    const clock = createManualClock(START * 1_000);
    await using scenario = await createScenario({ clock, news: { burst: 50, perHour: 10 } });
    await scenario.poll([]);
    const feed = sales(80);
    const { gap } = await scenario.tick(feed);
    expect(gap).toBe(true);
    expect(await scenario.waiting()).toHaveLength(50);
    expect(await scenario.store.feedGaps(0)).toHaveLength(1);
    expect((await scenario.waiting()).at(-1)?.key).toBe('sale:id:s80');

    expect((await scenario.tick(feed)).gap).toBe(false);
    expect(await scenario.waiting()).toHaveLength(50);
    await clock.advance(3_600_000);
    expect((await scenario.tick(sales(95))).gap).toBe(true);
    expect(await scenario.waiting()).toHaveLength(60);
  });

  it('leaves no more trades than that', async () => {
    await using scenario = await createScenario({ news: { burst: 5, perHour: 1 } });
    await scenario.poll([]);
    await scenario.tick(sales(20));
    const tokens = sales(20).flatMap(({ collection, tokenId }) =>
      collection === null || tokenId === null ? [] : [{ collection, tokenId }],
    );
    const trades = (await scenario.store.tradeHistories(tokens)).flatMap((history) => history.trades);
    expect(new Set(trades.map(({ key }) => key)).size).toBeLessThanOrEqual(5);
  });
});
