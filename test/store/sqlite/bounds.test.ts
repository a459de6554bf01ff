import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Trade } from '../../../src/alerts/trade.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { silentLog } from '../../support/silent-log.ts';
import { GENERAL, ingestionOf, prune, ruleFor, sale, send, to } from '../samples.ts';
import { temporaryFolder } from './folder.ts';

const HOUR_MS = 3_600_000;
const BOUNDS = { seen: 300, trades: 200, highestTrades: 50, gaps: 20, settled: 100 };

/** A store with bounds that a test can reach, and a count of its rows. */
async function boundedStore(): Promise<
  AsyncDisposable & { readonly store: Store; rows(table: string): number; pass(ms: number): number }
> {
  const folder = await temporaryFolder();
  const file = folder.path('gavel.db');
  let now = 5_000_000;
  const store = await openSqliteStore({
    databaseUrl: `sqlite:${file}`,
    log: silentLog,
    now: () => now,
    bounds: BOUNDS,
  });
  const reader = new Database(file, { readonly: true });
  return {
    store,
    rows: (table) => Number(reader.prepare(`SELECT count(*) FROM ${table}`).pluck().get()),
    pass(ms) {
      now += ms;
      return now;
    },
    async [Symbol.asyncDispose]() {
      reader.close();
      await store[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
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

describe('a feed whose records never end', () => {
  it('leaves as many marks of what was seen as there is room for, the newest', async () => {
    await using bounded = await boundedStore();
    const { store, rows } = bounded;
    for (const poll of numbers(0, 10)) {
      await store.ingest(ingestionOf([], { seen: numbers(poll * 100, 100).map((number) => `id:${number}`) }));
      expect(rows('seen')).toBeLessThanOrEqual(BOUNDS.seen);
    }
    const all = numbers(0, 1_000).map((number) => `id:${number}`);
    expect([...(await store.known(all))]).toEqual(all.slice(-BOUNDS.seen));
  });

  it('leaves as many trades, and prices of as many collections', async () => {
    await using bounded = await boundedStore();
    const { store, rows } = bounded;
    for (const poll of numbers(0, 10)) {
      await store.ingest(ingestionOf([], { trades: numbers(poll * 100, 100).map(trade) }));
      expect(rows('trades')).toBeLessThanOrEqual(BOUNDS.trades);
      expect(rows('highest_trades')).toBeLessThanOrEqual(BOUNDS.highestTrades);
    }
    const [first, last] = await store.tradeHistories([trade(0), trade(999)]);
    expect(first?.highest).toBe(1n);
    expect(last?.trades.map(({ key }) => key)).toEqual(['t999']);
  });

  it('makes room for prices of other collections once nothing else is stored for the fabricated ones', async () => {
    await using bounded = await boundedStore();
    const { store, pass } = bounded;
    await store.ingest(ingestionOf([], { trades: numbers(0, 400).map(trade) }));
    await prune(store, pass(HOUR_MS));
    await store.ingest(ingestionOf([], { trades: [trade(5_000)] }));
    const [history] = await store.tradeHistories([trade(5_000)]);
    expect(history?.highest).toBe(5_001n);
  });

  it('leaves as many gaps', async () => {
    await using bounded = await boundedStore();
    const { store, rows } = bounded;
    for (const number of numbers(0, 60)) {
      await store.ingest(ingestionOf([], { gap: { noticedAt: number, oldestReadAt: null } }));
      await store.closeGaps([number + 1], [{ collection: collection(1), atLeast: 1, atMost: 1 }]);
    }
    expect(rows('feed_gaps')).toBe(BOUNDS.gaps);
    expect(rows('gap_sizes')).toBe(BOUNDS.gaps);
    expect((await store.feedGaps(0)).map(({ noticedAt }) => noticedAt)[0]).toBe(59);
  });
});

describe('alerts beyond the limit', () => {
  it('go as soon as they cannot be posted again, and before that stay, with all that is not posted yet', async () => {
    await using bounded = await boundedStore();
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
    expect(rows('alerts')).toBe(400);
    await prune(store, pass(7 * HOUR_MS));
    expect(rows('alerts')).toBe(400);
    await prune(store, pass(6 * HOUR_MS));
    expect(rows('deliveries')).toBeLessThanOrEqual(100 + BOUNDS.settled);
    expect(rows('alerts')).toBeLessThanOrEqual(100 + BOUNDS.settled);
    expect(rows('posts')).toBeLessThanOrEqual(BOUNDS.settled);
    expect((await store.channelWork(GENERAL, 1_000)).pending).toHaveLength(100);
  });
});
