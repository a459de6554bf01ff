import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { paginationShapes } from '../../../sandbox/marketplace/faults/pagination-shapes.ts';
import { spellings } from '../../../sandbox/marketplace/faults/spellings/index.ts';
import { recordOf, start, type TestMarketplace } from './support/start.ts';

const FEED = '/api/activities';

let marketplace: TestMarketplace;
beforeAll(async () => {
  marketplace = await start({ salesPerMinute: 0 });
});
afterEach(() => marketplace.faults.clear());
afterAll(() => marketplace[Symbol.asyncDispose]());

const feed = (): Promise<readonly Record<string, unknown>[]> =>
  marketplace.list(`${FEED}?limit=50`, 'activities');
const isArray = (value: unknown): boolean => Array.isArray(value);
const typeOf = (value: unknown): string => (isArray(value) ? 'array' : typeof value);

describe('fields of records', () => {
  it('are partly null, always the same ones', async () => {
    const whole = await feed();
    marketplace.faults.set({ nulls: { share: 0.3 } });
    const spoiled = await feed();
    const nulls = spoiled.flatMap((record, index) =>
      Object.keys(record).filter((name) => record[name] === null && whole[index]?.[name] !== null),
    );
    const fields = whole.reduce((sum, record) => sum + Object.keys(record).length, 0);
    expect(nulls.length / fields).toBeGreaterThan(0.2);
    expect(nulls.length / fields).toBeLessThan(0.4);
    expect(await feed()).toEqual(spoiled);
    marketplace.faults.set({ nulls: { share: 0.3 }, seed: 2 });
    expect(await feed()).not.toEqual(spoiled);
  });

  it('are missing where named', async () => {
    const whole = await feed();
    marketplace.faults.set({ missing: { share: 1, fields: ['price', '_id'] } });
    expect(await feed()).toEqual(
      whole.map((record) =>
        Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'price' && name !== '_id')),
      ),
    );
  });

  it('hold values of other types', async () => {
    marketplace.cause.sweep(60);
    const whole = await feed();
    marketplace.faults.set({ wrongTypes: { share: 1, fields: ['timestamp', 'type', 'tokenId'] } });
    for (const [index, record] of (await feed()).entries()) {
      for (const name of ['timestamp', 'type', 'tokenId']) {
        expect(typeOf(record[name])).not.toBe(typeOf(whole[index]?.[name]));
      }
      expect(record['createdAt']).toBe(whole[index]?.['createdAt']);
    }
  });

  it.each([
    ['/api/collections/lantern-foxes', (body: unknown) => recordOf(body)['name']],
    [
      '/api/collections/lantern-foxes/traits',
      (body: unknown) => (Array.isArray(body) ? recordOf(body[0])['name'] : 0),
    ],
    ['/api/collections', (body: unknown) => JSON.stringify(body).includes('"name"') || undefined],
  ])('are spoiled in %s', async (path, nameOf) => {
    marketplace.faults.set({ missing: { share: 1, fields: ['name'] } });
    expect(nameOf(await marketplace.json(path))).toBeUndefined();
  });

  it('are changed in a profile', async () => {
    const [holder] = await marketplace.list('/api/collections/lantern-foxes/holders?limit=1', 'holders');
    marketplace.faults.set({ nulls: { share: 1, fields: ['profile'] } });
    const body = recordOf(await marketplace.json(`/api/users/profile/${String(holder?.['address'])}`));
    expect(recordOf(body['user'])).toMatchObject({ profile: null, address: holder?.['address'] });
  });
});

describe('the pagination', () => {
  it.each(paginationShapes)('has the shape %s, with the same figures', async (pagination) => {
    const paths = [
      '/api/collections?limit=5&page=2',
      '/api/auctions?limit=5&page=2',
      '/api/collections/lantern-foxes/holders?limit=5&page=2',
    ];
    for (const path of paths) {
      marketplace.faults.clear();
      const { total } =
        recordOf(await marketplace.json(path))['pagination'] === undefined
          ? recordOf(await marketplace.json(path))
          : recordOf(recordOf(await marketplace.json(path))['pagination']);
      const pages = Math.ceil(Number(total) / 5);
      marketplace.faults.set({ pagination });
      const body = recordOf(await marketplace.json(path));
      const shapes: Record<typeof pagination, object> = {
        'totalPages in pagination': {
          pagination: {
            page: 2,
            limit: 5,
            total,
            totalPages: pages,
            hasNextPage: pages > 2,
            hasPrevPage: true,
          },
        },
        'pages in pagination': { pagination: { total, page: 2, limit: 5, pages } },
        hasMore: { total, currentPage: 2, limit: 5, pages, hasMore: pages > 2 },
        totalPages: { total, currentPage: 2, totalPages: pages },
        none: {},
      };
      const known = ['pagination', 'total', 'currentPage', 'limit', 'pages', 'hasMore', 'totalPages'];
      const counts = Object.fromEntries(Object.entries(body).filter(([name]) => known.includes(name)));
      expect(counts).toEqual(shapes[pagination]);
    }
  });
});

describe('ignored parameters', () => {
  it('have no effect', async () => {
    const path = `/api/tokens/collection/${marketplace.collections()[0]?.address}`;
    const plain = await marketplace.json(path);
    const asked = `${path}?listed=true&sortBy=price&sortOrder=asc&traits=Background:Moss`;
    expect(await marketplace.json(asked)).not.toEqual(plain);
    marketplace.faults.set({ ignore: ['listed', 'traits', 'sortBy', 'sortOrder'] });
    expect(await marketplace.json(asked)).toEqual(plain);
    expect(await marketplace.list(`${asked}&limit=3`, 'tokens')).toHaveLength(3);
  });
});

describe('other spellings of an activity', () => {
  const WEI = 1_234_500_000_000_000_001n;
  let collection: string;
  let tokenId: string;
  let txHash: string;
  let seller: string;
  let buyer: string;
  beforeAll(() => {
    const [sale] = marketplace.cause.sale({ collection: 'sim-names', price: WEI });
    ({ collection = '', tokenId = '' } = sale ?? {});
    [txHash, seller, buyer] = [sale?.txHash ?? '', sale?.seller ?? '', sale?.buyer ?? ''];
  });

  const wanted = (): Record<(typeof spellings)[number], readonly [string, object]> => {
    const timestamp = marketplace.ledger.records().at(-1)?.timestamp ?? 0;
    const iso = new Date(timestamp * 1000).toISOString();
    const logIndex = marketplace.ledger.records().at(-1)?.logIndex;
    return {
      camelCase: [
        'activities',
        {
          activityType: 'Purchase',
          contractAddress: collection,
          tokenId,
          priceWei: String(WEI),
          fromAddress: seller,
          toAddress: buyer,
          transactionHash: txHash,
          logIndex,
          blockTimestamp: timestamp,
        },
      ],
      snake_case: [
        'events',
        {
          event_type: 'item_sold',
          contract_address: collection,
          token_id: tokenId,
          total_price: String(WEI),
          seller_address: seller,
          buyer_address: buyer,
          transaction_hash: txHash,
          log_index: logIndex,
          event_timestamp: iso.slice(0, -1),
        },
      ],
      nested: [
        'activities',
        {
          type: 'sale',
          collection: { address: collection },
          token: { tokenId },
          price: { amount: { raw: String(WEI) } },
          from: { address: seller },
          to: { address: buyer },
          txHash,
          logIndex,
          timestamp,
        },
      ],
      opensea: [
        'asset_events',
        {
          event_type: 'sale',
          nft: { contract: collection, identifier: tokenId },
          payment: { quantity: String(WEI), decimals: 18 },
          seller,
          buyer,
          transaction: txHash,
          event_timestamp: timestamp,
        },
      ],
      rarible: [
        'activities',
        {
          '@type': 'SELL',
          nft: { type: { contract: `ETHEREUM:${collection}`, tokenId } },
          price: '1.234500000000000001',
          seller: `ETHEREUM:${seller}`,
          buyer: `ETHEREUM:${buyer}`,
          blockchainInfo: { transactionHash: txHash, logIndex },
          date: iso,
        },
      ],
      legacy: [
        'data',
        {
          action: 'successful',
          asset: { token_id: `0x${BigInt(tokenId).toString(16)}` },
          total_price: String(WEI),
          seller,
          buyer,
          index: logIndex,
          closing_date: timestamp * 1000,
        },
      ],
      mongo: [
        'docs',
        {
          _id: { $oid: expect.any(String) },
          type: 'sale',
          collectionAddress: collection,
          tokenId: { $numberDecimal: tokenId },
          price: String(WEI),
          from: seller,
          to: buyer,
          txHash,
          timestamp: { $date: iso },
        },
      ],
    };
  };

  it.each(spellings)('%s contains the same under its own names', async (spelling) => {
    marketplace.faults.set({ spelling });
    const [list, fields] = wanted()[spelling];
    const records = await marketplace.list(`${FEED}?limit=100`, list);
    expect(records[0]).toMatchObject(fields);
    expect(records).toHaveLength(100);
  });

  it('combine with other faults of the list and of its fields', async () => {
    marketplace.faults.set({
      spelling: 'opensea',
      duplicates: true,
      pagination: 'none',
      nulls: { share: 1, fields: ['payment'] },
    });
    const body = recordOf(await marketplace.json(`${FEED}?limit=2`));
    expect(Object.keys(body)).toEqual(['asset_events']);
    expect(body['asset_events']).toHaveLength(4);
    expect(body['asset_events']).toMatchObject([{ payment: null }, { payment: null }, {}, {}]);
  });
});
