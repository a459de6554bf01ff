import { describe, expect, it } from 'vitest';
import { parseAddress } from '#src/chain/address.ts';
import type { MarketplaceClient } from '#src/marketplace/client.ts';
import { BadResponse, NotFound, Unavailable } from '#src/marketplace/errors.ts';
import { json, NOW, startStub } from './stub-marketplace.ts';

const COLLECTION = parseAddress(`0x${'c0'.repeat(20)}`) ?? '0x';
const OTHER = `0x${'1'.repeat(40)}`;
const EMPTY = {
  holders: [],
  nfts: [],
  auctions: [],
  traits: [],
  user: { address: COLLECTION },
  collections: [],
};

describe('every parameter is sent by its documented or its common name', () => {
  const page = { page: 2, limit: 50 };
  const cases: [string, (client: MarketplaceClient) => Promise<unknown>][] = [
    ['/api/collections?page=2&limit=50', (client) => client.collections(page)],
    ['/api/collections/a%20b', (client) => client.collection('a b').catch(() => null)],
    ['/api/collections/shards/traits', (client) => client.traits('shards')],
    [
      '/api/collections/shards/holders?page=2&limit=50&minTokens=3&sortBy=count&sortOrder=asc',
      (client) => client.holders('shards', { ...page, minTokens: 3, sortBy: 'count', sortOrder: 'asc' }),
    ],
    [
      `/api/users/king/nfts?page=2&limit=50&collection=${COLLECTION}&listed=false&sortBy=acquiredAt&sortOrder=desc`,
      (client) =>
        client.userNfts('king', {
          ...{ ...page, collection: COLLECTION, listed: false, sortBy: 'acquiredAt', sortOrder: 'desc' },
        }),
    ],
    ['/api/users/profile/king', (client) => client.profile('king')],
    [
      '/api/auctions?page=2&limit=50&status=active&sortBy=endTime&sortOrder=asc',
      (client) => client.auctions({ ...page, status: 'active', sortBy: 'endTime', sortOrder: 'asc' }),
    ],
    [`/api/tokens/${COLLECTION}/7`, (client) => client.token(COLLECTION, '7')],
  ];
  it.each(cases)('%s', async (path, call) => {
    await using stub = await startStub((_request, response) => json(response, EMPTY));
    await call(stub.client);
    expect(stub.asked).toEqual([path]);
  });

  it('and no limit above the documented maximum', async () => {
    await using stub = await startStub((_request, response) => json(response, EMPTY));
    const { client } = stub;
    await client.holders('shards', { limit: 101 });
    await client.userNfts('king', { limit: 500 });
    await client.auctions({ limit: 1_000 });
    expect(stub.asked.map((path) => new URL(path, 'http://x').searchParams.get('limit'))).toEqual([
      '100',
      '100',
      '100',
    ]);
  });
});

describe('a name in a path', () => {
  it('stays in its segment, escaped once', async () => {
    await using stub = await startStub((_request, response) => json(response, EMPTY));
    for (const name of ['kïng', 'a?b#c', 'x%7Cy', COLLECTION.toUpperCase().replace('0X', '0x')])
      await stub.client.profile(name);
    expect(stub.asked).toEqual([
      '/api/users/profile/k%C3%AFng',
      '/api/users/profile/a%3Fb%23c',
      '/api/users/profile/x%7Cy',
      `/api/users/profile/${COLLECTION}`,
    ]);
  });

  it.each(['', '.', '..', 'a/b', '%2e%2e', '..%2f', '%252e%252e', 'a\\b'])(
    'that could leave it (%j) is not found without asking',
    async (name) => {
      await using stub = await startStub((_request, response) => json(response, EMPTY));
      const { client } = stub;
      const calls = [
        client.profile(name),
        client.userNfts(name, {}),
        client.traits(name),
        client.holders(name, {}),
        client.token(name, '1'),
      ];
      for (const outcome of await Promise.allSettled(calls))
        expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(NotFound) });
      expect(stub.asked).toEqual([]);
    },
  );
});

describe('a filter that the server ignored', () => {
  it('is applied to holders, user NFTs and auctions, and the total is dropped', async () => {
    const body = {
      holders: [1, 5].map((count) => ({ address: OTHER, count })),
      nfts: [COLLECTION, OTHER].map((collectionAddress) => ({
        ...{ collectionAddress, tokenId: 1, isListed: true },
      })),
      auctions: [true, false].map((isActive) => ({
        ...{ id: `${isActive}`, collectionAddress: COLLECTION, tokenId: 1, isActive },
      })),
      total: 2,
    };
    await using stub = await startStub((_request, response) => json(response, body));
    const { client } = stub;
    for (const page of [
      await client.holders('shards', { minTokens: 2 }),
      await client.userNfts('king', { collection: COLLECTION }),
      await client.auctions({ status: 'active' }),
      await client.auctions({ status: 'completed' }),
      await client.auctions({ status: 'cancelled' }),
    ]) {
      expect(page).toMatchObject({ items: { length: 1 }, total: null, unreadable: 0 });
    }
    expect((await client.userNfts('king', { listed: false })).items).toHaveLength(0);
  });
});

describe('an order that the server ignored', () => {
  const holders = [3, 9, 1].map((count, index) => ({ address: `0x${`${index}`.repeat(40)}`, count }));

  it('is applied within the page, which reports the list as unsorted', async () => {
    await using stub = await startStub((_request, response) =>
      json(response, { holders, pagination: { total: 30, page: 1, pages: 10 } }),
    );
    const page = await stub.client.holders('shards', { sortBy: 'count', limit: 3 });
    expect(page.items.map(({ count }) => count)).toEqual([9, 3, 1]);
    expect(page.sorted).toBe(false);
    expect(stub.logged).toMatchObject([{ problem: 'order of holders ignored' }]);
  });

  it('is applied completely when the page is the whole list', async () => {
    await using stub = await startStub((_request, response) =>
      json(response, { holders, pagination: { total: 3, page: 1, pages: 1 } }),
    );
    const page = await stub.client.holders('shards', { sortBy: 'count', sortOrder: 'asc' });
    expect(page.items.map(({ count }) => count)).toEqual([1, 3, 9]);
    expect(page.sorted).toBe(true);
  });

  it('cannot be checked when none was requested or no item has the key', async () => {
    const nfts = [{ collectionAddress: COLLECTION, tokenId: 9 }];
    await using stub = await startStub((_request, response) => json(response, { holders, nfts }));
    expect(await stub.client.holders('shards', {})).toMatchObject({ sorted: null });
    expect(await stub.client.userNfts('king', { sortBy: 'acquiredAt' })).toMatchObject({ sorted: null });
    expect(await stub.client.userNfts('king', { sortBy: 'rarityRank' })).toMatchObject({ sorted: null });
  });

  it('puts items without a sort key last', async () => {
    const nft = (tokenId: number, rank: number | null) => ({
      ...{ collectionAddress: COLLECTION, tokenId, rarityRank: rank },
    });
    await using stub = await startStub((_request, response) =>
      json(response, { nfts: [nft(1, null), nft(2, 9), nft(3, 4)] }),
    );
    const page = await stub.client.userNfts('king', { sortBy: 'rarityRank', sortOrder: 'asc' });
    expect(page.items.map(({ tokenId }) => tokenId)).toEqual(['3', '2', '1']);
  });
});

describe('an endpoint that only some deployments have', () => {
  it.each<[string, number, unknown]>([
    ['HTML of a router', 404, '<title>Error</title><pre>Cannot GET /api/tokens</pre>'],
    ['a bare 404', 404, ''],
    ['a 404 that names the route', 404, { message: 'Route /api/tokens/0x/7 not found' }],
    ['a 400 of another route', 400, { error: 'Invalid collection' }],
    ['the page of an app', 200, '<html></html>'],
  ])('is missing after %s, and not asked for again for an hour', async (_what, status, body) => {
    let time = NOW;
    await using stub = await startStub((_request, response) => json(response, body, status), {
      now: () => time,
    });
    const { client } = stub;
    for (const wait of [0, 3_599_999, 1]) {
      time += wait;
      expect(await client.token(COLLECTION, '7')).toBeNull();
    }
    // An answer that is not JSON is retried at once, until the breaker opens.
    expect(stub.asked).toHaveLength(status === 200 ? 5 : 2);
  });

  it('that says that there is no such token exists', async () => {
    await using stub = await startStub((_request, response) =>
      json(response, { error: 'NFT not found' }, 404),
    );
    for (let call = 0; call < 2; call += 1)
      await expect(stub.client.token(COLLECTION, '7')).rejects.toBeInstanceOf(NotFound);
  });

  it('that has answered once does not count as missing when it fails', async () => {
    const answers: [number, unknown][] = [
      [200, { tokenId: '7', collectionAddress: COLLECTION }],
      [404, ''],
      [200, { tokenId: '8', collectionAddress: COLLECTION }],
    ];
    await using stub = await startStub((_request, response) => {
      const [status, body] = answers.shift() ?? [500, {}];
      json(response, body, status);
    });
    const ask = () => stub.client.token(COLLECTION, '7');
    expect(await ask()).toMatchObject({ tokenId: '7' });
    await expect(ask()).rejects.toBeInstanceOf(NotFound);
    await expect(ask()).rejects.toBeInstanceOf(BadResponse);
    await expect(ask()).rejects.toBeInstanceOf(Unavailable);
  });
});

describe('a profile', () => {
  it.each<[string, unknown, typeof NotFound | typeof BadResponse]>([
    ['nobody', { user: null }, NotFound],
    ['nothing', null, NotFound],
    ['an error that says so', { error: 'User not found' }, NotFound],
    ['another error', { error: 'Database is down' }, BadResponse],
    ['somebody without an address', { user: { snsName: 'king' } }, BadResponse],
  ])('answered with %s is refused', async (_what, body, type) => {
    await using stub = await startStub((_request, response) => json(response, body));
    await expect(stub.client.profile('king')).rejects.toBeInstanceOf(type);
  });

  it('of another address than requested is rejected', async () => {
    await using stub = await startStub((_request, response) => json(response, { user: { address: OTHER } }));
    await expect(stub.client.profile(COLLECTION)).rejects.toBeInstanceOf(BadResponse);
  });
});
