import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordOf, START_MS, start } from './support/start.ts';

const ADDRESS = `0x${'ab'.repeat(20)}`;
const ANNE = `0x${'a1'.repeat(20)}`;
const BORIS = `0x${'b2'.repeat(20)}`;
const TX = `0x${'cd'.repeat(32)}`;

interface Sale {
  readonly timestamp: number;
  readonly tokenId: string;
  readonly price: string;
  readonly seller: string | null;
  readonly buyer: string | null;
  readonly txHash: string | null;
  readonly logIndex: number | null;
}

const sale = (change: Partial<Sale>): Sale => ({
  timestamp: 1_600_000_000,
  tokenId: '1',
  price: '1000',
  seller: ANNE,
  buyer: BORIS,
  txHash: TX,
  logIndex: null,
  ...change,
});

const auction = (change: object): object => ({
  auctionId: 7,
  tokenId: '1',
  seller: ANNE,
  startingPrice: '1000',
  startTime: 1_600_000_000,
  endTime: 1_600_003_600,
  finalizedAt: 1_600_004_664,
  bids: [],
  ...change,
});

const token = (tokenId: string, body: string): object => ({
  tokenId,
  name: `Thing ${tokenId}`,
  attributes: [{ trait_type: 'Body', value: body }],
});

const lines = (records: readonly object[]): string =>
  records.map((record) => JSON.stringify(record)).join('\n');

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'replay-'));
});
afterEach(() => rm(root, { recursive: true }));

async function folder(files: Readonly<Record<string, string>>, name = 'things'): Promise<string> {
  const path = join(root, name);
  await mkdir(path, { recursive: true });
  const all = {
    'collection.json': JSON.stringify({ address: ADDRESS, name: 'Things', path: 'things', symbol: 'T' }),
    'tokens.jsonl': lines([token('1', 'red'), token('2', 'red'), token('3', 'red'), token('4', 'blue')]),
    ...files,
  };
  for (const [file, text] of Object.entries(all)) if (text !== '') await writeFile(join(path, file), text);
  return path;
}

describe('a replayed collection', () => {
  it('plays its sales at the distances of the recording, divided by the speed', async () => {
    const path = await folder({
      'sales.jsonl': lines([
        sale({ timestamp: 1_600_000_000 }),
        sale({ timestamp: 1_600_003_600, tokenId: '2' }),
        sale({ timestamp: 1_600_007_200, tokenId: '3' }),
      ]),
    });
    await using marketplace = await start({ replay: [path], speed: 3600 });
    const shown = (): readonly string[] => marketplace.ledger.records().map(({ tokenId }) => tokenId);
    expect(shown()).toEqual([]);
    marketplace.passTime(10);
    expect(shown()).toEqual(['1']);
    marketplace.passTime(985);
    expect(shown()).toEqual(['1']);
    marketplace.passTime(10);
    expect(shown()).toEqual(['1', '2']);
    marketplace.passTime(1000);
    expect(shown()).toEqual(['1', '2', '3']);
    expect(marketplace.ledger.records().map(({ timestamp }) => timestamp - START_MS / 1000)).toEqual([
      0, 1, 2,
    ]);
  });

  it('starts with at most a tenth of its sales, and fifty, as history', async () => {
    const many = (count: number): string =>
      lines(Array.from({ length: count }, (_, index) => sale({ timestamp: 1_600_000_000 + index * 60 })));
    for (const [count, history] of [
      [9, 0],
      [40, 4],
      [900, 50],
    ] as const) {
      const path = await folder({ 'sales.jsonl': many(count) });
      await using marketplace = await start({ replay: [path], startPaused: true });
      const records = marketplace.ledger.records();
      expect(records).toHaveLength(history);
      expect(records.every((record) => record.history)).toBe(true);
      expect(records.at(-1)?.timestamp ?? START_MS / 1000).toBe(START_MS / 1000);
      expect(records[0]?.timestamp ?? START_MS / 1000).toBe(START_MS / 1000 - Math.max(0, history - 1) * 60);
    }
  });

  it('keeps unknown parties null', async () => {
    const path = await folder({ 'sales.jsonl': lines([sale({ seller: null, buyer: null, txHash: null })]) });
    await using marketplace = await start({ replay: [path] });
    marketplace.passTime(5000);
    const [record] = await marketplace.list('/api/activities', 'activities');
    expect(record).toMatchObject({ seller: null, buyer: null, txHash: null, logIndex: null, price: '1000' });
    expect(marketplace.ledger.records()).toMatchObject([{ seller: null, buyer: null, txHash: null }]);
  });

  it('distinguishes sales of one transaction without a log index', async () => {
    const same = [sale({}), sale({}), sale({ tokenId: '2' })];
    const path = await folder({ 'sales.jsonl': lines(same) });
    await using marketplace = await start({ replay: [path] });
    marketplace.passTime(5000);
    const records = await marketplace.list('/api/activities', 'activities');
    expect(records).toHaveLength(3);
    expect(new Set(records.map((record) => record['_id'])).size).toBe(3);
    expect(new Set(records.map((record) => record['txHash']))).toEqual(new Set([TX]));
  });

  it('ranks its tokens by the rarity of their traits', async () => {
    const path = await folder({});
    await using marketplace = await start({ replay: [path] });
    const tokens = await marketplace.list(
      `/api/tokens/collection/${ADDRESS}?sortBy=rarityRank&sortOrder=asc`,
      'tokens',
    );
    expect(tokens.map((one) => one['name'])).toEqual(['Thing 4', 'Thing 1', 'Thing 2', 'Thing 3']);
    expect(tokens[0]).toMatchObject({
      rarityRank: 1,
      rarityScore: 2,
      attributes: [{ trait_type: 'Body', value: 'blue', rarity: 25 }],
    });
  });

  it('moves the token, its last price and the statistics', async () => {
    const path = await folder({
      'sales.jsonl': lines([sale({}), sale({ price: '400', seller: BORIS, buyer: ANNE })]),
    });
    await using marketplace = await start({ replay: [path] });
    const owner = async (): Promise<unknown> =>
      (await marketplace.list(`/api/tokens/collection/${ADDRESS}?sortOrder=asc`, 'tokens'))[0];
    expect(await owner()).toMatchObject({ owner: ANNE, lastPrice: '0' });
    marketplace.passTime(5000);
    expect(await owner()).toMatchObject({ owner: ANNE, lastPrice: '400' });
    expect(recordOf(await marketplace.json('/api/collections/things'))).toMatchObject({
      stats: { floor: '400', highestSale: '1000', lastSellPrice: '400' },
      volumeStats: { totalSales: 2, totalVolume: '1400' },
    });
  });

  it('loads with auctions only', async () => {
    const path = await folder({ 'auctions.jsonl': lines([auction({})]) });
    await using marketplace = await start({ replay: [path] });
    expect(marketplace.collections()).toMatchObject([{ name: 'Things', tokens: 4, floor: 0n }]);
  });

  it('plays its auctions: bids, extensions by late bids, settlement', async () => {
    const bid = (bidder: string, amount: string, timestamp: number): object => ({
      bidder,
      amount,
      timestamp: 1_600_000_000 + timestamp,
      txHash: `0x${String(timestamp).padStart(64, '0')}`,
    });
    const bids = [bid(ANNE, '1000', 60), bid(BORIS, '1500', 3200), bid(ANNE, '2000', 3300)];
    const path = await folder({ 'auctions.jsonl': lines([auction({ bids })]) });
    await using marketplace = await start({ replay: [path] });
    const at = (seconds: number): number => START_MS + (seconds + 1) * 1000;
    const only = (): unknown => marketplace.ledger.auctions()[0];
    marketplace.passTime(2_000_000);
    expect(only()).toMatchObject({
      number: 7,
      startedAtMs: at(0),
      endsAtMs: at(3260),
      bids: [{ bidder: ANNE }],
    });
    marketplace.passTime(2_000_000);
    expect(only()).toMatchObject({
      endsAtMs: at(3600),
      extensions: [{ toMs: at(3500) }, { toMs: at(3600) }],
      close: null,
    });
    marketplace.passTime(1_000_000);
    expect(only()).toMatchObject({ close: { how: 'sold', winner: ANNE, price: 2000n, atMs: at(4664) } });
    expect(marketplace.cause.auction()[0]?.auctionId).toMatch(/-8$/);
  });

  it('skips events that became impossible, and continues', async () => {
    const bid = { bidder: ANNE, amount: '1500', timestamp: 1_600_000_060, txHash: TX };
    const path = await folder({
      'sales.jsonl': lines([
        sale({ tokenId: '2', timestamp: 1_600_000_100 }),
        sale({ tokenId: '3', timestamp: 1_600_000_200 }),
      ]),
      'auctions.jsonl': lines([auction({ bids: [bid] })]),
    });
    await using marketplace = await start({ replay: [path] });
    marketplace.passTime(30_000);
    marketplace.cause.bid({ amount: 2000n, bidder: BORIS });
    marketplace.cause.burn({ collection: 'things', tokenId: '2' });
    marketplace.passTime(5_000_000);
    const replayed = marketplace.ledger.records().map(({ kind, tokenId }) => `${kind} ${tokenId}`);
    expect(replayed).toEqual(['auction_created 1', 'auction_bid 1', 'burn 2', 'sale 3', 'auction_settled 1']);
    expect(marketplace.ledger.auctions()[0]?.close).toMatchObject({
      how: 'sold',
      winner: BORIS,
      price: 2000n,
    });
    expect((await fetch(`${marketplace.url}/api/auctions`)).status).toBe(200);
  });

  it('plays together with another one, each from its own beginning', async () => {
    const early = await folder({ 'sales.jsonl': lines([sale({})]) });
    const other = JSON.stringify({ address: `0x${'ef'.repeat(20)}`, name: 'Others', path: 'others' });
    const late = await folder(
      { 'collection.json': other, 'sales.jsonl': lines([sale({ timestamp: 1_700_000_000 })]) },
      'others',
    );
    await using marketplace = await start({ replay: [early, late] });
    marketplace.passTime(5000);
    expect(marketplace.collections().map(({ name }) => name)).toEqual(['Things', 'Others']);
    expect(marketplace.ledger.records()).toHaveLength(2);
  });

  it('allows caused sales', async () => {
    await using marketplace = await start({ replay: [await folder({})] });
    expect(marketplace.cause.sweep(3)).toHaveLength(3);
  });
});

describe('a folder that cannot be played', () => {
  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['without collection.json', { 'collection.json': '' }, /collection\.json: is not there$/],
    ['without tokens.jsonl', { 'tokens.jsonl': '' }, /tokens\.jsonl: is not there$/],
    [
      'with a broken line',
      { 'sales.jsonl': `${lines([sale({})])}\n{"a":` },
      /sales\.jsonl line 2: is not JSON$/,
    ],
    [
      'with a price that is no amount of wei',
      { 'sales.jsonl': `\n${lines([sale({ price: '1.5' })])}` },
      /sales\.jsonl line 2: price is not a decimal string$/,
    ],
    [
      'with an unknown token',
      { 'sales.jsonl': lines([sale({}), sale({ tokenId: '9' })]) },
      /sales\.jsonl line 2: tokens\.jsonl has no token 9$/,
    ],
    [
      'with sales out of order',
      { 'sales.jsonl': lines([sale({}), sale({ timestamp: 1_500_000_000 })]) },
      /sales\.jsonl line 2: is older than the line before it$/,
    ],
    [
      'with bids out of order',
      {
        'auctions.jsonl': lines([
          auction({ bids: [{ bidder: ANNE, amount: '999', timestamp: 1_600_000_001, txHash: TX }] }),
        ]),
      },
      /auctions\.jsonl line 1: the bid 0x[cd]+ is out of order$/,
    ],
    [
      'with an auction that ends before it starts',
      { 'auctions.jsonl': lines([auction({ endTime: 1_500_000_000 })]) },
      /auctions\.jsonl line 1: ends before it starts$/,
    ],
    [
      'with a collection without an address',
      { 'collection.json': '{"name":"Things"}' },
      /collection\.json: address /,
    ],
  ])('%s is refused with file and line', async (_what, files, message) => {
    await expect(start({ replay: [await folder(files)] })).rejects.toThrow(message);
  });

  it('twice is refused', async () => {
    const path = await folder({});
    await expect(start({ replay: [path, path] })).rejects.toThrow(/is played already$/);
  });
});
