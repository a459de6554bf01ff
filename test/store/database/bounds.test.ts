import { expect, it } from 'vitest';
import type { Trade } from '#src/alerts/trade.ts';
import type { Tables } from '#src/store/database/tables.ts';
import type { Store } from '#src/store/open.ts';
import { createStore } from '#src/store/open.ts';

import { detectedSale } from '../conformance/events.ts';
import { GENERAL, ingestionOf, prune, ruleFor, sale, send, to } from '../samples.ts';
import { type DatabaseKind, describeEachDatabase } from './each-database.ts';

const HOUR_MS = 3_600_000;
const BOUNDS = {
  ...{ seen: 300, trades: 200, burns: 150, events: 120, highestTrades: 50 },
  ...{ gaps: 20, marketCollections: 30, settled: 100 },
};

/** A store with bounds that a test can reach, and a count of its rows. */
async function boundedStore(kind: DatabaseKind): Promise<
  AsyncDisposable & {
    readonly store: Omit<Store, keyof AsyncDisposable>;
    rows(table: keyof Tables): Promise<number>;
    pass(ms: number): number;
  }
> {
  let now = 5_000_000;
  const place = await kind.create();
  const database = await place.open({ now: () => now });
  return {
    store: createStore(database, BOUNDS),
    async rows(table) {
      const { count } = await database.read('rows', (queries) =>
        queries
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
      );
      return count;
    },
    pass(ms) {
      now += ms;
      return now;
    },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

const numbers = (from: number, count: number) => Array.from({ length: count }, (_unused, at) => from + at);
const collection = (number: number) => `0x${number.toString(16).padStart(40, '0')}` as const;

function trade(number: number): Trade {
  const parties = { seller: collection(1), buyer: collection(2) };
  const item = { collection: collection(number), tokenId: String(number) };
  return { key: `t${number}`, ...item, ...parties, price: BigInt(number + 1), quantity: 1n, at: number };
}

describeEachDatabase('a feed whose records never end', (kind) => {
  it('leaves as many marks of what was seen as there is room for, the newest', async () => {
    await using bounded = await boundedStore(kind);
    const { store, rows } = bounded;
    for (const poll of numbers(0, 10)) {
      await store.ingest(ingestionOf([], { seen: numbers(poll * 100, 100).map((number) => `id:${number}`) }));
      expect(await rows('seenKeys')).toBeLessThanOrEqual(BOUNDS.seen);
    }
    const all = numbers(0, 1_000).map((number) => `id:${number}`);
    expect([...(await store.known(all))]).toEqual(all.slice(-BOUNDS.seen));
  });

  it('leaves as many marks where transactions were rolled back, which use up ids on PostgreSQL', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const store = createStore(database, BOUNDS);
    const all = numbers(0, BOUNDS.seen).map((number) => `id:${number}`);
    await store.ingest(ingestionOf([], { seen: all.slice(0, 200) }));
    const failed = database.transaction('fails', async (transaction) => {
      await transaction
        .insertInto('seenKeys')
        .values(numbers(0, 200).map((number) => ({ key: `lost:${number}`, seenAt: 1 })))
        .execute();
      throw new Error('Rolled back.');
    });
    await expect(failed).rejects.toThrow('Rolled back.');
    await store.ingest(ingestionOf([], { seen: all.slice(200) }));
    expect([...(await store.known(all))]).toEqual(all);
  });

  it('leaves as many trades, and prices of as many collections', async () => {
    await using bounded = await boundedStore(kind);
    const { store, rows } = bounded;
    for (const poll of numbers(0, 10)) {
      await store.ingest(ingestionOf([], { trades: numbers(poll * 100, 100).map(trade) }));
      expect(await rows('trades')).toBeLessThanOrEqual(BOUNDS.trades);
      expect(await rows('highestTrades')).toBeLessThanOrEqual(BOUNDS.highestTrades);
    }
    const [first, last] = await store.tradeHistories([trade(0), trade(999)]);
    expect(first?.highest).toBe(1n);
    expect(last?.trades.map(({ key }) => key)).toEqual(['t999']);
  });

  it('leaves as many burns, the newest', async () => {
    await using bounded = await boundedStore(kind);
    const { store, rows } = bounded;
    for (const poll of numbers(0, 5)) {
      const burns = numbers(poll * 100, 100).map((number) => ({
        ...{ key: `b${number}`, collection: collection(1), quantity: 1n, at: number },
      }));
      await store.ingest(ingestionOf([], { burns }));
      expect(await rows('burns')).toBeLessThanOrEqual(BOUNDS.burns);
    }
    expect(await store.burnedBetween({ collections: null, from: 0, to: 500 })).toMatchObject([
      { quantity: 150n },
    ]);
  });

  it('leaves as many detected events, the newest', async () => {
    await using bounded = await boundedStore(kind);
    const { store, rows } = bounded;
    for (const poll of numbers(0, 5)) {
      const keys = numbers(poll * 100, 100);
      await store.ingest(ingestionOf([], { detected: keys.map((number) => detectedSale(`e${number}`)) }));
      expect(await rows('detectedAlerts')).toBeLessThanOrEqual(BOUNDS.events);
    }
    expect(await store.events.find({ by: 'key', key: 'e499' }, 1)).toHaveLength(1);
  });

  it('makes room for prices of other collections once nothing else is stored for the fabricated ones', async () => {
    await using bounded = await boundedStore(kind);
    const { store, pass } = bounded;
    await store.ingest(ingestionOf([], { trades: numbers(0, 400).map(trade) }));
    await prune(store, pass(HOUR_MS));
    await store.ingest(ingestionOf([], { trades: [trade(5_000)] }));
    const [history] = await store.tradeHistories([trade(5_000)]);
    expect(history?.highest).toBe(5_001n);
  });

  it('leaves as many collections over time, each day and each month', async () => {
    await using bounded = await boundedStore(kind);
    const { store, rows } = bounded;
    const DAY = 24 * 3_600;
    for (const day of numbers(0, 4)) {
      for (const poll of numbers(0, 3)) {
        const readings = numbers(day * 100 + poll * 20, 20).map((number) => ({
          ...{ collection: collection(number), floor: BigInt(poll), listed: 1, owners: 1, volume: null },
        }));
        await store.recordMarket(readings, day * DAY + poll * 600);
      }
    }
    expect(await rows('marketDays')).toBe(4 * BOUNDS.marketCollections);
    const known = await store.marketPoints(collection(0), { from: 0, to: DAY });
    expect(known.map(({ floor }) => floor)).toEqual([0n]);
    await prune(store, 100 * DAY * 1_000);
    expect(await rows('marketDays')).toBe(BOUNDS.marketCollections);
  });

  it('leaves as many gaps', async () => {
    await using bounded = await boundedStore(kind);
    const { store, rows } = bounded;
    for (const number of numbers(0, 60)) {
      await store.ingest(ingestionOf([], { gap: { noticedAt: number, oldestReadAt: null } }));
    }
    expect(await rows('feedGaps')).toBe(BOUNDS.gaps);
    expect((await store.feedGaps(0)).map(({ noticedAt }) => noticedAt)[0]).toBe(59);
  });
});

describeEachDatabase('alerts beyond the limit', (kind) => {
  it('go as soon as they cannot be posted again, and before that stay, with all that is not posted yet', async () => {
    await using bounded = await boundedStore(kind);
    const { store, rows, pass } = bounded;
    await store.addSubscription(ruleFor(GENERAL));
    const at = pass(0);
    for (const number of numbers(0, 40)) {
      const alerts = numbers(number * 10, 10).map((one) => sale(`s${one}`));
      await store.ingest(
        ingestionOf(
          alerts.map((alert) => ({ alert, channels: [to(GENERAL)] })),
          { at },
        ),
      );
      if (number < 30) await send(store, GENERAL, 10, { at });
    }
    expect(await rows('alerts')).toBe(400);
    await prune(store, pass(7 * HOUR_MS));
    expect(await rows('alerts')).toBe(400);
    await prune(store, pass(6 * HOUR_MS));
    expect(await rows('deliveries')).toBeLessThanOrEqual(100 + BOUNDS.settled);
    expect(await rows('alerts')).toBeLessThanOrEqual(100 + BOUNDS.settled);
    expect(await rows('posts')).toBeLessThanOrEqual(BOUNDS.settled);
    expect((await store.channelWork(GENERAL, 1_000)).pending).toHaveLength(100);
  });
});
