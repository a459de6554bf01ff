import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordOf, start, type TestMarketplace } from './support/start.ts';

let marketplace: TestMarketplace;
let golems: string;
let names: string;
beforeAll(async () => {
  marketplace = await start({ startPaused: true });
  const addressOf = (path: string): string =>
    marketplace.collections().find((collection) => collection.path === path)?.address ?? '';
  golems = `/api/tokens/collection/${addressOf('pocket-golems')}`;
  names = `/api/tokens/collection/${addressOf('sim-names')}`;
});
afterAll(() => marketplace[Symbol.asyncDispose]());

const tokens = (path: string): Promise<readonly Record<string, unknown>[]> =>
  marketplace.list(path, 'tokens');
const status = async (path: string): Promise<number> => (await fetch(`${marketplace.url}${path}`)).status;
const ascending = (values: readonly number[]): boolean =>
  values.every((value, index) => index === 0 || (values[index - 1] ?? 0) <= value);

describe('paging', () => {
  it('starts at page 1 with 50 items', async () => {
    const body = recordOf(await marketplace.json(golems));
    expect(body['tokens']).toHaveLength(50);
    expect(body['pagination']).toEqual({ total: 10_000, page: 1, limit: 50, pages: 200 });
  });

  it('shows each token once over all pages', async () => {
    const seen = new Set<unknown>();
    for (let page = 1; page <= 16; page += 1) {
      for (const token of await tokens(`${names}?limit=100&page=${page}`)) seen.add(token['id']);
    }
    expect(seen.size).toBe(marketplace.collections().find(({ path }) => path === 'sim-names')?.tokens);
  });

  it('lowers a limit above the maximum', async () => {
    expect(recordOf(await marketplace.json(`${golems}?limit=5000`))['pagination']).toMatchObject({
      limit: 100,
    });
  });

  it('shows on each page whether there are pages before and after it', async () => {
    const flags = [];
    for (const page of [1, 2, 3]) {
      const { pagination } = recordOf(await marketplace.json(`/api/collections?limit=4&page=${page}`));
      const { hasPrevPage, hasNextPage } = recordOf(pagination);
      flags.push([hasPrevPage, hasNextPage]);
    }
    expect(flags).toEqual([
      [false, true],
      [true, true],
      [true, false],
    ]);
  });

  it('has an empty page beyond the last', async () => {
    const body = recordOf(await marketplace.json('/api/collections?page=3&limit=10'));
    expect(body['collections']).toEqual([]);
    expect(body['pagination']).toMatchObject({
      total: 12,
      totalPages: 2,
      hasNextPage: false,
      hasPrevPage: true,
    });
  });

  it.each(['page=0', 'page=x', 'limit=-1', 'limit=1.5'])('refuses %s', async (query) => {
    expect(await status(`/api/activities?${query}`)).toBe(400);
  });

  it('has a maximum that can be set', async () => {
    await using small = await start({ startPaused: true, maxLimit: 10 });
    expect(await small.list('/api/activities?limit=100', 'activities')).toHaveLength(10);
  });
});

describe('the order of tokens', () => {
  it('follows the number, not the text, of the token id', async () => {
    const page = await tokens(`${golems}?sortBy=tokenId&sortOrder=asc&limit=100`);
    expect(page.map((token) => token['tokenId'])).toEqual(Array.from({ length: 100 }, (_, id) => id));
  });

  it('is descending by default', async () => {
    const [first] = await tokens(`${golems}?sortBy=tokenId`);
    expect(first?.['tokenId']).toBe(9999);
  });

  it('orders ids of 256 bits exactly', async () => {
    const text = await marketplace.text(`${names}?sortBy=tokenId&sortOrder=asc&limit=100`);
    const ids = [...text.matchAll(/"_id":"[0-9a-f]{24}","__v":0,"id":"0x[0-9a-f]{40}-(\d+)"/g)].map(
      ([, id]) => BigInt(id ?? ''),
    );
    expect(ids).toHaveLength(100);
    expect(ids.every((id, index) => index === 0 || (ids[index - 1] ?? 0n) < id)).toBe(true);
  });

  it('starts with the rarest for rarityRank', async () => {
    const page = await tokens(`${golems}?sortBy=rarityRank&sortOrder=asc&limit=100`);
    expect(page.map((token) => token['rarityRank'])).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
  });

  it('starts with the floor for price, and ends with unlisted tokens', async () => {
    const [cheapest] = await tokens(`${golems}?sortBy=price&sortOrder=asc&limit=1`);
    const [sale] = marketplace.cause.sale({
      collection: 'pocket-golems',
      tokenId: String(cheapest?.['tokenId']),
    });
    const floorBefore = sale?.price ?? 0n;
    const body = recordOf(await marketplace.json('/api/collections/pocket-golems'));
    expect(BigInt(String(recordOf(body['stats'])['floor']))).toBeGreaterThanOrEqual(floorBefore);
    const [last] = await tokens(`${golems}?sortBy=price&sortOrder=asc&limit=1&page=10000`);
    expect(last?.['isListed']).toBe(false);
  });

  it('starts with the latest sale for lastSale', async () => {
    marketplace.passTime(1);
    const [sale] = marketplace.cause.sale({ collection: 'pocket-golems' });
    const [first] = await tokens(`${golems}?sortBy=lastSale&sortOrder=desc&limit=1`);
    expect(String(first?.['tokenId'])).toBe(sale?.tokenId);
    expect(first?.['lastPrice']).toBe(sale?.price?.toString());
  });

  it.each(['sortBy=magic', 'sortOrder=up'])('refuses %s', async (query) => {
    expect(await status(`${golems}?${query}`)).toBe(400);
  });
});

describe('the filters of tokens', () => {
  it.each([true, false])('listed=%s shows no others', async (listed) => {
    const page = await tokens(`${golems}?listed=${listed}&limit=100`);
    expect(page).toHaveLength(100);
    expect(page.every((token) => token['isListed'] === listed)).toBe(true);
  });

  it('together show every token', async () => {
    const total = async (query: string): Promise<number> =>
      Number(recordOf(recordOf(await marketplace.json(`${golems}?${query}`))['pagination'])['total']);
    expect((await total('listed=true')) + (await total('listed=false'))).toBe(10_000);
  });

  it('by trait agree with the counts of the collection', async () => {
    const { traits } = recordOf(await marketplace.json('/api/collections/pocket-golems'));
    const types = Array.isArray(traits) ? traits.map(recordOf) : [];
    const material = types.find((type) => type['type'] === 'Material');
    const values = Array.isArray(material?.['values']) ? material['values'].map(recordOf) : [];
    for (const { value, count } of values) {
      const query = `traits=${encodeURIComponent(`Material:${String(value)}`)}`;
      const { pagination } = recordOf(await marketplace.json(`${golems}?${query}&limit=1`));
      expect(pagination).toMatchObject({ total: count });
    }
  });

  it('want every type, and any of the values of one type', async () => {
    const query = encodeURIComponent('Material:Clay,Material:Basalt,Mood:Calm');
    const page = await tokens(`${golems}?traits=${query}&limit=100`);
    expect(page.length).toBeGreaterThan(10);
    const materials = new Set<unknown>();
    for (const token of page) {
      const attributes = Array.isArray(token['attributes']) ? token['attributes'].map(recordOf) : [];
      const valueOf = (type: string): unknown =>
        attributes.find((one) => one['trait_type'] === type)?.['value'];
      expect(valueOf('Mood')).toBe('Calm');
      materials.add(valueOf('Material'));
    }
    expect(materials).toEqual(new Set(['Clay', 'Basalt']));
  });

  it('understand a numeric trait', async () => {
    const page = await tokens(`${golems}?traits=Level:7&limit=5`);
    expect(page).toHaveLength(5);
  });

  it('find nothing for a value that no token has', async () => {
    expect(await tokens(`${golems}?traits=Material:Cheese`)).toEqual([]);
  });

  it('refuse a pair without a colon, and a listed that is neither true nor false', async () => {
    expect(await status(`${golems}?traits=Clay`)).toBe(400);
    expect(await status(`${golems}?listed=perhaps`)).toBe(400);
  });
});

describe('addresses and paths', () => {
  it('find a collection by address in any case, and by path', async () => {
    const [first] = marketplace.collections();
    const upper = `0x${first?.address.slice(2).toUpperCase()}`;
    for (const name of [first?.address, upper, first?.path]) {
      expect(await marketplace.json(`/api/collections/${name}`)).toMatchObject({ name: first?.name });
    }
  });

  it('take a percent-encoded path as it is, and not encoded twice', async () => {
    expect(await status('/api/collections/tidewater-%7C-harbour-passes')).toBe(200);
    expect(await status('/api/collections/tidewater-%257C-harbour-passes')).toBe(404);
  });

  it('answer 404 with error and message for unknown ones', async () => {
    for (const path of [
      '/api/collections/nope',
      `/api/tokens/collection/0x${'1'.repeat(40)}`,
      '/api/nothing',
    ]) {
      const response = await fetch(`${marketplace.url}${path}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ error: 'Not Found', message: expect.any(String) });
    }
  });
});

describe('the feed', () => {
  it('is newest first over all its pages, without gap or repetition', async () => {
    const records = [];
    for (let page = 1; page <= 12; page += 1) {
      records.push(...(await marketplace.list(`/api/activities?limit=100&page=${page}`, 'activities')));
    }
    expect(ascending(records.map((record) => -Number(record['timestamp'])))).toBe(true);
    const ids = records.map((record) => record['_id']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids)).toEqual(new Set(marketplace.ledger.records().map((record) => record.activityId)));
  });
});
