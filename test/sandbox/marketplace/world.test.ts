import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerRecord } from '../../../sandbox/marketplace/ledger.ts';
import { recordOf, START_MS, start, startAt, type TestMarketplace } from './support/start.ts';

const MINUTE_MS = 60_000;

const live = (records: readonly LedgerRecord[]): readonly LedgerRecord[] =>
  records.filter((record) => !record.history);

const withoutHost = (text: string): string => text.replace(/http:\/\/127\.0\.0\.1:\d+/g, '');

describe('a seed', () => {
  const SPAN_MS = 5 * MINUTE_MS;
  let quiet: TestMarketplace;
  beforeAll(async () => {
    quiet = await start({ seed: 7 });
    quiet.passTime(SPAN_MS);
    quiet.clock.pause();
  });
  afterAll(() => quiet[Symbol.asyncDispose]());

  const ids = (marketplace: TestMarketplace): readonly string[] =>
    marketplace.ledger.records().map((record) => record.activityId);

  it('gives the same world and the same events, independent of the number of requests', async () => {
    await using asked = await start({ seed: 7 });
    for (let minute = 0; minute < 5; minute += 1) {
      asked.passTime(SPAN_MS / 5);
      await asked.text('/api/activities');
    }
    const [collection] = quiet.collections();
    for (const path of [
      '/api/activities?limit=100',
      '/api/activities?limit=100&page=2',
      '/api/collections',
      `/api/tokens/collection/${collection?.address}?sortBy=price&sortOrder=asc&limit=100`,
    ]) {
      expect(withoutHost(await asked.text(path))).toBe(withoutHost(await quiet.text(path)));
    }
    expect(live(quiet.ledger.records()).length).toBeGreaterThan(300);
  });

  it('does not depend on the time of day', async () => {
    await using evening = await startAt(START_MS + 12_345_678, { seed: 7 });
    evening.passTime(SPAN_MS);
    const historyOf = (marketplace: TestMarketplace): unknown =>
      marketplace.ledger.records().map((record) => ({ ...record, timestamp: 0, shownAtMs: 0 }));
    expect(historyOf(evening)).toEqual(historyOf(quiet));
  });

  it('gives the same events at another speed', async () => {
    await using fast = await start({ seed: 7, speed: 10 });
    fast.passTime(SPAN_MS / 10);
    expect(ids(fast)).toEqual(ids(quiet));
  });

  it('differs from another seed', async () => {
    await using other = await start({ seed: 8, startPaused: true });
    const both = [...ids(quiet), ...ids(other)];
    expect(new Set(both).size).toBe(both.length);
    expect(other.collections().map(({ address }) => address)).not.toEqual(
      quiet.collections().map(({ address }) => address),
    );
  });
});

describe('an hour of the simulation', () => {
  let marketplace: TestMarketplace;
  let before: ReturnType<TestMarketplace['collections']>;
  let records: readonly LedgerRecord[];
  let sales: readonly LedgerRecord[];
  let sweeps: readonly (readonly LedgerRecord[])[];
  beforeAll(async () => {
    marketplace = await start();
    before = marketplace.collections();
    marketplace.passTime(60 * MINUTE_MS);
    marketplace.clock.pause();
    records = live(marketplace.ledger.records());
    sales = records.filter(({ kind }) => kind === 'sale');
    sweeps = [...Map.groupBy(sales, ({ txHash }) => txHash).values()].filter((group) => group.length > 1);
  });
  afterAll(() => marketplace[Symbol.asyncDispose]());

  it('sells about once in 1.5 s and sweeps about every 20 s', () => {
    expect(sales.length / 60).toBeGreaterThan(34);
    expect(sales.length / 60).toBeLessThan(46);
    expect(sweeps.length / 60).toBeGreaterThan(2.3);
    expect(sweeps.length / 60).toBeLessThan(3.7);
  });

  it('sweeps three to twelve tokens of one collection for one buyer in one transaction', () => {
    for (const sweep of sweeps) {
      expect(sweep.length).toBeGreaterThanOrEqual(3);
      expect(sweep.length).toBeLessThanOrEqual(12);
      expect(new Set(sweep.map(({ buyer }) => buyer)).size).toBe(1);
      expect(new Set(sweep.map(({ collection }) => collection)).size).toBe(1);
      expect(new Set(sweep.map(({ tokenId }) => tokenId)).size).toBe(sweep.length);
      expect(new Set(sweep.map(({ logIndex }) => logIndex)).size).toBe(sweep.length);
    }
    expect(new Set(sweeps.map(({ length }) => length)).size).toBeGreaterThan(5);
  });

  it('shows some sales together with their transfer', () => {
    const keyOf = ({ txHash, tokenId, seller, buyer }: LedgerRecord): string =>
      [txHash, tokenId, seller, buyer].join(' ');
    const ofSales = new Set(sales.map(keyOf));
    const transfers = records.filter(({ kind }) => kind === 'transfer');
    const paired = transfers.filter((transfer) => ofSales.has(keyOf(transfer)));
    expect(paired.length / sales.length).toBeGreaterThan(0.2);
    expect(paired.length / sales.length).toBeLessThan(0.4);
    expect(transfers.length).toBeGreaterThan(paired.length + 100);
  });

  it('never sells a token to its seller, nor for nothing', () => {
    expect(sales.filter(({ buyer, seller }) => buyer === null || buyer === seller)).toEqual([]);
    expect(sales.filter(({ price }) => price === null || price <= 0n)).toEqual([]);
  });

  it('lets only the owner of a token sell, list or send it', () => {
    const owners = new Map<string, string | null>();
    const trade = records.filter(({ kind }) => !['offer', 'collection_offer', 'auction_bid'].includes(kind));
    const strangers = trade.filter(({ collection, tokenId, kind, seller, buyer }) => {
      const key = `${collection} ${tokenId}`;
      const owner = owners.get(key) ?? seller;
      if (buyer !== null) owners.set(key, buyer);
      // The transfer of a sale comes before the sale, so at the sale the buyer already owns the token.
      return owner !== seller && !(kind === 'sale' && owner === buyer);
    });
    expect(strangers).toEqual([]);
  });

  it('moves floors believably: none doubles or halves, most move', () => {
    const changes = marketplace
      .collections()
      .map(({ floor }, index) => Number(floor) / Number(before[index]?.floor ?? 1n));
    for (const change of changes) {
      expect(change).toBeGreaterThan(0.5);
      expect(change).toBeLessThan(2);
    }
    expect(changes.filter((change) => change !== 1).length).toBeGreaterThan(6);
  });

  it('asks more for rare tokens', async () => {
    const [foxes] = marketplace.collections();
    const meanRank = async (sortOrder: string): Promise<number> => {
      const query = `listed=true&sortBy=price&sortOrder=${sortOrder}&limit=50`;
      const tokens = await marketplace.list(`/api/tokens/collection/${foxes?.address}?${query}`, 'tokens');
      return tokens.reduce((sum, token) => sum + Number(token['rarityRank']), 0) / tokens.length;
    };
    expect(await meanRank('desc')).toBeLessThan((await meanRank('asc')) / 2);
  });

  it('mints new tokens into the collections that are still open', () => {
    const grown = marketplace
      .collections()
      .filter(({ tokens }, index) => tokens > (before[index]?.tokens ?? 0));
    expect(grown.map(({ path }) => path)).toEqual(['sim-names', 'weather-machines']);
  });

  it('leaves most tokens with a few wallets', async () => {
    const { stats } = recordOf(await marketplace.json('/api/collections/lantern-foxes'));
    const { numOwners, totalNFTs } = recordOf(stats);
    expect(Number(numOwners) / Number(totalNFTs)).toBeGreaterThan(0.2);
    expect(Number(numOwners) / Number(totalNFTs)).toBeLessThan(0.7);
  });

  it('counts its sales in the volume of the hour', async () => {
    const body = recordOf(await marketplace.json('/api/collections/quiet-monuments'));
    const { address } = before.find(({ path }) => path === 'quiet-monuments') ?? { address: '' };
    const own = records.filter(
      ({ collection, kind }) => collection === address && (kind === 'sale' || kind === 'auction_settled'),
    );
    // Volumes are kept by the minute: the first of the sixty may be cut off.
    const countable = own.filter(({ timestamp }) => timestamp * 1000 >= START_MS + MINUTE_MS);
    const sum = (some: readonly LedgerRecord[]): bigint =>
      some.reduce((total, { price }) => total + (price ?? 0n), 0n);
    const hour = BigInt(String(recordOf(body['volumeStats'])['volume1h']));
    expect(hour).toBeGreaterThanOrEqual(sum(countable));
    expect(hour).toBeLessThanOrEqual(sum(own));
    expect(countable.length).toBeGreaterThan(10);
  });
});

describe('the rate of sales', () => {
  it('is the set one, down to zero', async () => {
    await using still = await start({ salesPerMinute: 0 });
    still.passTime(24 * 60 * MINUTE_MS);
    expect(live(still.ledger.records())).toEqual([]);
    await using busy = await start({ salesPerMinute: 400 });
    busy.passTime(5 * MINUTE_MS);
    const sales = live(busy.ledger.records()).filter(({ kind }) => kind === 'sale');
    expect(sales.length / 5).toBeGreaterThan(330);
    expect(sales.length / 5).toBeLessThan(470);
  });
});
